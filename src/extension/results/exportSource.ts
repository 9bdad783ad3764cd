import type { NumberedRows } from '../../core/results/rowStore.ts';
import type { Target } from '../targets.ts';

/** One result as exporting and comparing are given it: what was loaded at one moment, and what is known of it. */
export interface ExportSource {
  /**
   * The rows loaded, as `Result.snapshot()` gives them, so that a page that comes later, or closing the result, changes
   * nothing of a file half written.
   */
  readonly rows: NumberedRows;
  /** What is hidden: `mask.frozen()`, made at the same moment. Row numbers count in the result, from 1. */
  readonly hides: (rowNumber: number, column: number) => boolean;
  /** Indices of the columns to take, in their order; all if left out. */
  readonly columns?: readonly number[];
  readonly target: Target;
  /** As the person wrote it. Its literals are personal data as much as the rows. */
  readonly statement: string;
  /** When the query was first answered; milliseconds since 1970. */
  readonly askedAt: number;
  /** Whether the end of the result was seen and every row up to it is loaded. */
  readonly complete: boolean;
  /** As in `Result`: what the service's lack of order did to the rows (spec 4.2 rule 7). */
  readonly repeatedRows: number;
  readonly duplicatesInPage: boolean;
  readonly rowsAfterEnd: number;
  readonly offsetIgnored: boolean;
}
