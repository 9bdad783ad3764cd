import type { EventSet } from '../../../core/audit/table/eventSet.ts';
import { eventsOfSet, type LoadedEvent } from '../../../core/audit/table/trailReads.ts';
import type { AuditModel } from './auditModel.ts';

/** A set of loaded events, and the number of the listing to which they belong. */
interface ListedEvents {
  readonly listing: number;
  readonly events: EventSet;
}

/** Thrown if events are no longer loaded when they are read, because another listing has replaced theirs. */
export class EventsUnloadedError extends Error {
  override readonly name = 'events no longer loaded';
}

/** Time in milliseconds after which reading events lets other work run, so that the extension host stays responsive. */
const TIME_SLICE_MS = 12;

/**
 * Yields the events of `events`, a set of events of one listing, one by one, and regularly lets other work run in
 * between. Events that are no longer loaded, because another listing has replaced theirs, are skipped; if there are
 * any, an `EventsUnloadedError` is thrown after the last event.
 */
export const iterateLoadedEvents = (
  { trail }: Pick<AuditModel, 'trail'>,
  { listing, events }: ListedEvents,
): AsyncGenerator<LoadedEvent> => inTimeSlices(eventsOfSet(trail, listing, events), events.length);

async function* inTimeSlices(
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
