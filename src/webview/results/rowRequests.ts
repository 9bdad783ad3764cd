/** Sends requests about the displayed rows to the host. Each one contains the revision of these rows. */
import type { PageHost } from '../../protocol/page.ts';
import type {
  ColumnSort,
  ColumnStatistics,
  ColumnTest,
  CopyAs,
  Found,
  ResultsHost,
  ResultsTools,
} from '../../protocol/results.ts';
import { isFound, isStatistics } from '../../protocol/resultsGuards.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import { isText } from '../../protocol/validate.ts';
import { checkedAnswer, isBoolean } from '../shared/checkedAnswer.ts';
import type { Grid } from '../shared/grid/grid.ts';
import type { CountedEntry } from './statistics.ts';

/** The cells selected in the grid. */
type Selected = NonNullable<ReturnType<Grid['selected']>>;
type FindQuestion = Omit<Parameters<ResultsTools['find']>[0], 'rev'>;

const isFoundOrNone = (answer: unknown): answer is Found | null => answer === null || isFound(answer);

export class RowRequests {
  readonly #host: Rpc<ResultsHost & ResultsTools & PageHost>;
  readonly #revision: () => number;

  constructor(host: Rpc<ResultsHost & ResultsTools & PageHost>, revision: () => number) {
    this.#host = host;
    this.#revision = revision;
  }

  /**
   * Returns requests that stay about the rows displayed now, for a menu that is still open when other rows are
   * displayed.
   */
  ofNow(): RowRequests {
    const rev = this.#revision();
    return new RowRequests(this.#host, () => rev);
  }

  /** Sorts the loaded rows. An empty list restores the original order. */
  sort(sorts: readonly ColumnSort[]): void {
    this.#host.notify('sort', { rev: this.#revision(), sorts });
  }

  filter(row: number, column: number, exclude: boolean): void {
    this.#host.notify('filter', { rev: this.#revision(), row, column, exclude });
  }

  filterColumn(column: number, test: ColumnTest): void {
    this.#host.notify('filterColumn', { rev: this.#revision(), column, test });
  }

  /** Filters to the rows that an entry of the column's statistics counts. */
  filterCounted(column: number, entry: CountedEntry): void {
    this.#host.notify('filterCounted', { rev: this.#revision(), column, ...entry });
  }

  editFilter(id: string): void {
    this.#host.notify('editFilter', { id });
  }

  /** Removes the filter with this ID, or all filters if `id` is undefined. */
  clearFilter(id?: string): void {
    this.#host.notify('clearFilter', id === undefined ? {} : { id });
  }

  /** Reveals the masked value of a cell, or all masked values of the column if `row` is undefined. */
  reveal(column: number, row?: number): void {
    this.#host.notify('reveal', { rev: this.#revision(), column, ...(row === undefined ? {} : { row }) });
  }

  /** Copies cells to the clipboard. Resolves to false if that failed, which the host reports. */
  copy(format: CopyAs, { area: { fromRow, toRow }, columns }: Selected): Promise<boolean> {
    const asking = this.#host.call('copy', { rev: this.#revision(), fromRow, toRow, columns, format });
    return checkedAnswer(this.#host, 'copy', asking, isBoolean).catch(() => false);
  }

  /**
   * Copies the ID of the request that returned the displayed rows to the clipboard. Resolves to false if that failed,
   * which the host reports.
   */
  copyRequestID(): Promise<boolean> {
    const asking = this.#host.call('copyRequestID', {});
    return checkedAnswer(this.#host, 'copyRequestID', asking, isBoolean).catch(() => false);
  }

  /**
   * Reports the selected cells, so that the host can export them, even by a command that does not involve the webview.
   */
  tellSelected({ area: { fromRow, toRow }, columns }: Selected): void {
    this.#host.notify('selected', { rev: this.#revision(), fromRow, toRow, columns });
  }

  /**
   * Reports the active cell, so that the host can restore it. A hidden webview is destroyed, and saves nothing of a
   * result.
   */
  tellPlace(place: { readonly row: number; readonly column: number }): void {
    this.#host.notify('place', { rev: this.#revision(), ...place });
  }

  text(row: number, column: number): Promise<string> {
    const asking = this.#host.call('cell', { rev: this.#revision(), row, column });
    return checkedAnswer(this.#host, 'cell', asking, isText);
  }

  statistics(column: number): Promise<ColumnStatistics> {
    const asking = this.#host.call('statistics', { rev: this.#revision(), column });
    return checkedAnswer(this.#host, 'statistics', asking, isStatistics);
  }

  /**
   * Finds a cell. Resolves to null if none matches, to undefined if the call failed, e.g. because a newer search
   * replaced it.
   */
  find(question: FindQuestion): Promise<Found | null | undefined> {
    const asking = this.#host.call('find', { rev: this.#revision(), ...question });
    return checkedAnswer(this.#host, 'find', asking, isFoundOrNone).catch(() => undefined);
  }
}
