/** Positions and selections in the grid. */

/**
 * A position in the grid. `row` is the 0-based index of a row, or −1 for the header. `column` is the 0-based index of a
 * column among those that are not hidden, in display order, or −1 for the row numbers.
 */
export interface Position {
  readonly row: number;
  readonly column: number;
}
/**
 * A selection from `anchor` to `active`, both inclusive. If `kind` is `rows` or `columns`, the whole rows or columns in
 * this range are selected. If it is `all`, all cells are selected.
 */
export interface Selection {
  readonly active: Position;
  readonly anchor: Position;
  readonly kind: 'cells' | 'rows' | 'columns' | 'all';
}
/** A rectangle of cells. Rows and columns are counted as in `Position`. `toRow` and `toColumn` are exclusive. */
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
export const ROW_NUMBER_COLUMN = -1;

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/** Returns `position`, or the nearest position that exists. The result may be on the header or the row numbers. */
export const clampPosition = (position: Position, gridSize: GridSize): Position => ({
  row: clamp(position.row, HEADER_ROW, gridSize.rows - 1),
  column: clamp(position.column, ROW_NUMBER_COLUMN, gridSize.columns - 1),
});

/**
 * Returns the selection that starts at a position: the cell there, the whole row for a row number, or all cells for the
 * corner. For the header of a column, the selection contains no cell.
 */
export function createSelectionAt(position: Position): Selection {
  if (position.row === HEADER_ROW && position.column === ROW_NUMBER_COLUMN)
    return { active: position, anchor: position, kind: 'all' };
  return {
    active: position,
    anchor: position,
    kind: position.column === ROW_NUMBER_COLUMN ? 'rows' : 'cells',
  };
}

/**
 * Returns the selection extended from its anchor to `position`. If both are on the header, whole columns are selected.
 * Otherwise the kind of the selection is kept, but `all` becomes `cells`.
 */
export function extendSelectionTo({ anchor, kind }: Selection, position: Position): Selection {
  if (anchor.row === HEADER_ROW && position.row === HEADER_ROW)
    return { active: position, anchor, kind: 'columns' };
  return { active: position, anchor, kind: kind === 'all' ? 'cells' : kind };
}

/**
 * Returns the selection moved down by `rowCount` rows, or up if negative. `active` and `anchor` do not move if they are
 * on the header.
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

/** Returns the rectangle of the selected cells, or undefined if no cell is selected. */
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
