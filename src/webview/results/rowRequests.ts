/**
 * Sends requests about the displayed rows to the host. A request that refers to rows or columns contains the revision
 * of the displayed rows.
 */
import type { PageHost } from '../../protocol/page.ts';
import type {
  ColumnSort,
  ColumnStatistics,
  ColumnTest,
  CopyFormatOrCondition,
  FoundCell,
  ResultsHost,
  ResultsTools,
} from '../../protocol/results.ts';
import { isColumnStatistics, isFoundCell } from '../../protocol/resultsGuards.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import { isBoolean, isText } from '../../protocol/validate.ts';
import type { Grid } from '../shared/grid/grid.ts';
import { requireValidResponse } from '../shared/validResponse.ts';
import type { CountedEntry } from './statistics.ts';

type SelectedCells = NonNullable<ReturnType<Grid['getSelectedCells']>>;
type FindParams = Omit<Parameters<ResultsTools['find']>[0], 'rev'>;

const isFoundOrNull = (value: unknown): value is FoundCell | null => value === null || isFoundCell(value);

export class RowRequests {
  readonly #host: Rpc<ResultsHost & ResultsTools & PageHost>;
  readonly #revision: () => number;

  constructor(host: Rpc<ResultsHost & ResultsTools & PageHost>, revision: () => number) {
    this.#host = host;
    this.#revision = revision;
  }

  /**
   * Returns a `RowRequests` that keeps the revision of the rows displayed now. A menu uses it, because the menu may
   * still be open when other rows are displayed.
   */
  createForPresentRevision(): RowRequests {
    const rev = this.#revision();
    return new RowRequests(this.#host, () => rev);
  }

  requestSort(sorts: readonly ColumnSort[]): void {
    this.#host.notify('sort', { rev: this.#revision(), sorts });
  }

  requestFilterByCell(row: number, column: number, exclude: boolean): void {
    this.#host.notify('filter', { rev: this.#revision(), row, column, exclude });
  }

  requestColumnFilter(column: number, test: ColumnTest): void {
    this.#host.notify('filterColumn', { rev: this.#revision(), column, test });
  }

  requestFilterByStatistic(column: number, entry: CountedEntry): void {
    this.#host.notify('filterByStatistic', { rev: this.#revision(), column, ...entry });
  }

  requestFilterEdit(id: string): void {
    this.#host.notify('editFilter', { id });
  }

  requestFilterClear(id?: string): void {
    this.#host.notify('clearFilter', id === undefined ? {} : { id });
  }

  /** Requests to reveal the masked value of a cell, or all masked values of the column if `row` is undefined. */
  requestReveal(column: number, row?: number): void {
    this.#host.notify('reveal', { rev: this.#revision(), column, ...(row === undefined ? {} : { row }) });
  }

  /** Requests to copy cells to the clipboard. Resolves to false if they were not copied or the call failed. */
  requestCopy(
    format: CopyFormatOrCondition,
    { area: { fromRow, toRow }, columns }: SelectedCells,
  ): Promise<boolean> {
    const response = this.#host.call('copy', { rev: this.#revision(), fromRow, toRow, columns, format });
    return requireValidResponse(this.#host, 'copy', response, isBoolean).catch(() => false);
  }

  /**
   * Requests to copy the displayed request ID to the clipboard. Resolves to false if the ID was not copied or the call
   * failed.
   */
  requestCopyOfRequestID(): Promise<boolean> {
    const response = this.#host.call('copyRequestID', {});
    return requireValidResponse(this.#host, 'copyRequestID', response, isBoolean).catch(() => false);
  }

  /** Reports the selected cells to the host. `selected` is undefined if no cell is selected. */
  reportSelectedCells(selected: SelectedCells | undefined): void {
    const { fromRow, toRow } = selected?.area ?? { fromRow: 0, toRow: 0 };
    const columns = selected?.columns ?? [];
    this.#host.notify('setSelectedCells', { rev: this.#revision(), fromRow, toRow, columns });
  }

  reportActiveCell(cell: { readonly row: number; readonly column: number }): void {
    this.#host.notify('setActiveCell', { rev: this.#revision(), ...cell });
  }

  fetchCellText(row: number, column: number): Promise<string> {
    const response = this.#host.call('cellText', { rev: this.#revision(), row, column });
    return requireValidResponse(this.#host, 'cellText', response, isText);
  }

  fetchStatistics(column: number): Promise<ColumnStatistics> {
    const response = this.#host.call('statistics', { rev: this.#revision(), column });
    return requireValidResponse(this.#host, 'statistics', response, isColumnStatistics);
  }

  /**
   * Requests the nearest cell that contains a text. Resolves to null if no cell matches, to undefined if the call
   * failed.
   */
  requestFind(params: FindParams): Promise<FoundCell | null | undefined> {
    const response = this.#host.call('find', { rev: this.#revision(), ...params });
    return requireValidResponse(this.#host, 'find', response, isFoundOrNull).catch(() => undefined);
  }
}
