import { includeOrExcludeFieldText } from '../../../core/audit/query/editQuery.ts';
import { rethrowUnlessCancelled } from '../../../core/audit/table/cancelling.ts';
import type { UnusualValue } from '../../../core/audit/unusual/significance.ts';
import type { AuditUnusual } from '../../../protocol/audit.ts';
import { OutOfDate } from '../../../protocol/rpc.ts';
import type { AuditModel } from '../model/auditModel.ts';
import type { TableModel } from '../views/table/tableModel.ts';
import { unusualText } from './sentences.ts';

/**
 * Maximum number of results that are kept so that `filterByValue` can use their values. Several are kept, because each
 * webview of the table displays its own result.
 */
const KEPT_ANSWERS = 8;

/**
 * Finds values that the events in the table have more often than the other loaded events, and
 * filters by them.
 */
export class UnusualValues {
  readonly #model: Pick<AuditModel, 'filters' | 'masking' | 'state' | 'trail'>;
  readonly #tableModel: TableModel;
  #last:
    | { readonly rev: number; readonly answered: Promise<unknown>; readonly abort: AbortController }
    | undefined;
  #id = 0;
  readonly #answers = new Map<
    number,
    { readonly listing: number; readonly values: readonly UnusualValue[] }
  >();

  constructor(model: Pick<AuditModel, 'filters' | 'masking' | 'state' | 'trail'>, tableModel: TableModel) {
    this.#model = model;
    this.#tableModel = tableModel;
  }

  /**
   * Compares the displayed events, or those in the 0-based rows from `fromRow` up to but not including `toRow`, with
   * the other loaded events. `rev` is the revision of the table's state. Rejects with `OutOfDate` if the rows of that
   * state are no longer displayed or are not events.
   */
  findUnusualValuesInRows(rev: number, fromRow?: number, toRow?: number): Promise<AuditUnusual> {
    // Another webview may still need the running comparison, unless its rows are no longer displayed.
    if (this.#last && !this.#tableModel.isStillDisplayed(this.#last.rev)) this.#last.abort.abort();
    const abort = new AbortController();
    const answered = Promise.resolve(this.#last?.answered).then(() =>
      this.#computeUnusualValues(rev, abort.signal, fromRow, toRow),
    );
    this.#last = { rev, answered: answered.catch(() => undefined), abort };
    return answered;
  }
  /**
   * Filters the loaded events by the value at the 0-based index `place` in the result `id`. Throws `OutOfDate` if there
   * is no such value, or if other events are displayed now.
   */
  filterByValue(id: number, place: number): void {
    const answer = this.#answers.get(id);
    const value = answer?.values[place];
    if (!value || answer.listing !== this.#model.state.getListingNumber()) throw new OutOfDate('outdated');
    this.#tableModel.changeQuestion((query) =>
      includeOrExcludeFieldText(query, value.field, value.value, 'only'),
    );
  }

  async #computeUnusualValues(
    rev: number,
    signal: AbortSignal,
    fromRow?: number,
    toRow?: number,
  ): Promise<AuditUnusual> {
    const { isEvents, view, folded } = this.#tableModel.getDrawnStateOrThrow(rev);
    const listing = this.#model.state.getListingNumber();
    const own = this.#model.filters.getOwnEventsToFold();
    const viewRow = (row: number | undefined): number | undefined =>
      row === undefined ? undefined : folded.getViewRowOfTableRow(row);
    const found = isEvents
      ? await this.#model.trail
          .unusualValues(view.handle, { from: viewRow(fromRow), to: viewRow(toRow), own }, signal)
          .catch(rethrowUnlessCancelled)
      : undefined;
    if (!found || listing !== this.#model.state.getListingNumber()) throw new OutOfDate('outdated');
    this.#answers.set(++this.#id, { listing, values: found.values });
    this.#answers.delete(this.#id - KEPT_ANSWERS);
    return unusualText(this.#id, found, this.#model.masking);
  }
}
