/** How the loaded rows are sorted and filtered, each with a button that takes it back. */
import { seenName } from '../../core/messages/oneLine.ts';
import type { ColumnSort, RowsShown } from '../../protocol/results.ts';
import { element, icon } from '../shared/dom.ts';
import { strings } from '../shared/strings.ts';

/** Letters of a column's name in a chip. */
const nameLength = 60;

export interface Chips {
  readonly element: HTMLElement;
  draw(shown: Pick<RowsShown, 'arranged' | 'columns' | 'scope'>): void;
  /** Whether the rows are sorted or filtered. */
  any(): boolean;
  /** The button that changes a filter, where it is. */
  editOf(id: string): HTMLElement | undefined;
}

export interface ChipEvents {
  /** By these columns from now on. */
  readonly onSort: (sorts: readonly ColumnSort[]) => void;
  readonly onEditFilter: (id: string) => void;
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
  /** What its removing is called, for a screen reader and its tooltip. */
  readonly name: string;
  readonly remove: () => void;
  /** Where it can be changed, how that is called. */
  readonly edit?: { readonly id: string; readonly name: string; readonly run: () => void };
}

function buttonOf(kind: string, name: string, run: () => void, ...content: readonly Node[]): HTMLElement {
  const button = element('button', { type: 'button', class: kind, 'aria-label': name, title: name });
  button.append(...content);
  button.addEventListener('click', run);
  return button;
}

/** One button that takes it back; where it can be changed, two beside each other. */
function chipOf({ icon: mark, text, name, remove, edit }: Chip): HTMLElement {
  const label = [icon(mark), element('span', { class: 'label' }, text)];
  if (!edit) return buttonOf('chip', name, remove, ...label, icon('close'));
  const change = buttonOf('change', edit.name, edit.run, ...label);
  change.dataset.filter = edit.id;
  return element('span', { class: 'chip two' }, change, buttonOf('remove', name, remove, icon('close')));
}

export function createChips(events: ChipEvents): Chips {
  const clear = element(
    'button',
    { type: 'button', class: 'action', 'aria-label': strings.clearArrangement },
    strings.clear,
  );
  clear.title = strings.clearArrangement;
  clear.addEventListener('click', () => {
    if (isSorted) events.onSort([]);
    events.onClearFilter();
  });
  const list = element('div', { class: 'chips-list' });
  const root = element('div', { class: 'chips' }, list, clear);
  root.hidden = true;
  let drawn = '';
  let isSorted = false;

  function sortChip(sorts: readonly ColumnSort[], place: number, columns: RowsShown['columns']): Chip {
    const { column = 0, descending = false } = sorts[place] ?? {};
    const text = seenName(columns[column]?.name ?? '', nameLength);
    const said = place === 0 ? strings.sorted(text, descending) : strings.sortedThen(text, descending);
    return {
      ...{ icon: descending ? 'arrow-down' : 'arrow-up', text, said },
      name: `${said}: ${sorts.length === 1 ? strings.sortNone : strings.removeSort}`,
      remove: () => events.onSort(sorts.toSpliced(place, 1)),
    };
  }

  function chipsOf({ arranged: { sorts, filters }, columns }: Parameters<Chips['draw']>[0]): Chip[] {
    return [
      ...sorts.map((_, place) => sortChip(sorts, place, columns)),
      ...filters.map(({ id, label, editable }) => ({
        ...{ icon: 'filter', text: label, said: label, name: strings.removeFilter(label) },
        remove: () => events.onClearFilter(id),
        ...(editable
          ? { edit: { id, name: strings.editFilter(label), run: () => events.onEditFilter(id) } }
          : {}),
      })),
    ];
  }

  function say(chips: readonly Chip[], scope: string): void {
    if (chips.length > 0) events.announce([...chips.map(({ said }) => said), scope].join(', '));
    else if (!root.hidden) events.announce(strings.sortNone);
  }

  return {
    element: root,
    any: () => !root.hidden,
    editOf: (id) =>
      [...list.querySelectorAll<HTMLElement>('.change')].find(({ dataset }) => dataset.filter === id),
    draw(shown) {
      const chips = chipsOf(shown);
      const key = JSON.stringify([chips, shown.arranged.sorts, shown.scope]);
      if (key === drawn) return;
      drawn = key;
      isSorted = shown.arranged.sorts.length > 0;
      const focused = [...root.querySelectorAll('button')].indexOf(
        document.activeElement as HTMLButtonElement,
      );
      say(chips, shown.scope);
      list.replaceChildren(...chips.map(chipOf));
      // One alone is taken away by its own button.
      clear.hidden = chips.length < 2;
      root.hidden = chips.length === 0;
      if (focused < 0) return;
      // Who took one away stays among them.
      const own = [...list.querySelectorAll('button')];
      const next = own[Math.min(focused, own.length - 1)];
      if (next) next.focus();
      else events.onNoneLeft();
    },
  };
}
