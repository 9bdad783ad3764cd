/** The bar that finds text in the loaded rows. The host searches, because the webview may not have all of them. */
import type { FoundCell } from '../../protocol/results.ts';
import { element, setText } from '../shared/dom.ts';
import { strings } from '../shared/strings.ts';
import { createToolbar } from '../shared/toolbar.ts';

export type FindDirection = 'here' | 'next' | 'previous';

export interface FindBarEvents {
  /** Finds a match of `text`. Resolves to null if nothing matches, to undefined if the search failed. */
  readonly find: (text: string, direction: FindDirection) => Promise<FoundCell | null | undefined>;
  readonly onFound: (cell: FoundCell) => void;
  readonly onVisibilityChange: () => void;
  /** Called with the text to highlight; empty for none. */
  readonly onHighlightedText: (text: string) => void;
  /** Called when the bar was closed while it had the focus. */
  readonly onClose: () => void;
}

interface FindBar {
  readonly element: HTMLElement;
  open(): void;
  close(): void;
  isOpen(): boolean;
}

const SEARCH_DELAY_MS = 120;

export function createFindBar(events: FindBarEvents): FindBar {
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
      else queueSearch(id === 'next' ? 'next' : 'previous');
    },
  );
  const root = element('div', { role: 'search', class: 'find' }, input, result, buttons.element);
  root.hidden = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latestSearch = 0;
  let queue: Promise<void> = Promise.resolve();

  async function search(direction: FindDirection): Promise<void> {
    const text = input.value;
    events.onHighlightedText(text);
    if (text === '') return setText(result, '');
    const found = await events.find(text, direction);
    if (root.hidden) return;
    if (found) events.onFound(found);
    if (found === undefined) setText(result, '');
    else setText(result, found ? strings.found(found.position, found.count) : strings.notFound);
    root.classList.toggle('none', found === null);
  }

  /** Queues a search. Searches run one at a time, so that two quick steps move by two matches. */
  function queueSearch(direction: FindDirection): void {
    clearTimeout(timer);
    latestSearch += 1;
    const searchNumber = latestSearch;
    queue = queue.then(() => {
      const isReplaced = direction === 'here' && searchNumber !== latestSearch;
      return root.hidden || isReplaced ? undefined : search(direction);
    });
  }

  function close(): void {
    if (root.hidden) return;
    // Cancels the search for the text typed last.
    clearTimeout(timer);
    const hadFocus = root.contains(document.activeElement);
    root.hidden = true;
    // When the bar is opened again, other rows may be displayed.
    setText(result, '');
    events.onHighlightedText('');
    events.onVisibilityChange();
    if (hadFocus) events.onClose();
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => queueSearch('here'), SEARCH_DELAY_MS);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    queueSearch(event.shiftKey ? 'previous' : 'next');
    event.preventDefault();
  });

  return {
    element: root,
    open() {
      root.hidden = false;
      events.onVisibilityChange();
      events.onHighlightedText(input.value);
      // A key press is reported twice, by the webview and by the editor. Text that was typed in between stays.
      if (document.activeElement === input) return;
      input.focus();
      input.select();
    },
    close,
    isOpen: () => !root.hidden,
  };
}
