import { eventTimestamp, isValidTimestamp } from '../audit/feed/timestamps.ts';
import { isJsonObject } from '../service/json.ts';
import { parseJson } from '../service/parseJson.ts';
import { isHtml } from '../service/responseErrors.ts';
import type { TransportResponse } from '../service/transport.ts';
import type { AuditEvent, AuditPage, NextOps } from '../service/types.ts';
import type { ListingParameter, RequestOutcome } from './requests.ts';
import type { CursorHandling, ErrorBodyForm, LimitHandling, ListingOrder } from './rules.ts';

/**
 * Minimum number of distinct times that at least one page must have before an order by time is reported. A page with
 * fewer times may happen to contain none of the few events that arrived out of order. For `newestFirst`, the latest
 * listing must also have this many events that the first one did not have.
 */
export const MIN_DISTINCT_TIMES = 12;

/** Returns the query parameters that pass the cursor `nextOps` back, with names that begin with `prefix` (S28). */
export function createCursorParameters(
  prefix: 'afterOps' | 'nextOps',
  { timestamp, changeID }: NextOps,
): readonly ListingParameter[] {
  return [
    ...(timestamp ? [[`${prefix}.timestamp`, timestamp, '{timestamp}'] as const] : []),
    ...(changeID ? [[`${prefix}.changeID`, changeID, '{changeID}'] as const] : []),
  ];
}

type PageMove =
  /**
   * The page has events other than the one that the cursor names, and none of them is on the page before. `inclusive`:
   * the first event of the page is the one that the cursor names.
   */
  | { readonly kind: 'moved'; readonly inclusive: boolean }
  /** An event of the page before that the cursor does not name is on the page again: the cursor was ignored. */
  | { readonly kind: 'stayed' }
  | { readonly kind: 'unclear' };

export const changeIDOf = ({ context }: AuditEvent): string | undefined => context.changeID;

interface PageWithCursor {
  readonly first: AuditPage;
  readonly before: AuditPage;
  readonly next: NextOps;
}

/**
 * Classifies the page `after`, which was requested with the cursor `next` of the page `before`. Events are compared by
 * their change IDs. `first` is a page that was listed without a cursor; it may be `before` itself. A page with only
 * newer events is `unclear`, because a service that ignores the cursor returns them, too. It is `moved` only if
 * `before` lists older events first, or if one of its events is also on `first` but not on `before`.
 */
export function classifyPageMove({ first, before, next }: PageWithCursor, after: AuditPage): PageMove {
  const old = new Set((before.events ?? []).map(changeIDOf));
  const events = after.events ?? [];
  const [head] = events;
  if (!head || old.has(undefined) || old.size < 2) return { kind: 'unclear' };
  // The event that the cursor names may be returned again. Any other event of the page before shows that the cursor was
  // ignored.
  const others = events.filter((event) => changeIDOf(event) !== next.changeID);
  if (others.some((event) => old.has(changeIDOf(event)))) return { kind: 'stayed' };
  const inFirst = new Set((first.events ?? []).map(changeIDOf));
  const isKnownFurther = first !== before && others.some((event) => inFirst.has(changeIDOf(event)));
  if (others.length === 0 || (!isKnownFurther && areAllNewer(before, others))) return { kind: 'unclear' };
  return { kind: 'moved', inclusive: next.changeID !== undefined && changeIDOf(head) === next.changeID };
}

function areAllNewer({ events }: AuditPage, others: readonly AuditEvent[]): boolean {
  const times = (events ?? []).flatMap((event) => eventTimestamp(event) ?? []);
  // In a listing with the oldest events first, the next page has newer ones.
  if ((times[0] ?? '') < (times.at(-1) ?? '')) return false;
  const newest = times.toSorted().at(-1) ?? '';
  return others.every((event) => (eventTimestamp(event) ?? '') >= newest);
}

/**
 * Returns how a service treated a request with cursor parameters whose names begin with `prefix`; undefined if that
 * can't be determined.
 */
export function findCursorHandling(
  response: RequestOutcome<AuditPage>,
  previous: PageWithCursor,
  prefix: 'afterOps' | 'nextOps',
): CursorHandling | undefined {
  if (response.kind === 'refused') return 'refused';
  if (response.kind !== 'accepted') return undefined;
  const move = classifyPageMove(previous, response.value);
  if (move.kind === 'unclear') return undefined;
  return move.kind === 'stayed' ? 'ignored' : prefix;
}

/**
 * Returns `accepted` if the response has at most `limit` events, and `ignored` if it has more; undefined if the request
 * was not accepted or the page is empty.
 */
export function findLimitHandling(
  response: RequestOutcome<AuditPage>,
  limit: number,
): LimitHandling | undefined {
  if (response.kind !== 'accepted') return undefined;
  const size = (response.value.events ?? []).length;
  if (size === 0) return undefined;
  return size <= limit ? 'accepted' : 'ignored';
}

/** Returns the order of the events within pages; undefined if it can't be determined. */
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

export function classifyErrorBody(response: TransportResponse): ErrorBodyForm {
  const { body } = response;
  if (body.trim() === '') return 'empty';
  const parsed = parseJson(body);
  if (!parsed.ok) return isHtml(response) ? 'html' : 'text';
  if (!isJsonObject(parsed.value)) return typeof parsed.value === 'string' ? 'text' : 'otherJson';
  if (isJsonObject(parsed.value.error)) return 'nested';
  return typeof parsed.value.message === 'string' ? 'flat' : 'otherJson';
}
