import { eventsOf, type LoadedEvent } from '../../../core/audit/table/trailReads.ts';
import type { AuditModel } from './auditModel.ts';

/** Events by their numbers in a listing. */
interface NumberedEvents {
  readonly listing: number;
  readonly numbers: Uint32Array;
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
  { listing, numbers }: NumberedEvents,
): AsyncGenerator<LoadedEvent> => inTurns(eventsOf(trail, listing, numbers), numbers.length);

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
