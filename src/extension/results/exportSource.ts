import type { NumberedRows } from '../../core/results/loading/rowStore.ts';
import { createNumberedView } from '../../core/results/view/view.ts';
import type { SelectedCells } from '../../protocol/results.ts';
import type { Target } from '../targets/targets.ts';
import type { DisplayedRows } from './session/displayedRows.ts';

/** The cells that the user selected among the displayed rows. */
export interface SelectedRows {
  readonly rows: NumberedRows;
  /** Indices (0-based) of the selected columns among the columns of the result, in display order. */
  readonly columns: readonly number[];
}

/**
 * One result, as the input of an export or a comparison: the rows that were loaded at one moment, and facts about the
 * result.
 */
export interface ExportSource {
  /** A snapshot of the loaded rows. Loading more rows or closing the result does not change the snapshot. */
  readonly rows: NumberedRows;
  /** The displayed rows in display order. Undefined if all loaded rows are displayed in the order loaded. */
  readonly displayedRows?: NumberedRows;
  /**
   * True if the rows of `displayedRows` and their order come from a sort or a filter, false if `displayedRows` is one
   * page of the result. Undefined if `displayedRows` is undefined.
   */
  readonly isSortedOrFiltered?: boolean;
  /** The cells that the user selected; undefined if fewer than two cells are selected. */
  readonly selection?: SelectedRows;
  /**
   * Returns whether a value is masked, as if the user had revealed nothing. `rowNumber` is the row's number in the
   * result (1-based), `column` the column's index (0-based).
   */
  readonly isValueMasked: (rowNumber: number, column: number) => boolean;
  /** Indices (0-based) of the columns to export, in the order of the file. Undefined for all columns. */
  readonly columns?: readonly number[];
  readonly target: Target;
  /**
   * True if the rows are the result of a statement over loaded audit events, whose values may have to be masked later.
   * Undefined means false.
   */
  readonly isFromEvents?: boolean;
  /**
   * True if the values may contain literals of audited queries in plain text, because the user's setting displays
   * literals. It is unknown which columns contain literals, so all values are masked in a file unless the user chooses
   * plain text. Undefined means false.
   */
  readonly hasPlainLiterals?: boolean;
  /**
   * The query with the values of its placeholders filled in, before LIMIT and OFFSET are added for paging. Literals in
   * the query may be personal data, as the rows may.
   */
  readonly statement: string;
  /** When the user ran the query, in milliseconds since 1970. */
  readonly askedAt: number;
  /** True if all rows of the result are loaded, and COUNT did not return another number of rows. */
  readonly isComplete: boolean;
  /** Number of rows that COUNT returned, if all rows are loaded and their number is different. Otherwise undefined. */
  readonly countedRows?: number;
  /**
   * Number of loaded rows that several responses contained, equal or changed, because the service returns rows without
   * an order. This and the next three properties are those of `Result`.
   */
  readonly repeatedRows: number;
  readonly duplicatesInPage: boolean;
  readonly rowsAfterEnd: number;
  readonly offsetIgnored: boolean;
}

/**
 * Returns the displayed rows and the selected cells for an `ExportSource`. `loaded` contains all loaded rows.
 * `selected` is the user's selection among the displayed rows; undefined if there is none.
 */
export function describeDisplayedRows(
  loaded: NumberedRows,
  source: Pick<DisplayedRows, 'displayOrder' | 'isSortedOrFiltered' | 'view'>,
  selected: SelectedCells | undefined,
): Pick<ExportSource, 'displayedRows' | 'isSortedOrFiltered' | 'selection'> {
  const order = source.displayOrder();
  // True also for a page that contains all loaded rows.
  const areAllDisplayed = !order || (!source.isSortedOrFiltered() && order.length === loaded.rowCount);
  const shown = areAllDisplayed ? undefined : createNumberedView(loaded, order);
  const count = source.view().rowCount;
  const [from, to] = [selected?.fromRow ?? 0, Math.min(selected?.toRow ?? 0, count)];
  const columns = selected?.columns.filter((column) => column < loaded.columns.length) ?? [];
  const selectedIndices = Uint32Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  return {
    ...(shown ? { displayedRows: shown, isSortedOrFiltered: source.isSortedOrFiltered() } : {}),
    ...(selectedIndices.length * columns.length > 1
      ? { selection: { rows: createNumberedView(shown ?? loaded, selectedIndices), columns } }
      : {}),
  };
}
