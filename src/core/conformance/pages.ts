/** What single pages of a listing show: how a cursor moved, how large a page is, and in which order it lists (S28, S29, S42). */
import { eventTimestamp, isValidTimestamp } from '../audit/feed/timestamps.ts';
import type { FilterName } from '../audit/filters/filters.ts';
import { isJsonObject } from '../service/json.ts';
import { parseJson } from '../service/parseJson.ts';
import type { TransportResponse } from '../service/transport.ts';
import type { AuditEvent, AuditPage, NextOps } from '../service/types.ts';
import type { Parameter, Response } from './requests.ts';
import type { CursorHandling, ErrorBodyForm, LimitHandling, ListingOrder } from './rules.ts';

/**
 * Minimum number of different times in a page from which an order by time is claimed. In a shorter page, the few events that
 * arrived out of order may be missing.
 */
const MIN_TIMES = 12;

export const parametersOf: Readonly<Record<'afterOps' | 'nextOps', (next: NextOps) => readonly Parameter[]>> =
  {
    afterOps: (next) => cursorOf('afterOps', next),
    nextOps: (next) => cursorOf('nextOps', next),
  };
function cursorOf(prefix: string, { timestamp, changeID }: NextOps): readonly Parameter[] {
  return [
    ...(timestamp ? [[`${prefix}.timestamp`, timestamp, '{timestamp}'] as const] : []),
    ...(changeID ? [[`${prefix}.changeID`, changeID, '{changeID}'] as const] : []),
  ];
}

/** What a page returned for a cursor means, seen from the page that gave the cursor. */
type Move =
  /** Further events; `inclusive`: the first one is the event that the cursor names. */
  | { readonly kind: 'moved'; readonly inclusive: boolean }
  /** The page before was returned again. */
  | { readonly kind: 'stayed' }
  | { readonly kind: 'unclear' };

export const idOf = ({ context }: AuditEvent): string | undefined => context.changeID;
export const isUsable = (next: NextOps | null): next is NextOps =>
  next !== null && Boolean(next.timestamp || next.changeID);

/** Compares the page that a cursor selected with the one before it by the change IDs of their events. */
export function moveOf(before: AuditPage, next: NextOps, after: AuditPage): Move {
  const old = new Set((before.events ?? []).map(idOf));
  const events = after.events ?? [];
  const [first] = events;
  if (!first || old.has(undefined) || old.size < 2) return { kind: 'unclear' };
  // The event that the cursor names may be repeated; any other known event shows that the page is the one before.
  const others = events.filter((event) => idOf(event) !== next.changeID);
  if (others.some((event) => old.has(idOf(event)))) return { kind: 'stayed' };
  if (others.length === 0) return { kind: 'unclear' };
  return { kind: 'moved', inclusive: next.changeID !== undefined && idOf(first) === next.changeID };
}

/** How a service treated a request with a cursor under `names`; undefined if that can't be told. */
export function handlingOf(
  response: Response<AuditPage>,
  before: AuditPage,
  next: NextOps,
  names: 'afterOps' | 'nextOps',
): CursorHandling | undefined {
  if (response.kind === 'refused') return 'refused';
  if (response.kind !== 'accepted') return undefined;
  const move = moveOf(before, next, response.value);
  if (move.kind === 'unclear') return undefined;
  return move.kind === 'stayed' ? 'ignored' : names;
}

/** How a service treated `limit`, from a page that was requested with it; undefined if that can't be told. */
export function limitOf(response: Response<AuditPage>, limit: number): LimitHandling | undefined {
  if (response.kind !== 'accepted') return undefined;
  const size = (response.value.events ?? []).length;
  if (size === 0) return undefined;
  return size <= limit ? 'accepted' : 'ignored';
}

/**
 * Order of the events within pages. A listing by arrival is recognized only if some times of a page are out of order, so an
 * order by time is claimed only if a page has at least `MIN_TIMES` different times; else the order is undefined.
 */
export function orderOf(pages: readonly AuditPage[]): ListingOrder | undefined {
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
  return order === 'arrival' || mostTimes >= MIN_TIMES ? order : undefined;
}

/** Values that an event has in the field of a filter. */
export function valuesOf(event: AuditEvent, name: FilterName): readonly string[] {
  if (name === 'resourceIDs') return event.resourceIDs;
  const part = name.startsWith('context.')
    ? event.context[name.slice('context.'.length) as keyof AuditEvent['context']]
    : name === 'accountID' || name === 'parentAccountID'
      ? event[name]
      : event.request[name as 'vaultID' | 'workspaceID'];
  return part === undefined ? [] : [part];
}

/** Form of the body of an error response (S31). */
export function errorBodyOf({ body, headers }: TransportResponse): ErrorBodyForm {
  if (body.trim() === '') return 'empty';
  const parsed = parseJson(body);
  if (!parsed.ok) return /html/i.test(headers['content-type'] ?? '') || /^\s*</.test(body) ? 'html' : 'text';
  if (!isJsonObject(parsed.value)) return typeof parsed.value === 'string' ? 'text' : 'otherJson';
  if (isJsonObject(parsed.value.error)) return 'nested';
  return typeof parsed.value.message === 'string' ? 'flat' : 'otherJson';
}
