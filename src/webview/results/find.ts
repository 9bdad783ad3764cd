/** The find bar. The host searches, because it has all loaded rows. */
import type { Found } from '../../protocol/results.ts';
import { element, setText } from '../shared/dom.ts';
import { strings } from '../shared/strings.ts';
import { createToolbar } from '../shared/toolbar.ts';

export type Direction = 'here' | 'next' | 'previous';

export interface FindEvents {
  /** Finds the nearest match of `text`. Resolves to null if nothing matches, to undefined if there was no response. */
  readonly find: (text: string, direction: Direction) => Promise<Found | null | undefined>;
  /** Called when the bar was opened or closed. */
  readonly onShown: () => void;
  /** Called when the text to highlight changes. It is empty if the bar is closed or has no text. */
  readonly onText: (text: string) => void;
  /** Called when the bar was closed while it had the focus. */
  readonly onClose: () => void;
}

export interface Find {
  readonly element: HTMLElement;
  open(): void;
  close(): void;
  isOpen(): boolean;
}

const pauseMs = 120;

export function createFind(events: FindEvents): Find {
  const input = element('input', { type: 'text', spellcheck: 'false', 'aria-label': strings.find });
  input.placeholder = strings.find;
  const result = element('span', { class: 'found', 'aria-live': 'polite' });
  const buttons = createToolbar(
    strings.find,
    [
      { id: 'previous', name: strings.findPrevious, icon: 'arrow-up', keys: 'Shift+Enter' },
      { id: 'next', name: strings.findNext, icon: 'arrow-down', keys: 'Enter' },
      { id: 'close', name: strings.closeFind, icon: 'close', keys: 'Escape' },
    ],
    (id) => {
      if (id === 'close') close();
      else look(id === 'next' ? 'next' : 'previous');
    },
  );
  const root = element('div', { role: 'search', class: 'find' }, input, result, buttons.element);
  root.hidden = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  let queue: Promise<void> = Promise.resolve();

  async function search(direction: Direction): Promise<void> {
    const text = input.value;
    events.onText(root.hidden ? '' : text);
    if (text === '') return setText(result, '');
    const found = await events.find(text, direction);
    if (root.hidden) return;
    if (found === undefined) setText(result, '');
    else setText(result, found ? strings.found(found.place, found.count) : strings.notFound);
    root.classList.toggle('none', found === null);
  }

  /**
   * Queues a search. Searches run one at a time, so that two quick steps move by two matches. Of several that start at
   * the active cell (`here`), only the last one runs.
   */
  function look(direction: Direction): void {
    clearTimeout(timer);
    asked += 1;
    const question = asked;
    queue = queue.then(() => (direction === 'here' && question !== asked ? undefined : search(direction)));
  }

  function close(): void {
    if (root.hidden) return;
    // Cancels the search for the text typed last, because its result would select another cell.
    clearTimeout(timer);
    const hadFocus = root.contains(document.activeElement);
    root.hidden = true;
    // When the bar is opened again, other rows may be displayed.
    setText(result, '');
    events.onText('');
    events.onShown();
    if (hadFocus) events.onClose();
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => look('here'), pauseMs);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    look(event.shiftKey ? 'previous' : 'next');
    event.preventDefault();
  });

  return {
    element: root,
    open() {
      root.hidden = false;
      events.onShown();
      events.onText(input.value);
      // A key press is reported twice, by the webview and by the editor. Text that was typed in between stays.
      if (document.activeElement === input) return;
      input.focus();
      input.select();
    },
    close,
    isOpen: () => !root.hidden,
  };
}
