/**
 * What is known of a listing without looking at its events: which were loaded, so that none comes twice, and what is known
 * about the rest. The events themselves are handed on as they come (table/trail.ts keeps them).
 */
import type { ApiError } from '../../service/errors.ts';
import { stringifyJson } from '../../service/json.ts';
import type { AuditEvent, AuditPage, NextOps } from '../../service/types.ts';
import { CompactEvent, compactEvent, type EventData, variantEvent } from './compactEvent.ts';
import { contentHash } from './contents.ts';
import {
  afterFirstPage,
  afterOlderPage,
  afterRefusal,
  cursorKey,
  type PagingState,
  type PagingSupport,
  unloaded,
} from './paging.ts';
import { earlierOf, isProperTimestamp, laterOf } from './timestamps.ts';

export { type CursorParameters, cursorParameters, type MoreReason, type PagingSupport } from './paging.ts';

/** What can be claimed about the events loaded; shown with every view of them. */
export interface Provenance extends PagingState {
  readonly loaded: number;
  /** Times of events as the service gave them, odd forms aside; absent while there are none. */
  readonly oldest?: string;
  readonly newest?: string;
}

export interface Ledger {
  /** Names the listing where its events are kept. */
  readonly listing: number;
  /**
   * Takes in a page: `newest` as asked for without a cursor, `older` with the cursor `asked` (by default the one that
   * `provenance().next` gave). Answers the events that were not known, in the order of the page.
   */
  addPage(page: AuditPage, from: 'newest' | 'older', asked?: NextOps): readonly AuditEvent[];
  /**
   * Tells the ledger that a further page was refused. True if that answers the probe (status 400, never paged before):
   * then it is no failure to report, but the finding that this service does not page.
   */
  refused(error: ApiError): boolean;
  provenance(): Provenance;
}

/** Begins a listing. `paging` is what an earlier listing of the same connection found out. */
export type NewLedger = (paging?: PagingSupport) => Ledger;

interface LedgerOptions {
  readonly listing: number;
  readonly paging?: PagingSupport | undefined;
  /** Gets each event once, numbered by the order in which they come. */
  readonly keep: (events: readonly CompactEvent[]) => void;
}

/** The ledger of a listing of which nothing is loaded. */
export function createLedger({ listing, paging = 'untried', keep }: LedgerOptions): Ledger {
  /** By key, the hash of the event's content. */
  const known = new Map<string, string>();
  /** By key, the content hashes of the further, different events that came with it. */
  const variants = new Map<string, Set<string>>();
  let loaded = 0;
  const used = new Set<string>();
  /** Times that can be compared. */
  let oldest: string | undefined;
  let newest: string | undefined;
  /** Older pages in a row that brought nothing. */
  let empty = 0;
  let state: PagingState = unloaded(paging);

  /** Returns which of the events with that key this one is: 2 for the second. */
  const addVariant = (key: string, content: string): number => {
    const others = variants.get(key) ?? new Set();
    variants.set(owned(key), others.add(content));
    return others.size + 1;
  };
  const takeIn = (events: readonly AuditEvent[], boundary: string | undefined) => {
    const added: CompactEvent[] = [];
    let repeated = 0;
    for (const received of events) {
      const key = eventKey(received);
      const content = contentHash(received);
      const first = known.get(key);
      if (first !== content && !variants.get(key)?.has(content)) {
        if (first === undefined) known.set(owned(key), content);
        const event =
          first === undefined ? compactEvent(received) : variantEvent(received, addVariant(key, content));
        loaded++;
        added.push(event);
        const time = isProperTimestamp(event.time ?? '') ? event.time : undefined;
        oldest = earlierOf(oldest, time);
        newest = laterOf(newest, time);
      } else if (boundary === undefined || received.context.changeID !== boundary) repeated++;
    }
    if (added.length > 0) keep(added);
    return { added, repeated };
  };

  return {
    listing,
    addPage(page, from, asked = state.next) {
      const events = page.events ?? [];
      const isFirst = state.reason === 'nothingLoaded';
      const before = { loadedBefore: loaded, oldestBefore: oldest, emptyBefore: empty };
      const cursor = from === 'older' ? asked : undefined;
      const { added, repeated } = takeIn(events, cursor?.changeID);
      if (from === 'older') {
        if (cursor) used.add(cursorKey(cursor));
        const effect = { size: events.length, added, repeated, ...before };
        empty = added.length === 0 ? empty + 1 : 0;
        state = afterOlderPage(state.support, effect, page.nextOps, used);
      } else if (isFirst) state = afterFirstPage(state.support, events.length, page.nextOps);
      return added;
    },
    refused(error) {
      if (error.kind !== 'status' || error.status !== 400 || state.support === 'supported') return false;
      state = afterRefusal(state);
      return true;
    },
    provenance: () => ({
      ...state,
      loaded,
      ...(newest && { newest }),
      ...(oldest && { oldest }),
    }),
  };
}

/** A copy: a part of an event's text, or of an answer's, would keep all of that in memory. */
const owned = (text: string): string => ` ${text}`.slice(1);

const [ID, VARIANT, RAW] = ['id ', 'variant ', 'raw '];

/**
 * What identifies an event in its listing: its change ID (S12), with its number from the second of several different
 * events on that have one ID. An event without a change ID is the same as another only if all of it is.
 */
export function eventKey(event: AuditEvent & Pick<EventData, 'variant'>): string {
  // A compact one has it available: its context would be parsed again.
  const { changeID } = event instanceof CompactEvent ? event : event.context;
  if (!changeID) return `${RAW}${stringifyJson(event.raw)}`;
  const { variant = 1 } = event;
  return variant > 1 ? `${VARIANT}${variant} ${changeID}` : `${ID}${changeID}`;
}

/** Whether a different event with the same change ID is known. */
export const isConflicting = (event: AuditEvent & Pick<EventData, 'variant'>): boolean =>
  event.variant !== undefined;

/** The change ID and variant that a key was made of, or the JSON text of an event without a change ID. */
export function partsOfKey(
  key: string,
): { readonly changeID: string; readonly variant: number } | { readonly text: string } {
  if (key.startsWith(ID)) return { changeID: key.slice(ID.length), variant: 1 };
  if (!key.startsWith(VARIANT)) return { text: key.slice(RAW.length) };
  const numbered = key.slice(VARIANT.length);
  const space = numbered.indexOf(' ');
  return { changeID: numbered.slice(space + 1), variant: Number(numbered.slice(0, space)) };
}
