/** Events on two sides of a line, and a merged trail over both as a source of all of them. */
import fc from 'fast-check';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import type { GapPosition } from '../../../../../src/core/audit/feed/gapPositions.ts';
import { eventKey } from '../../../../../src/core/audit/feed/ledger.ts';
import {
  compareNewestFirst,
  eventTimestamp,
  isValidTimestamp,
} from '../../../../../src/core/audit/feed/timestamps.ts';
import {
  findMergedSet,
  newestFirstOrder,
  type Side,
  toEventKey,
  toEventSet,
} from '../../../../../src/core/audit/merged/mergedRows.ts';
import { MergedTrail } from '../../../../../src/core/audit/merged/mergedTrail.ts';
import type { OlderTrail } from '../../../../../src/core/audit/merged/olderTrail.ts';
import {
  toEventKey as toLocalKey,
  toEventSet as toLocalSet,
} from '../../../../../src/core/audit/store/localKeys.ts';
import type { OwnEvents } from '../../../../../src/core/audit/table/ownEvents.ts';
import type { TrailGroups } from '../../../../../src/core/audit/table/trail.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { clonedTrail } from '../clonedTrail.ts';
import { onceEach } from '../store/onceEach.ts';
import type { Asked, Source } from '../store/wholeTrail.ts';

export interface SplitEvents {
  /** Positions in the list of all events. */
  readonly newer: readonly number[];
  readonly older: readonly number[];
}

/** Splits events at the time of one of them, which is newer then. Events without a usable time are older. */
export function splitAtLine(events: readonly AuditEvent[], place: number): SplitEvents {
  const timeOf = (event: AuditEvent): string => eventTimestamp(event) ?? '';
  const times = events.map(timeOf).filter(isValidTimestamp);
  const line = times[place % Math.max(1, times.length)];
  const isNewer = (event: AuditEvent): boolean => {
    const time = timeOf(event);
    return line !== undefined && isValidTimestamp(time) && compareNewestFirst(time, line) <= 0;
  };
  const rows = [...events.keys()];
  const isNewerAt = events.map(isNewer);
  return {
    newer: rows.filter((row) => isNewerAt[row]),
    older: rows.filter((row) => !isNewerAt[row]),
  };
}
export const anyPlace = fc.nat(1_000);

/** Returns the events at some positions, with the numbers of those that share their change ID among these alone. */
export const numberedAlone = (
  events: readonly AuditEvent[],
  rows: readonly number[],
): readonly AuditEvent[] =>
  onceEach(rows.flatMap((row) => events[row] ?? []).map((event) => toCompactEvent(toAuditEvent(event.raw))));

/** Returns a source of all events: the newer ones from the local store, the older ones from another source of them. */
export async function mergedSource(
  events: readonly AuditEvent[],
  { newer, older }: SplitEvents,
  olderSource: Source & { readonly trail: OlderTrail },
): Promise<Source> {
  const local = clonedTrail();
  await local.add(1, newer.flatMap((row) => events[row] ?? []).map(toCompactEvent));
  const { idOf, hasFoldedNames } = olderSource;
  const merged = new MergedTrail(local, olderSource.trail);
  const placeOf = new Map<number, { readonly side: Side; readonly at: number }>([
    ...newer.map((row, at) => [row, { side: 'newer', at }] as const),
    ...older.map((row, at) => [row, { side: 'older', at }] as const),
  ]);
  const key: Source['key'] = (row) => {
    const place = placeOf.get(row);
    if (place?.side === 'newer') return toEventKey('newer', toLocalKey(place.at));
    return toEventKey('older', olderSource.key(place?.at ?? older.length));
  };
  const rowOfKey = new Map([...events.keys()].map((row) => [key(row), row]));
  return {
    trail: merged,
    key,
    set: (rows) => {
      const of = (side: 'newer' | 'older') =>
        rows.flatMap((row) => {
          const place = placeOf.get(row);
          return place?.side === side ? [place.at] : [];
        });
      return toEventSet({
        newer: toLocalSet(of('newer')),
        older: olderSource.set(of('older')),
        order: newestFirstOrder,
      });
    },
    rowsOf: async (set) =>
      (await merged.members(1, set, 0, findMergedSet(set).length)).map(
        (event) => rowOfKey.get(event.key) ?? Number.NaN,
      ),
    ...(idOf && { idOf }),
    ...(hasFoldedNames && { hasFoldedNames }),
    hasOwnOrder: true,
  };
}

/** The question without keys of events that share their change ID, because each side numbers its own events. */
export function withoutSharedKeys(asked: Asked, events: readonly AuditEvent[]): Asked {
  const keys = events.map((event) => eventKey({ ...event, raw: event.raw, context: event.context }));
  const isOwnKey = (key: string): boolean => keys.filter((other) => other === key).length < 2;
  const own: OwnEvents | undefined = asked.own && {
    ...asked.own,
    unfoldedKeys: asked.own.unfoldedKeys.filter(isOwnKey),
  };
  return { ...asked, own };
}

/** Gaps at the same position are in no order. */
const sorted = (gaps: readonly GapPosition[]) => gaps.map((gap) => JSON.stringify(gap)).sort();
export const withoutSetsOfGroups = (groups: TrailGroups | undefined) =>
  groups && {
    count: groups.count,
    gaps: sorted(groups.gaps),
    groups: groups.groups.map(({ events, gaps, ...group }) => ({
      ...group,
      count: events.length,
      gaps: sorted(gaps),
    })),
  };
