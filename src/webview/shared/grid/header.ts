import { cleanNameForDisplay } from '../../../core/messages/oneLine.ts';
import { createIcon, element, prependInOrder, setOrRemoveAttribute, setText } from '../dom.ts';
import { formatCount } from '../l10n.ts';
import { strings } from '../strings.ts';
import { activeCellElementID } from './cell.ts';
import type { PlacedColumn } from './placement.ts';
import { HEADER_ROW, type Position, ROW_NUMBER_COLUMN } from './selection.ts';

/** A column by which the rows are sorted. `column` is its index in the host's list. */
export interface Sort {
  readonly column: number;
  readonly descending: boolean;
}

/** Width in pixels below which a header has no space for both the arrow of a sort and the button of its menu. */
const MIN_WIDTH_FOR_OPENER = 64;

interface HeaderFrame {
  readonly columns: readonly PlacedColumn[];
  readonly numberWidth: number;
  readonly pinnedWidth: number;
  readonly active: Position | undefined;
  /** The sorts, the most significant one first. */
  readonly sorts: readonly Sort[];
}

interface Header {
  readonly element: HTMLElement;
  draw(frame: HeaderFrame): void;
}

interface HeaderView {
  readonly element: HTMLElement;
  readonly name: HTMLElement;
  readonly sortIcon: HTMLElement;
  readonly precedence: HTMLElement;
  readonly spokenSort: HTMLElement;
  position: number;
}

function drawSort(view: HeaderView, columnIndex: number, sorts: readonly Sort[]): void {
  const index = sorts.findIndex(({ column }) => column === columnIndex);
  const sorted = sorts[index];
  // Only the header of the first sort has `aria-sort`, because at most one header may have it.
  const first = index === 0 ? sorted : undefined;
  setOrRemoveAttribute(view.element, 'aria-sort', first && (first.descending ? 'descending' : 'ascending'));
  view.sortIcon.hidden = !sorted;
  view.sortIcon.classList.toggle('codicon-arrow-down', sorted?.descending === true);
  view.sortIcon.classList.toggle('codicon-arrow-up', sorted?.descending === false);
  const isOneOfSeveral = sorted !== undefined && sorts.length > 1;
  view.precedence.hidden = !isOneOfSeveral;
  setText(view.precedence, isOneOfSeveral ? formatCount(index + 1) : '');
  setText(view.spokenSort, isOneOfSeveral ? strings.sortedAs(index + 1, sorted.descending) : '');
}

export function createHeader(): Header {
  const corner = element('div', { role: 'columnheader', class: 'cell corner', 'aria-colindex': '1' });
  corner.append(element('span', { class: 'unseen' }, strings.rowNumber));
  const pinned = element('div', { role: 'none', class: 'pinned' }, corner);
  const row = element('div', { role: 'row', class: 'row header', 'aria-rowindex': '1' }, pinned);
  const views = new Map<number, HeaderView>();
  let drawn: readonly PlacedColumn[] | undefined;

  function createHeaderView(): HeaderView {
    const name = element('span', { class: 'value' });
    const sortIcon = createIcon('arrow-up');
    const precedence = element('span', { class: 'place', 'aria-hidden': 'true' });
    const spokenSort = element('span', { class: 'unseen' });
    const opener = element('span', { class: 'opener', 'aria-hidden': 'true' }, createIcon('chevron-down'));
    const edge = element('span', { class: 'edge', 'aria-hidden': 'true' });
    const cell = element(
      'div',
      { role: 'columnheader', class: 'cell' },
      name,
      spokenSort,
      sortIcon,
      precedence,
    );
    cell.append(opener, edge);
    return { element: cell, name, sortIcon, precedence, spokenSort, position: 0 };
  }

  function layOutColumns(frame: HeaderFrame): void {
    const indices = new Set(frame.columns.map((column) => column.index));
    for (const [index, view] of views) {
      if (indices.has(index)) continue;
      view.element.remove();
      views.delete(index);
    }
    corner.style.width = `${frame.numberWidth}px`;
    pinned.style.width = `${frame.pinnedWidth}px`;
    for (const column of frame.columns) {
      const view = views.get(column.index) ?? createHeaderView();
      views.set(column.index, view);
      const parent = column.pinned ? pinned : row;
      if (view.element.parentNode !== parent) parent.append(view.element);
      view.position = column.position;
      view.name.textContent = cleanNameForDisplay(column.heading);
      const wholeName = cleanNameForDisplay(column.heading, Number.POSITIVE_INFINITY);
      view.element.title = [wholeName, column.note ?? ''].filter(Boolean).join('\n');
      view.element.style.left = `${column.left}px`;
      view.element.style.width = `${column.width}px`;
      view.element.classList.toggle('numeric', column.numeric);
      view.element.classList.toggle('with-opener', column.width >= MIN_WIDTH_FOR_OPENER);
      setOrRemoveAttribute(view.element, 'aria-colindex', String(column.position + 2));
    }
    const cells = frame.columns.flatMap((column) => views.get(column.index)?.element ?? []);
    const isPinned = (cell: Element): boolean => cell.parentNode === pinned;
    prependInOrder(pinned, [corner, ...cells.filter(isPinned)]);
    prependInOrder(row, [pinned, ...cells.filter((cell) => !isPinned(cell))]);
    drawn = frame.columns;
  }

  const findHeader = (position: Position): HTMLElement | undefined =>
    position.column === ROW_NUMBER_COLUMN
      ? corner
      : [...views.values()].find((view) => view.position === position.column)?.element;

  return {
    element: row,
    draw(frame) {
      if (frame.columns !== drawn) layOutColumns(frame);
      for (const [index, view] of views) {
        drawSort(view, index, frame.sorts);
      }
      const active = frame.active?.row === HEADER_ROW ? frame.active : undefined;
      const activeHeader = active && findHeader(active);
      for (const target of [corner, ...[...views.values()].map((view) => view.element)]) {
        target.classList.toggle('active', target === activeHeader);
        setOrRemoveAttribute(
          target,
          'id',
          active && target === activeHeader ? activeCellElementID(active) : undefined,
        );
      }
    },
  };
}
