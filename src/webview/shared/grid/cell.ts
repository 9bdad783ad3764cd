import type { Cell, CellKind } from '../../../protocol/results.ts';
import { element, setOrRemoveAttribute } from '../dom.ts';
import { setShortenedText } from '../shortenedText.ts';
import { strings } from '../strings.ts';
import { createHighlightedNodes } from './highlight.ts';
import type { Position } from './selection.ts';

export interface CellView {
  readonly element: HTMLElement;
  readonly value: HTMLElement;
  drawn: Cell | undefined;
  highlightPattern: RegExp | undefined;
  selected: boolean | undefined;
  active: boolean;
  position: number;
  /** Whether a value without enough room loses its middle, not its end. */
  shortensMiddle: boolean;
}

export function createCellView(): CellView {
  const value = element('span', { class: 'value' });
  const cell = element('div', { role: 'gridcell', class: 'cell waiting' }, value);
  return {
    element: cell,
    value,
    drawn: undefined,
    highlightPattern: undefined,
    selected: undefined,
    active: false,
    position: 0,
    shortensMiddle: false,
  };
}

/** Returns the ID that the element at a position has while it is active, for `aria-activedescendant`. */
export const activeCellElementID = (position: Position): string => `cell-${position.row}-${position.column}`;

export const absentCell: Cell = { k: 'absent', t: '' };

const hasFixedLabel = (kind: CellKind): kind is keyof typeof strings.marks =>
  Object.hasOwn(strings.marks, kind);

/** Returns the text to draw for a cell. For some kinds of values it is a fixed label. */
export const getDisplayText = (cell: Cell): string =>
  hasFixedLabel(cell.k) ? strings.marks[cell.k].shown : cell.t;

function createAccessibleName(cell: Cell): string | undefined {
  if (hasFixedLabel(cell.k)) return strings.marks[cell.k].spoken;
  if (cell.marked) return [strings.markedEvent, cell.t].filter(Boolean).join(', ');
  if (cell.failed) return `${cell.t}, ${strings.failedRequest}`;
  if (cell.k === 'redacted') return `${cell.t}, ${strings.redacted}`;
  return cell.cut ? `${cell.t}, ${strings.cut}` : undefined;
}

function chooseCellVariantClass(cell: Cell): string {
  if (cell.failed) return ' failed';
  if (cell.cut) return ' cut';
  return cell.k === 'boolean' && cell.t === 'true' ? ' yes' : '';
}

/** Returns the cell with the text of a row that folds others; undefined for any other row. */
export const findFoldingCell = (row: readonly Cell[]): Cell | undefined =>
  row.find(({ expanded }) => expanded !== undefined);

/**
 * Draws a cell of a row that folds others. Only the cell in the first displayed column contains the row's text, but
 * each cell has this text as its accessible name.
 */
export function drawFoldingCell(view: CellView, { t, expanded = false }: Cell): void {
  const isFirst = view.position === 0;
  view.drawn = undefined;
  view.highlightPattern = undefined;
  view.value.classList.remove('shortened');
  view.value.textContent = isFirst ? t : '';
  view.element.className = `cell ${isFirst ? `fold${expanded ? ' open' : ''}` : 'blank'}`;
  setOrRemoveAttribute(view.element, 'aria-label', t);
  setOrRemoveAttribute(view.element, 'title', t);
  setOrRemoveAttribute(view.element, 'aria-expanded', String(expanded));
}

/**
 * Draws a value and highlights the matches of `highlightPattern` in its text, but not in a fixed label such as NULL. If
 * `cell` is undefined, draws a placeholder.
 */
export function drawCell(view: CellView, cell: Cell | undefined, highlightPattern?: RegExp): void {
  if (view.drawn === cell && view.highlightPattern === highlightPattern) return;
  view.drawn = cell;
  view.highlightPattern = highlightPattern;
  // Most cells have no highlighted text, and setting only the text is faster.
  const isHit =
    cell !== undefined &&
    highlightPattern !== undefined &&
    !hasFixedLabel(cell.k) &&
    cell.t.search(highlightPattern) >= 0;
  let isInParts = false;
  if (isHit) {
    view.value.classList.remove('shortened');
    view.value.replaceChildren(...createHighlightedNodes(cell.t, highlightPattern, true));
  } else if (view.shortensMiddle || cell?.below)
    // The texts of folded rows often differ only at their ends.
    isInParts = setShortenedText(view.value, cell ? getDisplayText(cell) : '');
  else {
    view.value.classList.remove('shortened');
    view.value.textContent = cell ? getDisplayText(cell) : '';
  }
  view.element.className = cell ? `cell k-${cell.k}${chooseCellVariantClass(cell)}` : 'cell waiting';
  // If the visible text is in parts, or cut off at its beginning, a screen reader still speaks the whole text.
  const whole = isInParts || (isHit && view.value.textContent !== cell.t) ? cell?.t : undefined;
  setOrRemoveAttribute(view.element, 'aria-label', (cell && createAccessibleName(cell)) ?? whole);
  setOrRemoveAttribute(view.element, 'title', undefined);
  setOrRemoveAttribute(view.element, 'aria-expanded', undefined);
}
