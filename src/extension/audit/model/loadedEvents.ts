import type { EventSet } from '../../../core/audit/table/eventSet.ts';
import { type LoadedEvent, readSetChunks } from '../../../core/audit/table/trailReads.ts';
import type { AuditModel } from './auditModel.ts';

interface ListedEvents {
  readonly listing: number;
  readonly events: EventSet;
}

export class EventsUnloadedError extends Error {
  override readonly name = 'events no longer loaded';
}

/** Time in milliseconds after which reading events lets other work run, so that the extension host stays responsive. */
const TIME_SLICE_MS = 12;

/**
 * Yields loaded events one by one and lets other work run in between. Throws an
 * `EventsUnloadedError` after the last event if some are no longer loaded.
 */
export const iterateLoadedEvents = (
  { trail }: Pick<AuditModel, 'trail'>,
  { listing, events }: ListedEvents,
): AsyncGenerator<LoadedEvent> => iterateInTimeSlices(readSetChunks(trail, listing, events), events.length);

async function* iterateInTimeSlices(
  events: AsyncIterable<readonly LoadedEvent[]>,
  expected: number,
): AsyncGenerator<LoadedEvent> {
  let count = 0;
  let until = performance.now() + TIME_SLICE_MS;
  for await (const some of events) {
    for (const one of some) {
      yield one;
      count++;
      if (performance.now() < until) continue;
      await new Promise((resolve) => setImmediate(resolve));
      until = performance.now() + TIME_SLICE_MS;
    }
  }
  if (count < expected) throw new EventsUnloadedError();
}
