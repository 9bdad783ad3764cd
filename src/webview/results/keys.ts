type PageKey = 'next' | 'previous' | 'first';

interface KeyEvents {
  readonly onFind: () => void;
  readonly onPage: (page: PageKey) => void;
  readonly onToggleMask: () => void;
  /** Called for F6. If it returns false, the key counts as not handled. */
  readonly onNextViewPart: () => boolean;
}

const pageKeys: Readonly<Record<string, PageKey | undefined>> = {
  PageDown: 'next',
  PageUp: 'previous',
  Home: 'first',
};

export function listenToKeys(
  root: HTMLElement,
  { onFind, onPage, onToggleMask, onNextViewPart }: KeyEvents,
): void {
  root.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.shiftKey) return;
    if (event.ctrlKey || event.metaKey) {
      // The editor reports the key too, but later. Text typed right after the key would miss the find bar.
      if (event.key !== 'f' || event.altKey) return;
      onFind();
      return event.preventDefault();
    }
    const page = event.altKey ? pageKeys[event.key] : undefined;
    if (page) onPage(page);
    // `event.code`, because with Alt a Mac reports another character as the key.
    else if (event.altKey && event.code === 'KeyM') onToggleMask();
    else if (event.key !== 'F6' || !onNextViewPart()) return;
    event.preventDefault();
  });
}

/** Opens the find bar once per key press, although both the webview and later the editor report the key press. */
export class FindKey {
  readonly #open: () => void;
  #expectedReports = 0;

  constructor(open: () => void) {
    this.#open = open;
  }

  openFindAndExpectHostRequest(): void {
    this.#expectedReports += 1;
    this.#open();
  }

  /**
   * Handles the host's request to open the bar. `byKey` is true if the request was caused by a key press in this
   * webview, after which the bar may already be open.
   */
  openFindUnlessOpenedByKey(byKey: boolean): void {
    if (byKey && this.#expectedReports > 0) this.#expectedReports -= 1;
    else this.#open();
  }
}
