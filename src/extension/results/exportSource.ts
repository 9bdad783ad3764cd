import type { NumberedRows } from '../../core/results/loading/rowStore.ts';
import { numberedView } from '../../core/results/view/view.ts';
import type { Selected } from '../../protocol/results.ts';
import type { Target } from '../targets/targets.ts';
import type { ShownRows } from './session/shownRows.ts';

/** Rows on screen that a person selected. */
export interface SelectedRows {
  readonly rows: NumberedRows;
  /** Indices of the columns, in the order shown. */
  readonly columns: readonly number[];
}

/** One result as exporting and comparing are given it: what was loaded at one moment, and what is known of it. */
export interface ExportSource {
  /**
   * The rows loaded, as `Result.snapshot()` gives them, so that a page that comes later, or closing the result, changes
   * nothing of a file half written.
   */
  readonly rows: NumberedRows;
  /** The rows on screen in their order there, where either differs from the loaded ones. */
  readonly shown?: NumberedRows;
  /** Whether a sort or a filter made them so, rather than a page. */
  readonly arranged?: boolean;
  readonly selection?: SelectedRows;
  /**
   * Which values are masked: `mask.frozenWithoutReveals()`, made at the same moment. Row numbers count in the result,
   * from 1.
   */
  readonly hides: (rowNumber: number, column: number) => boolean;
  /** Indices of the columns to take, in their order; all if left out. */
  readonly columns?: readonly number[];
  readonly target: Target;
  /** Whether they answer a question over loaded audit events, of which more may be masked later. */
  readonly ofEvents?: boolean;
  /**
   * Whether the values may contain literals of audited queries in plain text, because the setting shows them on screen. Which
   * columns contain some can't be known. A file has all values masked then, unless the user chooses plain text for it.
   */
  readonly hasPlainLiterals?: boolean;
  /** With its values filled in, before paging. Its literals are personal data as much as the rows. */
  readonly statement: string;
  /** When the query was asked to run; milliseconds since 1970. */
  readonly askedAt: number;
  /** Whether the end of the result was seen and every row up to it is loaded. */
  readonly complete: boolean;
  /** Rows as COUNT gave them, where they are not as many as could be loaded. */
  readonly countedRows?: number;
  /** As in `Result`: what the service's lack of order did to the rows (D11). */
  readonly repeatedRows: number;
  readonly duplicatesInPage: boolean;
  readonly rowsAfterEnd: number;
  readonly offsetIgnored: boolean;
}

/** What of the rows loaded a person sees and has selected. */
export function rowsOnScreen(
  loaded: NumberedRows,
  on: Pick<ShownRows, 'order' | 'arranged' | 'view'>,
  selected: Selected | undefined,
): Pick<ExportSource, 'shown' | 'arranged' | 'selection'> {
  const order = on.order();
  // A page that is all there is.
  const isAll = !order || (!on.arranged() && order.length === loaded.rowCount);
  const shown = isAll ? undefined : numberedView(loaded, order);
  const count = on.view().rowCount;
  const [from, to] = [selected?.fromRow ?? 0, Math.min(selected?.toRow ?? 0, count)];
  const columns = selected?.columns.filter((column) => column < loaded.columns.length) ?? [];
  const picked = Uint32Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  return {
    ...(shown ? { shown, arranged: on.arranged() } : {}),
    ...(picked.length * columns.length > 1
      ? { selection: { rows: numberedView(shown ?? loaded, picked), columns } }
      : {}),
  };
}
