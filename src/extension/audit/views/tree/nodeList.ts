import type { GapPosition } from '../../../../core/audit/feed/gapPositions.ts';
import { eventKey } from '../../../../core/audit/feed/ledger.ts';
import { findQueryText } from '../../../../core/audit/feed/queryOf.ts';
import { removePaging, splitOffset } from '../../../../core/audit/feed/queryPages.ts';
import type { EventKey } from '../../../../core/audit/table/eventSet.ts';
import { outcomeOfEvent } from '../../../../core/audit/table/outcome.ts';
import type { TrailGroup } from '../../../../core/audit/table/trail.ts';
import type { LoadedEvent } from '../../../../core/audit/table/trailReads.ts';
import type { AuditEvent } from '../../../../core/service/types.ts';
import type { AuditNode } from './auditNode.ts';

export const MAX_NODES = 2000;
/**
 * Number of events or groups after which a list is full. They are limited separately from the nodes, because a million
 * events may fold into one node.
 */
const MAX_ITEMS_READ = 20_000;

export const foldedEventNode = ({ key, event }: LoadedEvent): AuditNode => ({
  kind: 'event',
  key,
  event,
  isFolded: true,
});

export const eventNode = ({ key, event }: LoadedEvent): AuditNode => ({ kind: 'event', key, event });

/**
 * Returns the OFFSET, in rows, of the page that an event's query requested, and a text (`of`) that identifies the
 * actor, the vault, and the query without its LIMIT and OFFSET. Undefined if the event is not a successful query.
 */
function parsePageOfQuery(event: AuditEvent): { readonly of: string; readonly offset: number } | undefined {
  const text = outcomeOfEvent(event) === 'succeeded' ? findQueryText(event) : undefined;
  if (text === undefined) return undefined;
  const of = JSON.stringify([event.context.actor, event.request.vaultID, removePaging(text)]);
  return { of, offset: splitOffset(text).offset };
}

/**
 * Maximum number of rows by which the OFFSETs of concurrent requests may be out of order: 8 pages of 25 records
 * (S36).
 */
const OUT_OF_ORDER = 200;

interface Pages {
  readonly at: number;
  readonly keys: EventKey[];
  readonly offsets: Set<number>;
  lowest: number;
  readonly event: AuditEvent;
}

/**
 * Whether an earlier request, for the page at `offset`, belongs to the same reading of the query as `pages`. During one
 * reading the OFFSET rises from 0, so an earlier page has a lower OFFSET, or one up to `OUT_OF_ORDER` higher if
 * requests were concurrent. If the OFFSET repeats, or a page with OFFSET 0 was added before, it is another reading.
 */
const isNextPage = ({ offsets, lowest }: Pages, offset: number): boolean =>
  lowest > 0 && offset <= lowest + OUT_OF_ORDER && !offsets.has(offset);

/**
 * Builds a list of nodes from events or groups of events, which must be added newest first, with nodes for gaps and
 * days in between. Folds adjacent requests of this extension, and the pages of a query.
 */
export class NodeList {
  readonly nodes: AuditNode[] = [];
  readonly #gaps: readonly GapPosition[];
  #nextGap = 0;
  #at = 0;
  #own: { count: number; keys: EventKey[]; groups: TrailGroup[]; name: string } | undefined;
  #day: string | undefined;
  readonly #pages = new Map<string, Pages>();

  constructor(gaps: readonly GapPosition[]) {
    this.#gaps = gaps;
  }

  /** Number of events or groups added so far, including those that were folded. Not valid after `finishList`. */
  get addedItemCount(): number {
    return this.#at;
  }
  get isFull(): boolean {
    return this.nodes.length > MAX_NODES || this.#at >= MAX_ITEMS_READ;
  }
  addNode(node: AuditNode): void {
    this.#addDueGapsAndCount();
    this.#addPendingOwnNode();
    this.nodes.push(node);
  }
  addEventOrFoldPage(row: LoadedEvent): void {
    const page = parsePageOfQuery(row.event);
    this.#addDueGapsAndCount();
    const pages = page && this.#pages.get(page.of);
    if (page && pages && isNextPage(pages, page.offset)) {
      pages.offsets.add(page.offset);
      pages.lowest = Math.min(pages.lowest, page.offset);
      pages.keys.push(row.key);
      const { keys, event } = pages;
      this.nodes[pages.at] = { kind: 'pages', keys, name: eventKey(row.event), event, mayHaveMore: false };
      return;
    }
    this.#addPendingOwnNode();
    if (page) {
      const { key, event } = row;
      const { offset } = page;
      const started = { keys: [key], offsets: new Set([offset]), lowest: offset, event };
      this.#pages.set(page.of, { at: this.nodes.length, ...started });
    }
    this.nodes.push(eventNode(row));
  }
  /**
   * Adds a heading if `day` differs from that of the previous call, or from undefined at the first
   * call. `day` is undefined for events without a valid time.
   */
  addDayHeadingIfChanged(day: string | undefined): void {
    if (day === this.#day) return;
    this.#addPendingOwnNode();
    this.#pages.clear();
    this.nodes.push({ kind: 'day', day });
    this.#day = day;
  }
  /**
   * Adds events of this extension's own requests to the node that folds them. `name` identifies the
   * event or group.
   */
  foldOwnRequests(folded: EventKey | TrailGroup, name: string): void {
    this.#addDueGapsAndCount();
    this.#own ??= { count: 0, keys: [], groups: [], name };
    this.#own.count += typeof folded === 'object' ? folded.events.length : 1;
    if (typeof folded === 'object') this.#own.groups.push(folded);
    else this.#own.keys.push(folded);
    this.#own.name = name;
  }
  /** Adds what follows the last event. `hasOlder` is true if older events may exist that are not loaded. */
  finishList(hasOlder: boolean): void {
    if (!this.isFull) this.#addDueGapsAndCount();
    this.#addPendingOwnNode(hasOlder || this.isFull);
    if (hasOlder || this.isFull) this.#markUnfinishedPages();
  }
  #addDueGapsAndCount(): void {
    for (let found = this.#gaps[this.#nextGap]; found && found.at <= this.#at; ) {
      this.#addPendingOwnNode(true);
      this.#markUnfinishedPages();
      this.#pages.clear();
      this.nodes.push({ kind: 'gap', gap: found.gap });
      found = this.#gaps[++this.#nextGap];
    }
    this.#at++;
  }
  #addPendingOwnNode(mayHaveMore = false): void {
    if (this.#own) this.nodes.push({ kind: 'own', ...this.#own, mayHaveMore });
    this.#own = undefined;
  }
  #markUnfinishedPages(): void {
    for (const { at, lowest } of this.#pages.values()) {
      const node = this.nodes[at];
      if (lowest > 0 && node?.kind === 'pages') this.nodes[at] = { ...node, mayHaveMore: true };
    }
  }
}
