import type { Verdict } from '../../../core/audit/filters/filterState.ts';
import type { LocalFilters } from '../../../core/audit/table/filter.ts';
import type { AuditFeed } from '../feed/feed.ts';

/** A drag over the histogram sets a filter in every frame; the tree need not follow each. */
const shareMs = 250;

/** The filters over loaded events: set in the table they are drawn at once, and handed to the feed when the person pauses. */
export class SharedFilters {
  readonly #feed: Pick<AuditFeed, 'filters' | 'setLocal'>;
  /** What the table knows of events and these filters already. */
  readonly #verdict: (filters: LocalFilters) => Verdict | undefined;
  #current: LocalFilters;
  /** Those that the feed has, as far as the table knows. */
  #shared: LocalFilters;
  #timer: NodeJS.Timeout | undefined;
  #isSharing = false;

  constructor(
    feed: Pick<AuditFeed, 'filters' | 'setLocal'>,
    verdict: (filters: LocalFilters) => Verdict | undefined,
  ) {
    this.#feed = feed;
    this.#verdict = verdict;
    this.#shared = feed.filters().local;
    this.#current = this.#shared;
  }

  get current(): LocalFilters {
    return this.#current;
  }
  /** Whether the feed changes just now because of these filters alone. */
  get isSharing(): boolean {
    return this.#isSharing;
  }
  set(filters: LocalFilters): void {
    this.#current = filters;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.share(), shareMs);
  }
  /** Hands filters set a moment ago to the feed; not where it has others since, as those of another listing. */
  share(): void {
    clearTimeout(this.#timer);
    if (this.#current === this.#shared || this.#feed.filters().local !== this.#shared) return;
    this.#shared = this.#current;
    this.#isSharing = true;
    this.#feed.setLocal(this.#shared, this.#verdict(this.#shared));
    this.#isSharing = false;
  }
  /** Takes over filters that another view has set; false where there are none. */
  adopt(): boolean {
    const { local } = this.#feed.filters();
    if (local === this.#shared) return false;
    clearTimeout(this.#timer);
    this.#shared = local;
    this.#current = local;
    return true;
  }
  dispose(): void {
    clearTimeout(this.#timer);
  }
}
