/** What is asked of the host about the rows on screen: each question names the revision that they are of. */
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

  /** Those about the rows that are on screen now, also once others are: for a menu that stays open. */
  ofNow(): RowRequests {
    const rev = this.#revision();
    return new RowRequests(this.#host, () => rev);
  }

  /** An empty list: the order of arrival. */
  sort(sorts: readonly ColumnSort[]): void {
    this.#host.notify('sort', { rev: this.#revision(), sorts });
  }

  filter(row: number, column: number, exclude: boolean): void {
    this.#host.notify('filter', { rev: this.#revision(), row, column, exclude });
  }

  filterColumn(column: number, test: ColumnTest): void {
    this.#host.notify('filterColumn', { rev: this.#revision(), column, test });
  }

  /** By an entry of the column's statistics. */
  filterCounted(column: number, entry: CountedEntry): void {
    this.#host.notify('filterCounted', { rev: this.#revision(), column, ...entry });
  }

  editFilter(id: string): void {
    this.#host.notify('editFilter', { id });
  }

  /** No `id`: all of them. */
  clearFilter(id?: string): void {
    this.#host.notify('clearFilter', id === undefined ? {} : { id });
  }

  /** No `row`: the whole column. */
  reveal(column: number, row?: number): void {
    this.#host.notify('reveal', { rev: this.#revision(), column, ...(row === undefined ? {} : { row }) });
  }

  /** Whether it is on the clipboard now; the host says why where it is not. */
  copy(format: CopyAs, { area: { fromRow, toRow }, columns }: Selected): Promise<boolean> {
    const asking = this.#host.call('copy', { rev: this.#revision(), fromRow, toRow, columns, format });
    return checkedAnswer(this.#host, 'copy', asking, isBoolean).catch(() => false);
  }

  /** Likewise. */
  copyRequestID(): Promise<boolean> {
    const asking = this.#host.call('copyRequestID', {});
    return checkedAnswer(this.#host, 'copyRequestID', asking, isBoolean).catch(() => false);
  }

  /** The host exports what is selected, also from the palette, where nothing here is asked. */
  tellSelected({ area: { fromRow, toRow }, columns }: Selected): void {
    this.#host.notify('selected', { rev: this.#revision(), fromRow, toRow, columns });
  }

  /** The host keeps it: a hidden view is taken down, and nothing of a result is saved here. */
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

  /** Undefined where the host has no answer: another search took its place. */
  find(question: FindQuestion): Promise<Found | null | undefined> {
    const asking = this.#host.call('find', { rev: this.#revision(), ...question });
    return checkedAnswer(this.#host, 'find', asking, isFoundOrNone).catch(() => undefined);
  }
}
