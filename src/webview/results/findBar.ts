/** Find over the rows loaded, by the host that has them. */
import type { Found } from '../../protocol/results.ts';
import { element, setText } from '../shared/dom.ts';
import { strings } from '../shared/strings.ts';
import { createToolbar } from '../shared/toolbar.ts';

export type Direction = 'here' | 'next' | 'previous';

export interface FindBarEvents {
  /** Looks for `text`; undefined without an answer. */
  readonly find: (text: string, direction: Direction) => Promise<Found | null | undefined>;
  readonly onClose: () => void;
}

export interface FindBar {
  readonly element: HTMLElement;
  open(): void;
  close(): void;
  /** What the last search went over, e.g. `over the 75 rows loaded`. */
  setScope(scope: string): void;
}

const pauseMs = 120;

export function createFindBar(events: FindBarEvents): FindBar {
  const input = element('input', { type: 'text', spellcheck: 'false', 'aria-label': strings.find });
  input.placeholder = strings.find;
  const result = element('span', { class: 'found', 'aria-live': 'polite' });
  const scope = element('span', { class: 'scope' });
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
  const root = element('div', { role: 'search', class: 'find' }, input, result, scope, buttons.element);
  root.hidden = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  let queue: Promise<void> = Promise.resolve();

  async function search(direction: Direction): Promise<void> {
    const text = input.value;
    if (text === '') return setText(result, '');
    const found = await events.find(text, direction);
    if (found === undefined) setText(result, '');
    else setText(result, found ? strings.found(found.place, found.count) : strings.notFound);
    root.classList.toggle('none', found === null);
  }

  /** One search after the other, so that two quick steps are two steps; of quick typing only the last is looked for. */
  function look(direction: Direction): void {
    clearTimeout(timer);
    asked += 1;
    const question = asked;
    queue = queue.then(() => (direction === 'here' && question !== asked ? undefined : search(direction)));
  }

  function close(): void {
    if (root.hidden) return;
    // What was typed last is not looked for any more: it would take the keyboard to another cell.
    clearTimeout(timer);
    const hadFocus = root.contains(document.activeElement);
    root.hidden = true;
    if (hadFocus) events.onClose();
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => look('here'), pauseMs);
  });
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target === input) look(event.shiftKey ? 'previous' : 'next');
    else return;
    event.preventDefault();
  });

  return {
    element: root,
    open() {
      root.hidden = false;
      // The key comes here twice, from the page and from the editor: what has been typed in between stays.
      if (document.activeElement === input) return;
      input.focus();
      input.select();
    },
    close,
    setScope: (text) => setText(scope, text),
  };
}
