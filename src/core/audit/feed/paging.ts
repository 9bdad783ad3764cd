/**
 * Determines whether the service pages and whether more events exist. The service returns `nextOps`, but its
 * documentation does not say how to pass it back (S22, S28). Therefore the first request for a further page is a probe.
 */
import type { AuditEvent, NextOps } from '../../service/types.ts';
import { eventTimestamp, isValidTimestamp } from './timestamps.ts';

export type PagingSupport = 'untried' | 'supported' | 'unsupported';

export type MoreReason =
  | 'end'
  | 'cursor'
  /** The last page had no new event, but the service returned a cursor for a further page. */
  | 'emptyPage'
  | 'nothingLoaded'
  /** The service returned no usable cursor. */
  | 'noCursor'
  | 'unsupported'
  /** The service's pages or cursors lead no further. */
  | 'repeated';

export interface PagingState {
  readonly support: PagingSupport;
  readonly more: 'yes' | 'no' | 'unknown';
  readonly reason: MoreReason;
  readonly next?: NextOps;
}

/** What a page requested by cursor contains, compared with the events that were loaded before. */
export interface PageEffect {
  readonly size: number;
  readonly added: readonly AuditEvent[];
  /**
   * Number of the page's events that were loaded before or occur earlier in the page. The event that the cursor names
   * does not count.
   */
  readonly repeated: number;
  readonly loadedBefore: number;
  /** Number of pages without a new event since the last page with one. Only pages requested by cursor count. */
  readonly emptyBefore: number;
  readonly oldestBefore?: string | undefined;
}

/**
 * Maximum number of consecutive pages without a new event after which the next page is still requested. Without this
 * limit, loading would never end if the service returned new cursors forever.
 */
const MAX_EMPTY_PAGES = 100;

export const initialPagingState = (support: PagingSupport): PagingState => ({
  support,
  more: 'unknown',
  reason: 'nothingLoaded',
});
const unsupported: PagingState = { support: 'unsupported', more: 'unknown', reason: 'unsupported' };

/**
 * Returns the state after the first page of a listing. The page has `size` events; a short page need not be the last.
 */
export function pagingStateAfterFirstPage(
  support: PagingSupport,
  size: number,
  nextOps: NextOps | null,
): PagingState {
  if (support === 'unsupported') return unsupported;
  if (isUsableCursor(nextOps)) return { support, more: 'yes', reason: 'cursor', next: nextOps };
  if (size === 0 || (support === 'supported' && nextOps === null))
    return { support, more: 'no', reason: 'end' };
  return { support, more: 'unknown', reason: 'noCursor' };
}

/**
 * Returns the state after a page requested by cursor. `used` contains the keys (`createCursorKey`) of the cursors with
 * which pages of the listing were fetched so far.
 */
export function pagingStateAfterOlderPage(
  support: PagingSupport,
  effect: PageEffect,
  nextOps: NextOps | null,
  used: ReadonlySet<string>,
): PagingState {
  const isNew = isUsableCursor(nextOps) && !used.has(createCursorKey(nextOps));
  if (effect.added.length === 0 && effect.repeated === 0) {
    // If only one event is loaded, a service that ignores the cursor can return the same page.
    if (effect.size > 0 && effect.loadedBefore === 1) return { support, more: 'unknown', reason: 'repeated' };
    // If no event was loaded before, an empty page does not show that the service used the cursor.
    const found = effect.loadedBefore > 0 ? 'supported' : support;
    if (isNew)
      return effect.emptyBefore < MAX_EMPTY_PAGES
        ? { support: found, more: 'yes', reason: 'emptyPage', next: nextOps }
        : { support: found, more: 'unknown', reason: 'repeated' };
    if (effect.size === 0 && isUsableCursor(nextOps))
      return { support: found, more: 'unknown', reason: 'repeated' };
    // The page has at most the event that the cursor names. If events were loaded before, a service that ignored the
    // cursor would have repeated more.
    return { support: found, more: 'no', reason: 'end' };
  }
  if (!hasOlderEvents(effect)) {
    return support === 'supported' ? { support, more: 'unknown', reason: 'repeated' } : unsupported;
  }
  if (isNew) return { support: 'supported', more: 'yes', reason: 'cursor', next: nextOps };
  if (nextOps === null) return { support: 'supported', more: 'no', reason: 'end' };
  return { support: 'supported', more: 'unknown', reason: isUsableCursor(nextOps) ? 'repeated' : 'noCursor' };
}

/**
 * Returns the state after the service rejected a request for a further page with status 400. A service that has
 * paged before is still considered to support paging.
 */
export function pagingStateAfterRefusal(state: PagingState): PagingState {
  return state.support === 'supported' ? state : unsupported;
}

/**
 * Whether a page seems to contain events further down the listing than those loaded before. A new event beside repeated
 * ones does not prove that, because listing the audit trail may itself create an audit event. A service that ignores
 * the cursor can then return the newest page again with a new event on top.
 */
function hasOlderEvents({ added, repeated, oldestBefore }: PageEffect): boolean {
  if (added.length === 0) return false;
  if (repeated === 0) return true;
  return added.some((event) => {
    const time = eventTimestamp(event);
    return oldestBefore !== undefined && time !== undefined && isValidTimestamp(time) && time <= oldestBefore;
  });
}

/** Whether `nextOps` contains a timestamp or a change ID, and so can be used as a cursor. */
export function isUsableCursor(nextOps: NextOps | null): nextOps is NextOps {
  return nextOps !== null && Boolean(nextOps.timestamp || nextOps.changeID);
}

export function createCursorKey(cursor: NextOps): string {
  return JSON.stringify([cursor.timestamp ?? '', cursor.changeID ?? '']);
}

/** Names of the query parameters in which a cursor is sent, as in the setting `vaultsql.audit.cursorParameters`. */
export interface CursorParameterNames {
  readonly timestamp: string;
  readonly changeID: string;
}

/**
 * Returns the query parameters that request the page at `cursor`. Undefined if `cursor` is undefined, or if paging is
 * turned off (`names` is null).
 */
export function toCursorParameters(
  cursor: NextOps | undefined,
  names: CursorParameterNames | null,
): Readonly<Record<string, string>> | undefined {
  if (cursor === undefined || names === null) return undefined;
  return {
    ...(cursor.timestamp ? { [names.timestamp]: cursor.timestamp } : {}),
    ...(cursor.changeID ? { [names.changeID]: cursor.changeID } : {}),
  };
}
