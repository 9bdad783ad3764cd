import { withoutPart } from '../../../core/audit/filters/localFilters.ts';
import type { AuditTrail } from '../../../core/audit/table/trail.ts';
import type { AuditFeed } from '../feed/feed.ts';
import type { SharedFilters } from './sharedFilters.ts';
import type { TableModel } from './tableModel.ts';

/** New events taken into the trail at a time; some ten milliseconds. */
const stepEvents = 500;
/** While events keep coming, the table is worked out again for a fifth of the time, and within a large part less often. */
const pauseFactor = 4;
const comingMs = 150;

interface SyncParts {
  readonly feed: AuditFeed;
  readonly trail: AuditTrail;
  readonly filters: SharedFilters;
  readonly model: TableModel;
}

/** Keeps the trail in step with the feed: a part of the events at a time, with turns for others in between. */
export class TrailSync {
  readonly #parts: SyncParts;
  /** The next step, or what changed meanwhile. */
  #timer: NodeJS.Timeout | undefined;
  #steps: Promise<void> = Promise.resolve();
  #isComing = false;
  /** Who waits for the last part. */
  readonly #waiting: (() => void)[] = [];
  #isDisposed = false;

  constructor(parts: SyncParts) {
    this.#parts = parts;
  }

  /** Takes over what is loaded now; of many events a first part. Steps follow one another, after one that failed too. */
  sync(): Promise<void> {
    clearTimeout(this.#timer);
    this.#steps = this.#steps
      .then(() => (this.#isDisposed ? undefined : this.#step()))
      .catch((error: unknown) => this.#fail(error));
    return this.#steps;
  }
  /** The feed has changed. What is coming in part by part is looked at again with the next. */
  onFeedChange(): void {
    if (this.#parts.filters.isSharing || this.#isComing) return;
    this.#schedule(() => void this.sync(), Math.max(0, this.#drawFrom() - performance.now()));
  }
  /** Once the trail has taken in all that is loaded. */
  settled(): Promise<void> {
    return this.#isComing ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve();
  }
  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#release();
  }

  async #step(): Promise<void> {
    const { feed, trail, filters, model } = this.#parts;
    const isAdopted = filters.adopt();
    const events = feed.store().events();
    const { change, isAnother } = await trail.update(events, stepEvents);
    this.#isComing = change === 'more';
    if (isAdopted || isAnother) model.dropReaders();
    if (isAnother) model.dropListing();
    const { events: picked } = filters.current;
    // Another listing: what a figure had picked is no longer here.
    if (picked && change === 'changed' && !events.some((event) => picked.has(event)))
      filters.set(withoutPart(filters.current, 'events'));
    if (isAdopted || !this.#isComing) await model.draw(!isAdopted);
    if (this.#isDisposed) return;
    if (this.#isComing) this.#schedule(() => void this.#next(), 0);
    else this.#release();
    void model.readOn();
  }
  #fail(error: unknown): void {
    this.#isComing = false;
    this.#release();
    this.#parts.model.fail(error);
  }
  /** Drawing has a turn of its own: taking events in and working the table out take as long. */
  async #next(): Promise<void> {
    if (performance.now() < this.#drawFrom()) return this.sync();
    await this.#parts.model.draw(true);
    if (!this.#isDisposed) this.#schedule(() => void this.sync(), 0);
  }
  /** Not before that moment the table is drawn again only because more events came in. */
  #drawFrom(): number {
    const { at, took } = this.#parts.model.lastDraw();
    return at + Math.max(this.#isComing ? comingMs : 0, pauseFactor * took);
  }
  #schedule(work: () => void, ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(work, ms);
  }
  #release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
