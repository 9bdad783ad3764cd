import { withValues } from '../../../core/audit/filters/localFilters.ts';
import type { UnusualValue } from '../../../core/audit/unusual/significance.ts';
import type { AuditUnusual } from '../../../protocol/audit.ts';
import { OutOfDate } from '../../../protocol/rpc.ts';
import type { AuditModel } from '../model/auditModel.ts';
import type { TableModel } from '../views/table/tableModel.ts';
import { unusualText } from './sentences.ts';

/** Answers that can still be chosen from: each view that shows the table has its own. */
const KEPT_ANSWERS = 8;

/** What is odd about the events that the table shows, and filters by it. One comparison of the rows shown at a time. */
export class UnusualValues {
  readonly #model: Pick<AuditModel, 'masking' | 'state' | 'trail'>;
  readonly #tableModel: TableModel;
  #last: { readonly rev: number; readonly answered: Promise<unknown> } | undefined;
  #id = 0;
  /** What was found last, and in which listing, by the numbers of the answers. */
  readonly #answers = new Map<
    number,
    { readonly listing: number; readonly values: readonly UnusualValue[] }
  >();

  constructor(model: Pick<AuditModel, 'masking' | 'state' | 'trail'>, tableModel: TableModel) {
    this.#model = model;
    this.#tableModel = tableModel;
  }

  /** Of the events in the state `rev`, or of some of its rows. Throws `OutOfDate` where that is no longer shown. */
  ask(rev: number, fromRow?: number, toRow?: number): Promise<AuditUnusual> {
    // A newer comparison stops the one under way: another view may wait for that, unless its rows are no longer shown.
    const isWanted = this.#last && this.#tableModel.isDrawn(this.#last.rev);
    const before = isWanted ? this.#last?.answered : undefined;
    const answered = Promise.resolve(before).then(() => this.#compare(rev, fromRow, toRow));
    this.#last = { rev, answered: answered.catch(() => undefined) };
    return answered;
  }
  /** Filters the loaded events by a value of the answer `id`. */
  choose(id: number, place: number): void {
    const answer = this.#answers.get(id);
    const value = answer?.values[place];
    if (!value || answer.listing !== this.#model.state.listing()) throw new OutOfDate('outdated');
    this.#tableModel.setFilters(withValues(this.#tableModel.filters, value.field, [value.value], 'only'));
  }

  async #compare(rev: number, fromRow?: number, toRow?: number): Promise<AuditUnusual> {
    const { isEvents, view } = this.#tableModel.drawnIn(rev);
    const listing = this.#model.state.listing();
    const found = isEvents ? await this.#model.trail.unusualValues(view.handle, fromRow, toRow) : undefined;
    if (!found || listing !== this.#model.state.listing()) throw new OutOfDate('outdated');
    this.#answers.set(++this.#id, { listing, values: found.values });
    this.#answers.delete(this.#id - KEPT_ANSWERS);
    return unusualText(this.#id, found, this.#model.masking);
  }
}
