/** The keys of the whole view, wherever the keyboard is in it. */

type PageKey = 'next' | 'previous' | 'first';

interface KeyEvents {
  readonly onFind: () => void;
  readonly onPage: (page: PageKey) => void;
  /** F6. False where the view has no other part to go to: the editor has that key too. */
  readonly onNextPart: () => boolean;
}

const pageKeys: Readonly<Record<string, PageKey | undefined>> = {
  PageDown: 'next',
  PageUp: 'previous',
  Home: 'first',
};

export function listenToKeys(root: HTMLElement, { onFind, onPage, onNextPart }: KeyEvents): void {
  root.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.shiftKey) return;
    if (event.ctrlKey || event.metaKey) {
      // The editor tells of the key too, but later: what is typed right after it would go elsewhere.
      if (event.key !== 'f' || event.altKey) return;
      onFind();
      return event.preventDefault();
    }
    const page = event.altKey ? pageKeys[event.key] : undefined;
    if (page) onPage(page);
    else if (event.key !== 'F6' || !onNextPart()) return;
    event.preventDefault();
  });
}

/** Opens Find once for a key that this view has seen and the editor tells of too, when it may be closed again. */
export class FindKey {
  readonly #open: () => void;
  #toHear = 0;

  constructor(open: () => void) {
    this.#open = open;
  }

  pressed(): void {
    this.#toHear += 1;
    this.#open();
  }

  /** The editor tells; `byKey` as in the protocol. */
  told(byKey: boolean): void {
    if (byKey && this.#toHear > 0) this.#toHear -= 1;
    else this.#open();
  }
}
