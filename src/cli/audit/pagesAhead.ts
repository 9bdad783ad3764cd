/** Requests pages of a listing before they are asked for, so that the service works while the caller does. */

import { setImmediate } from 'node:timers/promises';
import { createCursorKey, isUsableCursor } from '../../core/audit/feed/paging.ts';
import type { AuditPage, NextOps } from '../../core/service/types.ts';
import type { AuditSource } from './auditSource.ts';

/**
 * No further page is requested while this many pages, or pages with this many events, wait for the caller. About as many
 * arrive while the caller writes a large block to a file; more would only take memory.
 */
const ENOUGH_PAGES = 8;
const ENOUGH_EVENTS = 800;

/**
 * Turns of the event loop after which a request is on its way: one each for the token, the connection, and writing.
 * Without them, the request would be sent only after the caller has processed the page before.
 */
const TURNS_TO_SEND = 3;

type Fetch = (cursor: NextOps | undefined) => ReturnType<AuditSource['fetch']>;

interface RequestedPage {
  readonly key: string;
  readonly page: ReturnType<Fetch>;
  /** Number of events. 0 until the page arrives. */
  events: number;
  /** The cursor of the page that is requested after this one. Undefined until this page arrives, or if there is none. */
  next?: NextOps;
}

const keyOf = (cursor: NextOps | undefined): string => (cursor ? createCursorKey(cursor) : '');

/**
 * Returns a function that fetches a page as `fetch` does, and goes on to request the following pages, one at a time. The
 * page that `isLast` recognises is not followed by another one. After a failure, nothing is requested ahead until the caller
 * fetches a page again.
 */
export function fetchAhead(fetch: Fetch, isLast: (page: AuditPage) => boolean): Fetch {
  let waiting: RequestedPage[] = [];
  let newest: RequestedPage | undefined;
  const request = (cursor: NextOps | undefined): RequestedPage => {
    const requested: RequestedPage = {
      key: keyOf(cursor),
      events: 0,
      page: fetch(cursor).then((page) => {
        if (page.ok) requested.events = page.value.events?.length ?? 0;
        if (page.ok && isUsableCursor(page.value.nextOps) && !isLast(page.value))
          requested.next = page.value.nextOps;
        requestNext();
        return page;
      }),
    };
    newest = requested;
    return requested;
  };
  const requestNext = (): void => {
    if (newest?.next === undefined) return;
    const events = waiting.reduce((sum, page) => sum + page.events, 0);
    if (waiting.length < ENOUGH_PAGES && events < ENOUGH_EVENTS) waiting.push(request(newest.next));
  };
  return async (cursor) => {
    let requested = waiting.shift();
    if (requested?.key !== keyOf(cursor)) {
      waiting = [];
      requested = request(cursor);
    }
    const page = await requested.page;
    requestNext();
    for (let turn = 0; turn < TURNS_TO_SEND; turn++) await setImmediate();
    return page;
  };
}
