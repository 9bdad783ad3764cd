/** How the loaded rows are sorted and filtered, each as a button that takes it back. */
import { seenName } from '../../core/messages/oneLine.ts';
import type { RowsShown } from '../../protocol/results.ts';
import { element, icon } from '../shared/dom.ts';
import { strings } from '../shared/strings.ts';

/** Letters of a column's name in a chip. */
const nameLength = 60;

export interface Chips {
  readonly element: HTMLElement;
  draw(shown: Pick<RowsShown, 'arranged' | 'columns' | 'scope'>): void;
  /** Whether the rows are sorted or filtered. */
  any(): boolean;
}

export interface ChipEvents {
  readonly onClearSort: () => void;
  /** No `id`: all of them. */
  readonly onClearFilter: (id?: string) => void;
  /** The last chip that had the focus is gone. */
  readonly onNoneLeft: () => void;
  /** Says a changed order or choice of rows to a screen reader. */
  readonly announce: (text: string) => void;
}

interface Chip {
  readonly icon: string;
  readonly text: string;
  /** What it says in full, for a screen reader. */
  readonly said: string;
  /** What it does, for a screen reader and its tooltip. */
  readonly name: string;
  readonly remove: () => void;
}

function buttonOf({ icon: mark, text, name, remove }: Chip): HTMLElement {
  const button = element('button', { type: 'button', class: 'chip', 'aria-label': name, title: name });
  button.append(icon(mark), element('span', { class: 'label' }, text), icon('close'));
  button.addEventListener('click', remove);
  return button;
}

export function createChips(events: ChipEvents): Chips {
  const clear = element(
    'button',
    { type: 'button', class: 'action', 'aria-label': strings.clearArrangement },
    strings.clear,
  );
  clear.title = strings.clearArrangement;
  clear.addEventListener('click', () => {
    if (isSorted) events.onClearSort();
    events.onClearFilter();
  });
  const list = element('div', { class: 'chips-list' });
  const root = element('div', { class: 'chips' }, list, clear);
  root.hidden = true;
  let drawn = '';
  let isSorted = false;

  function chipsOf({ arranged: { sort, filters }, columns }: Parameters<Chips['draw']>[0]): Chip[] {
    const chips: Chip[] = filters.map(({ id, label }) => ({
      ...{ icon: 'filter', text: label, said: label, name: strings.removeFilter(label) },
      remove: () => events.onClearFilter(id),
    }));
    if (!sort) return chips;
    const text = seenName(columns[sort.column]?.name ?? '', nameLength);
    const said = strings.sorted(text, sort.descending);
    const mark = sort.descending ? 'arrow-down' : 'arrow-up';
    const name = `${said}: ${strings.sortNone}`;
    return [{ icon: mark, text, said, name, remove: events.onClearSort }, ...chips];
  }

  function say(chips: readonly Chip[], scope: string): void {
    if (chips.length > 0) events.announce([...chips.map(({ said }) => said), scope].join(', '));
    else if (!root.hidden) events.announce(strings.sortNone);
  }

  return {
    element: root,
    any: () => !root.hidden,
    draw(shown) {
      const chips = chipsOf(shown);
      const key = JSON.stringify([chips, shown.scope]);
      if (key === drawn) return;
      drawn = key;
      isSorted = shown.arranged.sort !== undefined;
      const focused = [...root.querySelectorAll('button')].indexOf(
        document.activeElement as HTMLButtonElement,
      );
      say(chips, shown.scope);
      list.replaceChildren(...chips.map(buttonOf));
      // One alone is taken away by its own button.
      clear.hidden = chips.length < 2;
      root.hidden = chips.length === 0;
      if (focused < 0) return;
      // Who took one away stays among them.
      const next = list.children.item(Math.min(focused, chips.length - 1));
      if (next instanceof HTMLElement) next.focus();
      else events.onNoneLeft();
    },
  };
}
