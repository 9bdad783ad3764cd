import type { AuditEvent } from '../../service/types.ts';
import type { AuditTrail, TrailQuery, TrailView } from '../table/trail.ts';
import { eventFromData } from './compactEvent.ts';
import { validTimeOf } from './listingReader.ts';
import { hasEnoughToFollow } from './readDepth.ts';

const EVENTS_PER_CALL = 1_000;

/**
 * Reads from the trail the loaded events that following a listing needs: enough of the newest ones, and the oldest one
 * with a valid time. `query` must sort newest first. `nowMs` is in milliseconds since 1970.
 */
export async function readLoadedEventsForFollowing(
  trail: Pick<AuditTrail, 'view' | 'window'>,
  query: TrailQuery,
  nowMs: number,
): Promise<readonly AuditEvent[]> {
  for (;;) {
    const known = await readLoadedEventsOfView(trail, await trail.view(query), nowMs);
    if (known) return known;
  }
}

async function readLoadedEventsOfView(
  trail: Pick<AuditTrail, 'window'>,
  { handle, counts: { passing } }: TrailView,
  nowMs: number,
): Promise<readonly AuditEvent[] | undefined> {
  const rows = async (from: number, to: number): Promise<readonly AuditEvent[] | undefined> =>
    (await trail.window(handle, from, to))?.map(({ data }) => eventFromData(data));
  const newest: AuditEvent[] = [];
  const times: string[] = [];
  let read = 0;
  while (read < passing && !hasEnoughToFollow(times, nowMs)) {
    const to = Math.min(passing, read + EVENTS_PER_CALL);
    const some = await rows(read, to);
    if (!some) return undefined;
    newest.push(...some);
    times.push(...some.flatMap((event) => validTimeOf(event) ?? []));
    read = to;
  }
  // Events without a valid time are last in the view.
  for (let to = passing; to > read; to -= EVENTS_PER_CALL) {
    const some = await rows(Math.max(read, to - EVENTS_PER_CALL), to);
    if (!some) return undefined;
    const oldest = some.findLast((event) => validTimeOf(event) !== undefined);
    if (oldest) return [...newest, oldest];
  }
  return newest;
}
