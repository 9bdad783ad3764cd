/** Derives from pages of a listing how cursors and `limit` are treated, and the order of events (S28, S29, S42). */
import { eventTimestamp, isValidTimestamp } from '../audit/feed/timestamps.ts';
import { isJsonObject } from '../service/json.ts';
import { parseJson } from '../service/parseJson.ts';
import { isHtml } from '../service/responseErrors.ts';
import type { TransportResponse } from '../service/transport.ts';
import type { AuditEvent, AuditPage, NextOps } from '../service/types.ts';
import type { Parameter, Response } from './requests.ts';
import type { CursorHandling, ErrorBodyForm, LimitHandling, ListingOrder } from './rules.ts';

/**
 * Minimum number of distinct times in a page for an order by time to be reported. A shorter page may happen to contain
 * none of the few events that arrived out of order.
 */
export const MIN_DISTINCT_TIMES = 12;

/** Returns the query parameters that pass the cursor `nextOps` back, with names that begin with `name` (S28). */
export function createCursorParameters(
  name: 'afterOps' | 'nextOps',
  { timestamp, changeID }: NextOps,
): readonly Parameter[] {
  return [
    ...(timestamp ? [[`${name}.timestamp`, timestamp, '{timestamp}'] as const] : []),
    ...(changeID ? [[`${name}.changeID`, changeID, '{changeID}'] as const] : []),
  ];
}

/** How a page that was requested with a cursor relates to the page before it. */
type PageMove =
  /** It has other events. `inclusive`: the first one is the event that the cursor names. */
  | { readonly kind: 'moved'; readonly inclusive: boolean }
  /** It has events of the page before other than the one that the cursor names, so the cursor was ignored. */
  | { readonly kind: 'stayed' }
  | { readonly kind: 'unclear' };

/** Returns the change ID of an event (S12), or undefined if it has none. */
export const changeIDOf = ({ context }: AuditEvent): string | undefined => context.changeID;

/**
 * A page (`before`) with its cursor (`next`), and a page that was listed without a cursor (`first`), which may be
 * larger and contain events that follow `before`.
 */
interface PageWithCursor {
  readonly first: AuditPage;
  readonly before: AuditPage;
  readonly next: NextOps;
}

/**
 * Compares the page that a cursor selected with the one before it, by the change IDs of their events. Events that are
 * newer than the page before prove nothing, because an ignored cursor returns them too if many events were added.
 */
export function classifyPageMove({ first, before, next }: PageWithCursor, after: AuditPage): PageMove {
  const old = new Set((before.events ?? []).map(changeIDOf));
  const events = after.events ?? [];
  const [head] = events;
  if (!head || old.has(undefined) || old.size < 2) return { kind: 'unclear' };
  // The event that the cursor names may be repeated; any other known event shows that the page is the one before.
  const others = events.filter((event) => changeIDOf(event) !== next.changeID);
  if (others.some((event) => old.has(changeIDOf(event)))) return { kind: 'stayed' };
  const inFirst = new Set((first.events ?? []).map(changeIDOf));
  const isKnownFurther = first !== before && others.some((event) => inFirst.has(changeIDOf(event)));
  if (others.length === 0 || (!isKnownFurther && areAllNewer(before, others))) return { kind: 'unclear' };
  return { kind: 'moved', inclusive: next.changeID !== undefined && changeIDOf(head) === next.changeID };
}

/**
 * Whether all of `others` may have been added since the page was listed: none is older than its newest event. False if
 * the page lists its oldest events first.
 */
function areAllNewer({ events }: AuditPage, others: readonly AuditEvent[]): boolean {
  const times = (events ?? []).flatMap((event) => eventTimestamp(event) ?? []);
  // In a listing with the oldest events first, the next page has newer ones.
  if ((times[0] ?? '') < (times.at(-1) ?? '')) return false;
  const newest = times.toSorted().at(-1) ?? '';
  return others.every((event) => (eventTimestamp(event) ?? '') >= newest);
}

/**
 * Returns how a service treated a request with cursor parameters whose names begin with `names`; undefined if that
 * can't be determined.
 */
export function findCursorHandling(
  response: Response<AuditPage>,
  continued: PageWithCursor,
  names: 'afterOps' | 'nextOps',
): CursorHandling | undefined {
  if (response.kind === 'refused') return 'refused';
  if (response.kind !== 'accepted') return undefined;
  const move = classifyPageMove(continued, response.value);
  if (move.kind === 'unclear') return undefined;
  return move.kind === 'stayed' ? 'ignored' : names;
}

/**
 * Returns how a service treated `limit`, from the response to a request with it; undefined if the request was not
 * accepted or the page is empty.
 */
export function findLimitHandling(response: Response<AuditPage>, limit: number): LimitHandling | undefined {
  if (response.kind !== 'accepted') return undefined;
  const size = (response.value.events ?? []).length;
  if (size === 0) return undefined;
  return size <= limit ? 'accepted' : 'ignored';
}

/**
 * Returns the order of the events within pages. The order is `arrival` if times in a page are out of order, or if pages
 * differ in order. An order by time is returned only if a page has at least `MIN_DISTINCT_TIMES` distinct times,
 * because otherwise the listing may be one by arrival. Returns undefined if the order can't be determined.
 */
export function findListingOrder(pages: readonly AuditPage[]): ListingOrder | undefined {
  const orders = new Set<ListingOrder>();
  let mostTimes = 0;
  for (const { events } of pages) {
    const times = (events ?? [])
      .map(eventTimestamp)
      .filter((time) => time !== undefined && isValidTimestamp(time));
    const count = new Set(times).size;
    if (count < 2) continue;
    mostTimes = Math.max(mostTimes, count);
    const pairs = times.slice(1).map((time, at) => [times[at] ?? '', time ?? ''] as const);
    if (pairs.every(([before, after]) => before >= after)) orders.add('newestFirst');
    else orders.add(pairs.every(([before, after]) => before <= after) ? 'oldestFirst' : 'arrival');
  }
  const [order] = orders;
  if (orders.size > 1) return 'arrival';
  return order === 'arrival' || mostTimes >= MIN_DISTINCT_TIMES ? order : undefined;
}

/** Returns the form of the body of an error response (S31). */
export function classifyErrorBody(response: TransportResponse): ErrorBodyForm {
  const { body } = response;
  if (body.trim() === '') return 'empty';
  const parsed = parseJson(body);
  if (!parsed.ok) return isHtml(response) ? 'html' : 'text';
  if (!isJsonObject(parsed.value)) return typeof parsed.value === 'string' ? 'text' : 'otherJson';
  if (isJsonObject(parsed.value.error)) return 'nested';
  return typeof parsed.value.message === 'string' ? 'flat' : 'otherJson';
}
