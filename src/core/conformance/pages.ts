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

type PageMove =
  /** It has other events. `inclusive`: the first one is the event that the cursor names. */
  | { readonly kind: 'moved'; readonly inclusive: boolean }
  /** It has events of the page before other than the one that the cursor names, so the cursor was ignored. */
  | { readonly kind: 'stayed' }
  | { readonly kind: 'unclear' };

export const changeIDOf = ({ context }: AuditEvent): string | undefined => context.changeID;

interface PageWithCursor {
  readonly first: AuditPage;
  readonly before: AuditPage;
  readonly next: NextOps;
}

/**
 * Compares the page that a cursor selected with the one before it, by change IDs. Events that are newer than the page
 * before prove nothing, because an ignored cursor returns them too.
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
