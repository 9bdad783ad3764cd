/** Reads a listing of audit events page by page, from the newest event to older ones. */

import { isTransient } from '../../core/audit/feed/follow.ts';
import { createListingReader, type ReadOutcome, validTimeOf } from '../../core/audit/feed/listingReader.ts';
import { createCursorKey } from '../../core/audit/feed/paging.ts';
import { EventMemory, rememberEvent, toStorableEvent } from '../../core/audit/handover/eventMemory.ts';
import type { Sha256 } from '../../core/audit/handover/records.ts';
import { type ApiError, getRequestedWaitMs } from '../../core/service/errors.ts';
import type { AuditEvent, AuditPage, NextOps } from '../../core/service/types.ts';
import type { CommandIO } from '../commandIO.ts';
import { describeErrorAndWait } from '../describeError.ts';
import type { AuditSource } from './auditSource.ts';
import { fetchAhead } from './pagesAhead.ts';

interface ListingRange {
  /** The earliest time of events, as a timestamp of the service; undefined for no limit. */
  readonly since: string | undefined;
  readonly until: string | undefined;
  /** Whether further pages are requested while the caller processes a page. */
  readonly isPrefetching: boolean;
}

/**
 * Why reading ended. `end`: the listing ended, or an event before the range was read. `cut`: the service returned no
 * cursor that leads to further events, although older ones may exist. `stopped`: the user stopped the command.
 */
export type ListingEnd =
  | { readonly kind: 'end' | 'cut' | 'stopped' }
  | { readonly kind: 'failed'; readonly error: ApiError };

const MAX_ATTEMPTS = 6;
/** Applies while no request has reached the service. A wrong address is then more likely than a short outage. */
const MAX_FIRST_CONNECTION_ATTEMPTS = 2;
const MAX_DELAY_MS = 60_000;
/** Minimum number of events of earlier pages that are skipped if a later page repeats them. */
const MAX_REMEMBERED = 2_000;

/**
 * Yields the events of a time range, newest first, as one list for each page. Retries a request that may succeed later.
 * Returns why reading ended.
 */
export async function* readListing(
  source: AuditSource,
  { since, until, isPrefetching }: ListingRange,
  io: CommandIO,
  sha256: Sha256,
): AsyncGenerator<readonly AuditEvent[], ListingEnd> {
  let memory = new EventMemory([]);
  let recent: readonly AuditEvent[] = [];
  let isByTime = true;
  let paging = { pages: source.pages, paged: false };
  let time: string | undefined;
  let first: string | undefined;
  const used = new Set<string>();
  const isLast = ({ events }: AuditPage): boolean =>
    io.stopping.aborted ||
    (since !== undefined && (events ?? []).some((event) => (validTimeOf(event) ?? since) < since));
  const fetch = (cursor: NextOps | undefined) => source.fetch(cursor, io.aborting);
  const fetchPage = isPrefetching ? fetchAhead(fetch, isLast) : fetch;
  const readPage = async (cursor: NextOps | undefined): Promise<ReadOutcome> => {
    const reader = createListingReader(paging, {
      async fetch(place) {
        const page = await fetchPage(place);
        if (!page.ok) return page;
        const events = (page.value.events ?? []).map((event) => toStorableEvent(event, sha256));
        return { ...page, value: { events, nextOps: page.value.nextOps } };
      },
      addEvents: (events) => memory.add(events),
      isByTime: () => isByTime,
    });
    const outcome = await reader.read({
      ...(cursor ? { cursor } : {}),
      time,
      first,
      until: (run) =>
        since !== undefined && isByTime && run.isSorted && run.time !== undefined && run.time < since,
      budget: { pages: 1 },
    });
    paging = { pages: reader.pages(), paged: reader.hasPaged() };
    isByTime &&= outcome.run.isSorted;
    time = outcome.run.time;
    first = outcome.run.first;
    recent = [...recent, ...outcome.run.events.map(({ event }) => event)].slice(-MAX_REMEMBERED);
    if (memory.size > 2 * MAX_REMEMBERED) memory = new EventMemory(recent.map(rememberEvent));
    return outcome;
  };
  const isInRange = (event: AuditEvent): boolean => {
    const at = validTimeOf(event);
    return at === undefined || ((since === undefined || at >= since) && (until === undefined || at <= until));
  };
  let cursor: NextOps | undefined;
  for (let attempt = 1; ; ) {
    const outcome = await readPage(cursor);
    const { run } = outcome;
    const next = outcome.end === 'full' ? run.next : undefined;
    if (next && used.has(createCursorKey(next))) {
      yield run.added.filter(isInRange);
      return { kind: 'cut' };
    }
    if (next) {
      attempt = 1;
      used.add(createCursorKey(next));
      cursor = next;
    }
    yield run.added.filter(isInRange);
    if (!next && outcome.end !== 'failed') return { kind: outcome.end === 'cut' ? 'cut' : 'end' };
    if (io.stopping.aborted) return { kind: 'stopped' };
    if (outcome.end !== 'failed') continue;
    const { error } = outcome;
    const wasNeverReached = error.kind === 'network' && !error.mayHaveBeenSent && cursor === undefined;
    const maxAttempts = wasNeverReached ? MAX_FIRST_CONNECTION_ATTEMPTS : MAX_ATTEMPTS;
    if (!isTransient(error) || attempt >= maxAttempts) return { kind: 'failed', error };
    const requestedMs = getRequestedWaitMs(error);
    const waitMs = Math.max(requestedMs, Math.min(MAX_DELAY_MS, 1000 * 2 ** attempt));
    const request = { operation: 'audit', address: source.address } as const;
    io.writeError(`${describeErrorAndWait(error, request, waitMs)}\n`);
    await io.wait(waitMs, io.stopping);
    if (io.stopping.aborted) return { kind: 'stopped' };
    attempt++;
  }
}
