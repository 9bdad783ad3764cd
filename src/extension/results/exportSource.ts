import type { NumberedRows } from '../../core/results/loading/rowStore.ts';
import { createNumberedView } from '../../core/results/view/view.ts';
import type { SelectedCells } from '../../protocol/results.ts';
import type { Target } from '../targets/targets.ts';
import type { DisplayedRows } from './session/displayedRows.ts';

export interface SelectedRows {
  readonly rows: NumberedRows;
  /** Indices (0-based) of the selected columns among the columns of the result. */
  readonly columns: readonly number[];
}

export interface ExportSource {
  /** A snapshot of the rows to export or compare. Loading more rows or closing the result does not change it. */
  readonly rows: NumberedRows;
  /**
   * The displayed rows in display order. Undefined if no sort or filter applies, and either all pages are displayed or
   * the displayed page contains all loaded rows.
   */
  readonly displayedRows?: NumberedRows;
  /** True if a sort or a filter determines `displayedRows`, false if they are one page of the result. */
  readonly isSortedOrFiltered?: boolean;
  /** The cells that the user selected; undefined if fewer than two cells are selected. */
  readonly selection?: SelectedRows;
  /**
   * Returns whether a value is masked, as if the user had revealed nothing. `rowNumber` is the number of the row in the
   * whole result, from 1; `column` is a 0-based index.
   */
  readonly isValueMasked: (rowNumber: number, column: number) => boolean;
  /** Indices (0-based) of the columns to export; undefined for all columns. */
  readonly columns?: readonly number[];
  readonly target: Target;
  /** Names of the tables that the query reads, without quotes. A name may appear several times. */
  readonly tables?: readonly string[];
  readonly isFromEvents?: boolean;
  /**
   * True if the values may contain unmasked literals of audited queries. It is unknown which columns contain them, so
   * all values count as masked in an export.
   */
  readonly hasPlainLiterals?: boolean;
  /** The query without the LIMIT and OFFSET of paging. Its literals may be personal data. */
  readonly statement: string;
  /** Time of the run, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly isComplete: boolean;
  readonly countedRows?: number;
  readonly repeatedRows: number;
  readonly duplicatesInPage: boolean;
  readonly rowsAfterEnd: number;
  readonly offsetIgnored: boolean;
}

export function createDisplayedAndSelectedRows(
  loaded: NumberedRows,
  source: Pick<DisplayedRows, 'getDisplayOrder' | 'isSortedOrFiltered' | 'view'>,
  selected: SelectedCells | undefined,
): Pick<ExportSource, 'displayedRows' | 'isSortedOrFiltered' | 'selection'> {
  const order = source.getDisplayOrder();
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
