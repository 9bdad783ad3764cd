/**
 * Whether the service pages, and whether more events exist. It is known that there is `nextOps`, but not how it is passed
 * back (S22, S28), so the first request for a further page is a probe. What is claimed is never more than what is known.
 */
import type { AuditEvent, NextOps } from '../../service/types.ts';
import { eventTimestamp, isProperTimestamp } from './timestamps.ts';

/** Of a service, as far as it has been tried; hand it to the next store of the same connection. */
export type PagingSupport = 'untried' | 'supported' | 'unsupported';

/** Why `more` is what it is. */
export type MoreReason =
  /** no: the service named no further page after a page that it was asked for by cursor, or nothing matches at all. */
  | 'end'
  /** yes: the service named where a further page starts. */
  | 'cursor'
  /** yes: the last page asked for brought nothing, but the service named where a further one starts. */
  | 'emptyPage'
  /** unknown: nothing was loaded yet. */
  | 'nothingLoaded'
  /** unknown: the service named no further page, but whether it ever does is not known. */
  | 'noCursor'
  /** unknown: the service ignored or refused the cursor. */
  | 'unsupported'
  /** unknown: the service began to repeat itself, or sent too many pages in a row with nothing in them. */
  | 'repeated';

export interface PagingState {
  readonly support: PagingSupport;
  readonly more: 'yes' | 'no' | 'unknown';
  readonly reason: MoreReason;
  /** Where a further page starts; only with `more: 'yes'`. */
  readonly next?: NextOps;
}

/** What a page brought, seen from the events that were loaded before. */
export interface PageEffect {
  readonly size: number;
  readonly added: readonly AuditEvent[];
  /** Events known before, other than the one the cursor names (a service may begin the page with it). */
  readonly repeated: number;
  readonly loadedBefore: number;
  /** Pages just before this one, asked for by cursor, that brought nothing. */
  readonly emptyBefore: number;
  /** Timestamp of the oldest event known before. */
  readonly oldestBefore?: string | undefined;
}

/** Pages in a row that bring nothing but a new cursor, and are followed; a service that makes up cursors must come to an end. */
const MAX_EMPTY = 100;

export const unloaded = (support: PagingSupport): PagingState => ({
  support,
  more: 'unknown',
  reason: 'nothingLoaded',
});
const unsupported: PagingState = { support: 'unsupported', more: 'unknown', reason: 'unsupported' };

/** After the first page of a listing. A short page says nothing about the end; only an empty one or `nextOps` does. */
export function afterFirstPage(support: PagingSupport, size: number, nextOps: NextOps | null): PagingState {
  if (support === 'unsupported') return unsupported;
  if (isUsable(nextOps)) return { support, more: 'yes', reason: 'cursor', next: nextOps };
  if (size === 0 || (support === 'supported' && nextOps === null))
    return { support, more: 'no', reason: 'end' };
  return { support, more: 'unknown', reason: 'noCursor' };
}

/** After a page asked for with the cursor `asked`. `used` holds the keys of all cursors sent so far. */
export function afterOlderPage(
  support: PagingSupport,
  effect: PageEffect,
  nextOps: NextOps | null,
  used: ReadonlySet<string>,
): PagingState {
  const isNew = isUsable(nextOps) && !used.has(cursorKey(nextOps));
  if (effect.added.length === 0 && effect.repeated === 0) {
    // With one event loaded, an ignored cursor looks the same.
    if (effect.size > 0 && effect.loadedBefore === 1) return { support, more: 'unknown', reason: 'repeated' };
    // Where nothing was loaded, a service that ignores the cursor sends nothing again.
    const found = effect.loadedBefore > 0 ? 'supported' : support;
    if (isNew)
      return effect.emptyBefore < MAX_EMPTY
        ? { support: found, more: 'yes', reason: 'emptyPage', next: nextOps }
        : { support: found, more: 'unknown', reason: 'repeated' };
    if (effect.size === 0 && isUsable(nextOps))
      return { support: found, more: 'unknown', reason: 'repeated' };
    // Empty, or only the event that the cursor names: a service that ignored the cursor would have repeated more.
    return { support: found, more: 'no', reason: 'end' };
  }
  if (!hasMoved(effect)) {
    return support === 'supported' ? { support, more: 'unknown', reason: 'repeated' } : unsupported;
  }
  if (isNew) return { support: 'supported', more: 'yes', reason: 'cursor', next: nextOps };
  if (nextOps === null) return { support: 'supported', more: 'no', reason: 'end' };
  return { support: 'supported', more: 'unknown', reason: isUsable(nextOps) ? 'repeated' : 'noCursor' };
}

/** After a further page was refused with status 400. */
export function afterRefusal(state: PagingState): PagingState {
  return state.support === 'supported' ? state : unsupported;
}

/**
 * Whether a page lies beyond what was loaded. New events alone don't show it: listing the audit log may itself be
 * audited, so a service that ignores the cursor sends the newest page again with a new event on top.
 */
function hasMoved({ added, repeated, oldestBefore }: PageEffect): boolean {
  if (added.length === 0) return false;
  if (repeated === 0) return true;
  return added.some((event) => {
    const time = eventTimestamp(event);
    return (
      oldestBefore !== undefined && time !== undefined && isProperTimestamp(time) && time <= oldestBefore
    );
  });
}

/** Whether `nextOps` names a place at all. */
export function isUsable(nextOps: NextOps | null): nextOps is NextOps {
  return nextOps !== null && Boolean(nextOps.timestamp || nextOps.changeID);
}

/** Equal for equal cursors. */
export function cursorKey(cursor: NextOps): string {
  return JSON.stringify([cursor.timestamp ?? '', cursor.changeID ?? '']);
}

/** Names of the query parameters that carry a cursor: the setting `vaultsql.audit.cursorParameters`. */
export interface CursorParameters {
  readonly timestamp: string;
  readonly changeID: string;
}

/** The query parameters that ask for the page at `next`; undefined where paging is turned off or there is no cursor. */
export function cursorParameters(
  next: NextOps | undefined,
  names: CursorParameters | null,
): Readonly<Record<string, string>> | undefined {
  if (next === undefined || names === null) return undefined;
  return {
    ...(next.timestamp ? { [names.timestamp]: next.timestamp } : {}),
    ...(next.changeID ? { [names.changeID]: next.changeID } : {}),
  };
}
