/** Reads and counts all newer events of a merged trail, which are few enough to be kept in memory. */
import type { AbortSignalLike } from '../../service/transport.ts';
import type { AuditEvent } from '../../service/types.ts';
import { type CompactEvent, eventFromData } from '../feed/compactEvent.ts';
import { timestampToMs } from '../feed/timestamps.ts';
import type { ViewHandle } from '../table/eventSet.ts';
import { auditFields, type FieldID, fieldText, findAuditField } from '../table/fields.ts';
import { noFilters } from '../table/filter.ts';
import { listOwnRequestIDs, type OwnEvents } from '../table/ownEvents.ts';
import { type AuditTrail, newestFirst } from '../table/trail.ts';
import type { FieldCounts } from '../unusual/significance.ts';
import type { NewerCounts } from './olderTrail.ts';

/** All newer events of a listing. */
export interface NewerEvents {
  /** The view from which the events were read. Another handle means that there are other events. */
  readonly handle: ViewHandle;
  readonly events: readonly AuditEvent[];
  /** The times of the events that have a valid one, in milliseconds since 1970, in ascending order. */
  readonly times: Float64Array;
  /** Maps each change ID to the number of events that have it. */
  readonly changeIDs: ReadonlyMap<string, number>;
}

/**
 * Resolves to all events of a listing. Returns `known`, which an earlier call returned, if the events are still the
 * same.
 */
export async function readNewerEvents(
  trail: AuditTrail,
  listing: number,
  known: NewerEvents | undefined,
  signal: AbortSignalLike | undefined,
): Promise<NewerEvents> {
  for (;;) {
    const query = { listing, filters: noFilters, sorts: newestFirst, gaps: [] };
    const { handle, counts } = await trail.view(query, signal);
    if (handle === known?.handle) return known;
    const rows = await trail.window(handle, 0, counts.passing, signal);
    if (rows)
      return sumUp(
        handle,
        rows.map(({ data }) => eventFromData(data)),
      );
  }
}

function sumUp(handle: ViewHandle, events: readonly CompactEvent[]): NewerEvents {
  const changeIDs = new Map<string, number>();
  for (const { changeID } of events)
    if (changeID) changeIDs.set(changeID, (changeIDs.get(changeID) ?? 0) + 1);
  const times = events.flatMap(({ time }) => timestampToMs(time ?? '') ?? []);
  return { handle, events, times: Float64Array.from(times).sort(), changeIDs };
}

/** Whether the value of a field is an integer in all events that have one. */
export const areIntegers = (events: readonly AuditEvent[], field: FieldID): boolean =>
  events.every((event) => /^-?\d+$/.test(fieldText(findAuditField(field), event) ?? '0'));

/**
 * Counts newer events for `OlderTrail.unusualValuesWith`. `examined` are those of `events` that are compared with all
 * others. `own` says which events the user's own requests created; by default none.
 */
export function countForComparison(
  events: readonly AuditEvent[],
  examined: readonly AuditEvent[],
  own: OwnEvents | undefined,
): NewerCounts {
  const ownIDs = new Set(own ? listOwnRequestIDs(own) : []);
  const isOther = ({ context }: AuditEvent): boolean =>
    context.requestID === undefined || !ownIDs.has(context.requestID);
  const [others, examinedOthers] = [events.filter(isOther), examined.filter(isOther)];
  return {
    events: events.length,
    own: events.length - others.length,
    examined: examined.length,
    examinedOwn: examined.length - examinedOthers.length,
    all: countFields(events, examined),
    withoutOwn: countFields(others, examinedOthers),
  };
}

const countFields = (
  events: readonly AuditEvent[],
  examined: readonly AuditEvent[],
): readonly FieldCounts[] =>
  auditFields
    .filter(({ values }) => values === 'few')
    .map((field): FieldCounts => {
      const counts = new Map<string | undefined, { here: number; all: number }>();
      const count = (list: readonly AuditEvent[], of: 'here' | 'all'): void => {
        for (const event of list) {
          const value = fieldText(field, event);
          const known = counts.get(value) ?? { here: 0, all: 0 };
          known[of]++;
          counts.set(value, known);
        }
      };
      count(events, 'all');
      count(examined, 'here');
      const pairs = [...counts.values()];
      return {
        field: field.id,
        values: [...counts.keys()],
        here: Uint32Array.from(pairs, ({ here }) => here),
        rest: Uint32Array.from(pairs, ({ here, all }) => all - here),
      };
    });
