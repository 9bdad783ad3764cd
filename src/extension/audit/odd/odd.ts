import { withValues } from '../../../core/audit/filters/localFilters.ts';
import type { OddValue } from '../../../core/audit/odd/oddValues.ts';
import type { AuditOdd } from '../../../protocol/audit.ts';
import { OutOfDate } from '../../../protocol/rpc.ts';
import type { AuditFeed } from '../feed/feed.ts';
import type { TableModel } from '../table/tableModel.ts';
import { oddText } from './oddText.ts';

/** What is odd about the events that the table shows, and filters by it. */
export class Odd {
  readonly #feed: AuditFeed;
  readonly #model: TableModel;
  #id = 0;
  /** What was found last, and in which listing. */
  #last: { readonly listing: number; readonly values: readonly OddValue[] } | undefined;

  constructor(feed: AuditFeed, model: TableModel) {
    this.#feed = feed;
    this.#model = model;
  }

  /** Of the events in the state `rev`, or of some of its rows. Throws `OutOfDate` where that is no longer shown. */
  async ask(rev: number, fromRow?: number, toRow?: number): Promise<AuditOdd> {
    const { isEvents, view } = this.#model.drawnIn(rev);
    const listing = this.#feed.listing();
    const found = isEvents ? await this.#feed.trail.odd(view.revision, fromRow, toRow) : undefined;
    if (!found || listing !== this.#feed.listing()) throw new OutOfDate('outdated');
    this.#last = { listing, values: found.values };
    return oddText(++this.#id, found, this.#feed.masking);
  }
  /** Filters the loaded events by a value of the answer `id`, the last one. */
  choose(id: number, place: number): void {
    const value = id === this.#id ? this.#last?.values[place] : undefined;
    if (!value || this.#last?.listing !== this.#feed.listing()) throw new OutOfDate('outdated');
    this.#model.setFilters(withValues(this.#model.filters, value.field, [value.value], 'only'));
  }
}
