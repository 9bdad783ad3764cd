import type { EventSet } from '../../../core/audit/table/eventSet.ts';
import { eventsOf, type LoadedEvent } from '../../../core/audit/table/trailReads.ts';
import type { AuditModel } from './auditModel.ts';

/** A set of events and the listing that it is of. */
interface ListedEvents {
  readonly listing: number;
  readonly events: EventSet;
}

/** Thrown when the events being read were dropped, because others were loaded or a file was opened. */
export class GoneError extends Error {
  override readonly name = 'events no longer loaded';
}

/** Time in milliseconds after which reading events yields to other work, so that the extension host stays responsive. */
const TURN_MS = 12;

/** Yields events one by one and lets other work run in between. Throws a `GoneError` at the end if some are missing. */
export const loadedEvents = (
  { trail }: Pick<AuditModel, 'trail'>,
  { listing, events }: ListedEvents,
): AsyncGenerator<LoadedEvent> => inTurns(eventsOf(trail, listing, events), events.length);

async function* inTurns(
  events: AsyncIterable<readonly LoadedEvent[]>,
  expected: number,
): AsyncGenerator<LoadedEvent> {
  let count = 0;
  let until = performance.now() + TURN_MS;
  for await (const some of events) {
    for (const one of some) {
      yield one;
      count++;
      if (performance.now() < until) continue;
      await new Promise((resolve) => setImmediate(resolve));
      until = performance.now() + TURN_MS;
    }
  }
  if (count < expected) throw new GoneError();
}
