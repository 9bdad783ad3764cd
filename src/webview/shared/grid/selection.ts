/**
 * A position in the grid. Columns are counted from 0 among those that are not hidden, in display order. Row −1 is the
 * header, column −1 the row numbers.
 */

export interface Position {
  readonly row: number;
  readonly column: number;
}
/**
 * The selection from `anchor` to `active`, both inclusive. For `rows` and `columns`, whole rows or columns are
 * selected; for `all`, everything is.
 */
export interface Selection {
  readonly active: Position;
  readonly anchor: Position;
  readonly kind: 'cells' | 'rows' | 'columns' | 'all';
}
/** A rectangle of cells. `toRow` and `toColumn` are exclusive. */
export interface Rectangle {
  readonly fromRow: number;
  readonly toRow: number;
  readonly fromColumn: number;
  readonly toColumn: number;
}
export interface GridSize {
  readonly rows: number;
  readonly columns: number;
}

export const HEADER_ROW = -1;
/** Display position of the row number column. */
export const NUMBER_COLUMN = -1;

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/** Returns the position that is nearest to `position` and exists. It may be that of a header or a row number. */
export const clampPosition = (position: Position, gridSize: GridSize): Position => ({
  row: clamp(position.row, HEADER_ROW, gridSize.rows - 1),
  column: clamp(position.column, NUMBER_COLUMN, gridSize.columns - 1),
});

/**
 * Returns the selection of a cell, of the row of a row number, or of everything for the corner. For a header, no cell
 * is selected.
 */
export function createSelectionAt(position: Position): Selection {
  if (position.row === HEADER_ROW && position.column === NUMBER_COLUMN)
    return { active: position, anchor: position, kind: 'all' };
  return { active: position, anchor: position, kind: position.column === NUMBER_COLUMN ? 'rows' : 'cells' };
}

/**
 * Returns the selection extended from its anchor to `position`. From one header to another, whole columns are selected.
 */
export function extendSelectionTo({ anchor, kind }: Selection, position: Position): Selection {
  if (anchor.row === HEADER_ROW && position.row === HEADER_ROW)
    return { active: position, anchor, kind: 'columns' };
  return { active: position, anchor, kind: kind === 'all' ? 'cells' : kind };
}

/**
 * Returns the selection moved down by `rowCount` rows, or up if negative. An end that is on the header does not move.
 */
export function shiftSelectionRows({ active, anchor, kind }: Selection, rowCount: number): Selection {
  const moved = (at: Position): Position => (at.row === HEADER_ROW ? at : { ...at, row: at.row + rowCount });
  return { active: moved(active), anchor: moved(anchor), kind };
}

export const createSelectionOfActiveRow = ({ active }: Selection): Selection => ({
  active,
  anchor: active,
  kind: 'rows',
});
export const createSelectionOfActiveColumn = ({ active }: Selection): Selection => ({
  active,
  anchor: active,
  kind: 'columns',
});
export const createSelectionOfAll = ({ active }: Selection): Selection => ({
  active,
  anchor: active,
  kind: 'all',
});

/**
 * Returns the rectangle of the selected cells, or undefined if there are none, for example for a header of a grid
 * without rows.
 */
export function computeSelectedRectangle(
  { active, anchor, kind }: Selection,
  gridSize: GridSize,
): Rectangle | undefined {
  const rows = kind === 'columns' || kind === 'all' ? [0, gridSize.rows - 1] : [anchor.row, active.row];
  const columns =
    kind === 'rows' || kind === 'all' ? [0, gridSize.columns - 1] : [anchor.column, active.column];
  const rectangle = {
    fromRow: Math.max(0, Math.min(...rows)),
    toRow: Math.min(gridSize.rows, Math.max(...rows) + 1),
    fromColumn: Math.max(0, Math.min(...columns)),
    toColumn: Math.min(gridSize.columns, Math.max(...columns) + 1),
  };
  const empty = rectangle.fromRow >= rectangle.toRow || rectangle.fromColumn >= rectangle.toColumn;
  return empty ? undefined : rectangle;
}

export const isCellInRectangle = (area: Rectangle | undefined, row: number, column: number): boolean =>
  area !== undefined &&
  row >= area.fromRow &&
  row < area.toRow &&
  column >= area.fromColumn &&
  column < area.toColumn;
