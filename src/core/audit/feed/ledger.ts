/** Keeps track of a listing without keeping its events: which events were loaded, and whether there are more. */
import type { ApiError } from '../../service/errors.ts';
import { stringifyJson } from '../../service/json.ts';
import type { AuditEvent, AuditPage, NextOps } from '../../service/types.ts';
import { CompactEvent, type EventData, toCompactEvent, withVariant } from './compactEvent.ts';
import { computeContentHash } from './contentComparison.ts';
import {
  createCursorKey,
  initialPagingState,
  type PagingState,
  type PagingSupport,
  pagingStateAfterFirstPage,
  pagingStateAfterOlderPage,
  pagingStateAfterRefusal,
} from './paging.ts';
import { earlierTimestamp, isValidTimestamp, laterTimestamp } from './timestamps.ts';

export {
  type CursorParameterNames as CursorParameters,
  type MoreReason,
  type PagingSupport,
  toCursorParameters as cursorParameters,
} from './paging.ts';

export interface Provenance extends PagingState {
  readonly loaded: number;
  /** Number of recorded pages that contained new events. */
  readonly pages: number;
  /** Time of the oldest loaded event with a valid time, as `eventTimestamp` returns it. */
  readonly oldest?: string;
  readonly newest?: string;
}

export interface Ledger {
  /** The number under which the trail stores the listing's events. */
  readonly listing: number;
  /**
   * Records a page and returns its events that were not loaded before. `newest`: the page was fetched without a cursor,
   * or while following. `older`: the page was fetched with the cursor `asked`, by default `provenance().next`. The
   * ledger of a file records nothing and returns an empty list.
   */
  addPage(page: AuditPage, from: 'newest' | 'older', asked?: NextOps): readonly AuditEvent[];
  /**
   * Handles the failure of a request for a further page. If it only shows that this service does not page, records that
   * and returns true; otherwise returns false.
   */
  recordRefusal(error: ApiError): boolean;
  provenance(): Provenance;
}

/**
 * Creates the ledger of a new listing. `paging` is what an earlier listing of the same connection revealed about
 * paging.
 */
export type NewLedger = (paging?: PagingSupport) => Ledger;

interface LedgerOptions {
  readonly listing: number;
  readonly paging?: PagingSupport | undefined;
  /**
   * Called with those events of a page that are new to the listing, in the order of the page. Not called if there are
   * none.
   */
  readonly onNewEvents: (events: readonly CompactEvent[]) => void;
}

export function createLedger({ listing, paging = 'untried', onNewEvents }: LedgerOptions): Ledger {
  const known = new Map<string, string>();
  const variants = new Map<string, Set<string>>();
  let loaded = 0;
  let pages = 0;
  const used = new Set<string>();
  let oldest: string | undefined;
  let newest: string | undefined;
  let empty = 0;
  let state: PagingState = initialPagingState(paging);

  const addVariant = (key: string, content: string): number => {
    const others = variants.get(key) ?? new Set();
    variants.set(copyTextWithoutParent(key), others.add(content));
    return others.size + 1;
  };
  const recordEvents = (events: readonly AuditEvent[], boundary: string | undefined) => {
    const added: CompactEvent[] = [];
    let repeated = 0;
    for (const received of events) {
      const key = eventKey(received);
      const content = computeContentHash(received);
      const first = known.get(key);
      if (first !== content && !variants.get(key)?.has(content)) {
        if (first === undefined) known.set(copyTextWithoutParent(key), content);
        const event =
          first === undefined ? toCompactEvent(received) : withVariant(received, addVariant(key, content));
        loaded++;
        added.push(event);
        const time = isValidTimestamp(event.time ?? '') ? event.time : undefined;
        oldest = earlierTimestamp(oldest, time);
        newest = laterTimestamp(newest, time);
      } else if (boundary === undefined || received.context.changeID !== boundary) repeated++;
    }
    if (added.length > 0) {
      pages++;
      onNewEvents(added);
    }
    return { added, repeated };
  };

  return {
    listing,
    addPage(page, from, asked = state.next) {
      const events = page.events ?? [];
      const isFirst = state.reason === 'nothingLoaded';
      const before = { loadedBefore: loaded, oldestBefore: oldest, emptyBefore: empty };
      const cursor = from === 'older' ? asked : undefined;
      const { added, repeated } = recordEvents(events, cursor?.changeID);
      if (from === 'older') {
        if (cursor) used.add(createCursorKey(cursor));
        const effect = { size: events.length, added, repeated, ...before };
        empty = added.length === 0 ? empty + 1 : 0;
        state = pagingStateAfterOlderPage(state.support, effect, page.nextOps, used);
      } else if (isFirst) state = pagingStateAfterFirstPage(state.support, events.length, page.nextOps);
      return added;
    },
    recordRefusal(error) {
      if (error.kind !== 'status' || error.status !== 400 || state.support === 'supported') return false;
      state = pagingStateAfterRefusal(state);
      return true;
    },
    provenance: () => ({
      ...state,
      loaded,
      pages,
      ...(newest && { newest }),
      ...(oldest && { oldest }),
    }),
  };
}

/** Copies a string. A substring of an event's or response's text would keep the whole text in memory. */
const copyTextWithoutParent = (text: string): string => ` ${text}`.slice(1);

const [ID, VARIANT, RAW] = ['id ', 'variant ', 'raw '];

/**
 * Returns the key that identifies an event in its listing. The key contains the change ID (S12), and `variant` if that
 * is greater than 1. Without a change ID, the key contains the whole JSON text.
 */
export function eventKey(event: AuditEvent & Pick<EventData, 'variant'>): string {
  // A compact event has its change ID at hand; reading its context would parse the text.
  const { changeID } = event instanceof CompactEvent ? event : event.context;
  if (!changeID) return `${RAW}${stringifyJson(event.raw)}`;
  const { variant = 1 } = event;
  return variant > 1 ? `${VARIANT}${variant} ${changeID}` : `${ID}${changeID}`;
}

/** Whether the event has a number among different events that share its change ID. */
export const hasVariantNumber = (event: AuditEvent & Pick<EventData, 'variant'>): boolean =>
  event.variant !== undefined;

/**
 * Parses a key that `eventKey` returned. Returns the change ID and the event's number, from 1, among the different
 * events that share it; for an event without a change ID, returns its JSON text.
 */
export function parseEventKey(
  key: string,
): { readonly changeID: string; readonly variant: number } | { readonly text: string } {
  if (key.startsWith(ID)) return { changeID: key.slice(ID.length), variant: 1 };
  if (!key.startsWith(VARIANT)) return { text: key.slice(RAW.length) };
  const numbered = key.slice(VARIANT.length);
  const space = numbered.indexOf(' ');
  return { changeID: numbered.slice(space + 1), variant: Number(numbered.slice(0, space)) };
}
