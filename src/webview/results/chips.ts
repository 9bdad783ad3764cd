import { cleanNameForDisplay } from '../../core/messages/oneLine.ts';
import type { ColumnSort, RowsDescription } from '../../protocol/results.ts';
import { createIcon, element } from '../shared/dom.ts';
import { strings } from '../shared/strings.ts';

const MAX_SPOKEN_LENGTH = 60;

export interface Chips {
  readonly element: HTMLElement;
  draw(shown: Pick<RowsDescription, 'arrangement' | 'columns' | 'scope'>): void;
  hasChips(): boolean;
  findEditButton(id: string): HTMLElement | undefined;
}

export interface ChipEvents {
  /** Replaces the sorts. An empty list restores the original order. */
  readonly onSort: (sorts: readonly ColumnSort[]) => void;
  readonly onEditFilter: (id: string) => void;
  /** Removes the filter with this ID, or all filters if `id` is undefined. */
  readonly onClearFilter: (id?: string) => void;
  readonly onLastRemoved: () => void;
  readonly announce: (text: string) => void;
}

interface Chip {
  readonly icon: string;
  readonly text: string;
  readonly spokenText: string;
  /** Accessible name of the button that removes the sort or filter. */
  readonly name: string;
  readonly remove: () => void;
  readonly edit?: {
    readonly id: string;
    readonly name: string;
    readonly run: () => void;
  };
}

function createButton(kind: string, name: string, run: () => void, ...content: readonly Node[]): HTMLElement {
  const button = element('button', {
    type: 'button',
    class: kind,
    'aria-label': name,
    title: name,
  });
  button.append(...content);
  button.addEventListener('click', run);
  return button;
}

function createChipElement({ icon: mark, text, name, remove, edit }: Chip): HTMLElement {
  const label = [createIcon(mark), element('span', { class: 'label' }, text)];
  if (!edit) return createButton('chip', name, remove, ...label, createIcon('close'));
  const change = createButton('change', edit.name, edit.run, ...label);
  change.dataset.filter = edit.id;
  return element(
    'span',
    { class: 'chip two' },
    change,
    createButton('remove', name, remove, createIcon('close')),
  );
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

  function createSortChip(
    sorts: readonly ColumnSort[],
    index: number,
    columns: RowsDescription['columns'],
  ): Chip {
    const { column = 0, descending = false } = sorts[index] ?? {};
    const name = columns[column]?.name ?? '';
    const spokenName = cleanNameForDisplay(name, MAX_SPOKEN_LENGTH);
    const spokenText =
      index === 0 ? strings.sorted(spokenName, descending) : strings.sortedThen(spokenName, descending);
    return {
      icon: descending ? 'arrow-down' : 'arrow-up',
      text: cleanNameForDisplay(name),
      spokenText,
      name: sorts.length === 1 ? strings.removeOnlySort(spokenText) : strings.removeSort(spokenText),
      remove: () => events.onSort(sorts.toSpliced(index, 1)),
    };
  }

  function listChips({ arrangement: { sorts, filters }, columns }: Parameters<Chips['draw']>[0]): Chip[] {
    return [
      ...sorts.map((_, index) => createSortChip(sorts, index, columns)),
      ...filters.map(({ id, label, editable }) => ({
        icon: 'filter',
        text: label,
        spokenText: label,
        name: strings.removeFilter(label),
        remove: () => events.onClearFilter(id),
        ...(editable
          ? {
              edit: {
                id,
                name: strings.editFilter(label),
                run: () => events.onEditFilter(id),
              },
            }
          : {}),
      })),
    ];
  }

  function announceChips(chips: readonly Chip[], scope: string): void {
    if (chips.length > 0) events.announce([...chips.map(({ spokenText }) => spokenText), scope].join(', '));
    else if (!root.hidden) events.announce(strings.sortNone);
  }

  return {
    element: root,
    hasChips: () => !root.hidden,
    findEditButton: (id) =>
      [...list.querySelectorAll<HTMLElement>('.change')].find(({ dataset }) => dataset.filter === id),
    draw(shown) {
      const chips = listChips(shown);
      const key = JSON.stringify([chips, shown.arrangement.sorts, shown.scope]);
      if (key === drawn) return;
      drawn = key;
      isSorted = shown.arrangement.sorts.length > 0;
      const focused = [...root.querySelectorAll('button')].indexOf(
        document.activeElement as HTMLButtonElement,
      );
      announceChips(chips, shown.scope);
      list.replaceChildren(...chips.map(createChipElement));
      // A single chip has its own remove button.
      clear.hidden = chips.length < 2;
      root.hidden = chips.length === 0;
      if (focused < 0) return;
      // After a chip was removed, the focus stays among the others.
      const own = [...list.querySelectorAll('button')];
      const next = own[Math.min(focused, own.length - 1)];
      if (next) next.focus();
      else events.onLastRemoved();
    },
  };
}
