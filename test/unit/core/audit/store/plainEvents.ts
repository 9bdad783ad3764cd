/** Loaded events in a plain list, each question answered by looking at all of them: what the store is held to. */

import { compareEvents, sortKeyOf } from '../../../../../src/core/audit/feed/eventOrder.ts';
import { eventKey } from '../../../../../src/core/audit/feed/ledger.ts';
import {
  compareNewestFirst,
  eventTimestamp,
  timestampToMs,
} from '../../../../../src/core/audit/feed/timestamps.ts';
import { rowsOfSet } from '../../../../../src/core/audit/store/localKeys.ts';
import type { EventKey } from '../../../../../src/core/audit/table/eventSet.ts';
import {
  type FieldID,
  facetFields,
  fieldText,
  findAuditField,
  getFieldEntries,
} from '../../../../../src/core/audit/table/fields.ts';
import {
  DEFAULT_FACET_VALUES,
  type Facet,
  isInTimeRange,
  passesChoice,
  type TrailFilters,
} from '../../../../../src/core/audit/table/filter.ts';
import { fieldOfGrouping, type Grouping } from '../../../../../src/core/audit/table/grouping.ts';
import {
  createTimeAxis,
  findBinNumberOfTime,
  type Histogram,
} from '../../../../../src/core/audit/table/histogram.ts';
import { outcomeOfEvent, outcomes } from '../../../../../src/core/audit/table/outcome.ts';
import type { OwnEvents, OwnRun } from '../../../../../src/core/audit/table/ownEvents.ts';
import { computeTimeExtent } from '../../../../../src/core/audit/table/timeExtent.ts';
import type { SeenValue, TrailQuery, TrailSort } from '../../../../../src/core/audit/table/trail.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { meetsTerms } from './plainTerms.ts';

const msOf = (event: AuditEvent): number | undefined => timestampToMs(eventTimestamp(event) ?? '');

/** The rule, said plainly and event by event. `except`: without that filter. */
export const plainly =
  ({ fields, range, terms = [], events }: TrailFilters, except?: FieldID | 'range') =>
  (event: AuditEvent, number: number): boolean =>
    (!events || [...rowsOfSet(events)].includes(number)) &&
    (!range || except === 'range' || isInTimeRange(range, msOf(event))) &&
    [...fields].every(
      ([id, choice]) => id === except || passesChoice(choice, fieldText(findAuditField(id), event)),
    ) &&
    meetsTerms(event, terms);

const nameOf = (value: string | undefined): string => (value === undefined ? '' : ` ${value}`);
const byCount = (a: Pick<SeenValue, 'value' | 'count'>, b: typeof a): number =>
  b.count - a.count || (nameOf(a.value) < nameOf(b.value) ? -1 : 1);

export const plainOwn =
  (own: OwnEvents | undefined) =>
  (event: AuditEvent): boolean =>
    event.context.requestID !== undefined &&
    own !== undefined &&
    [...own.logReadIDs, ...own.queryRuns.flat()].includes(event.context.requestID);

/** The runs of own events among some, newest first. `keyAt` answers the key of the event at a position. */
export function plainRuns(
  events: readonly AuditEvent[],
  gaps: readonly number[],
  own: OwnEvents | undefined,
  keyAt: (at: number) => EventKey,
): readonly OwnRun[] {
  const isOwn = plainOwn(own);
  const isFoldableAt = (at: number): boolean => {
    const event = events[at];
    return event !== undefined && isOwn(event) && !own?.unfoldedKeys.includes(eventKey(event));
  };
  const groupAt = (at: number): number =>
    own?.queryRuns.findIndex((ids) => ids.includes(events[at]?.context.requestID ?? '')) ?? -1;
  const isBelowSame = (at: number): boolean => isFoldableAt(at) && isFoldableAt(at - 1) && !gaps.includes(at);
  const runs: OwnRun[] = [];
  for (let at = 0; at < events.length; at++) {
    if (!isFoldableAt(at)) continue;
    const group = groupAt(at);
    // The last event of the run that begins here: with events of its group alone, and log reads between pages.
    let last = at;
    for (let next = at + 1; isBelowSame(next) && [group, -1].includes(groupAt(next)); next++)
      if (groupAt(next) === group) last = next;
    const count = last + 1 - at;
    if (group >= 0 && count === 1) continue;
    const logReads = events.slice(at, last + 1).filter((_, place) => groupAt(at + place) < 0).length;
    const kind = group < 0 ? 'logReads' : 'pages';
    runs.push({
      kind,
      startIndex: at,
      count,
      logReads,
      keys: Array.from({ length: count }, (_, place) => keyAt(at + place)),
      endsAtGap: gaps.includes(last + 1),
    });
    at = last;
  }
  return runs;
}

export class PlainEvents {
  readonly #events: readonly AuditEvent[];
  readonly #idOf: ((event: AuditEvent) => string) | undefined;

  /** `idOf` returns the ID by which events of one time are sorted, in place of the change ID and the order in the list. */
  constructor(events: readonly AuditEvent[], idOf?: (event: AuditEvent) => string) {
    this.#events = events;
    this.#idOf = idOf;
  }

  rows(filters: TrailFilters, sorts: readonly TrailSort[]): number[] {
    const isOldestFirst = sorts.find(({ field }) => field === 'time')?.descending === false;
    const comparing = sorts.map((sort) => this.#comparing(sort));
    const compare = (a: number, b: number): number => {
      for (const by of comparing) {
        const order = by(a, b);
        if (order !== 0) return order;
      }
      const newest = this.#compare(a, b) || a - b;
      return isOldestFirst ? -newest : newest;
    };
    const passes = plainly(filters);
    return [...this.#events.keys()].sort(compare).filter((number) => passes(this.#event(number), number));
  }
  /** `given` are values that are listed even beyond the limit. */
  facets(
    filters: TrailFilters,
    limits: ReadonlyMap<FieldID, number>,
    given: ReadonlyMap<FieldID, readonly (string | undefined)[]> = new Map(),
  ): Facet[] {
    return facetFields.map(({ id }) => {
      const passes = plainly(filters, id);
      const choice = filters.fields.get(id);
      const counts = new Map<string | undefined, number>();
      for (const [number, event] of this.#events.entries()) {
        const value = fieldText(findAuditField(id), event);
        counts.set(value, (counts.get(value) ?? 0) + Number(passes(event, number)));
      }
      // Of absence is told also where nothing lacks the field, if it is chosen.
      if (!counts.has(undefined)) counts.set(undefined, 0);
      const known = Array.from(counts, ([value, count]) => ({
        value,
        count,
        ...(choice?.only.has(value) ? { choice: 'only' as const } : {}),
        ...(choice?.not.has(value) && !choice.only.has(value) ? { choice: 'not' as const } : {}),
      }))
        .filter(({ count, choice: made }) => count > 0 || made)
        .sort(byCount);
      const values = known.filter(
        ({ value, choice: made }, place) =>
          place < (limits.get(id) ?? DEFAULT_FACET_VALUES) || made || given.get(id)?.includes(value),
      );
      return { field: id, values, more: known.length - values.length };
    });
  }
  times(): number[] {
    return this.#events.map(msOf).filter((ms) => ms !== undefined);
  }
  histogram(
    filters: TrailFilters,
    zone?: TrailQuery['zone'],
    own?: OwnEvents,
    chosen?: TrailQuery['extent'],
  ): Histogram | undefined {
    const isOwn = plainOwn(own);
    const extent = chosen ?? computeTimeExtent(Float64Array.from(this.times()).sort());
    if (!extent) return undefined;
    const axis = createTimeAxis(extent, zone);
    const passes = plainly(filters, 'range');
    const bins = Array.from(
      { length: axis.count + 2 },
      () => [0, 0, 0, 0] as [number, number, number, number],
    );
    let undated = 0;
    for (const [number, event] of this.#events.entries()) {
      if (!passes(event, number)) continue;
      const ms = msOf(event);
      const bin = ms === undefined ? undefined : bins[findBinNumberOfTime(axis, ms)];
      const at = isOwn(event) ? 3 : outcomes.indexOf(outcomeOfEvent(event));
      if (bin) bin[at] = (bin[at] ?? 0) + 1;
      else undated++;
    }
    const [before = [0, 0, 0, 0], after = [0, 0, 0, 0]] = [bins.at(0), bins.at(-1)];
    const { edges, step } = axis;
    const { first, last } = extent;
    const isAll = first >= (edges[0] ?? 0) && last < (edges.at(-1) ?? 0);
    const outside = isAll ? {} : { outside: { before, after, first, last } };
    return { edges, step, bins: bins.slice(1, -1), undated, ...outside };
  }
  groups(numbers: readonly number[], by: Exclude<Grouping, 'none'>) {
    const groups = new Map<string | undefined, number[]>();
    for (const number of numbers) {
      const [value] = getFieldEntries(this.#event(number), fieldOfGrouping(by));
      groups.set(value, [...(groups.get(value) ?? []), number]);
    }
    return Array.from(groups, ([value, own]) => ({
      value,
      numbers: own,
      failed: own.filter((number) => outcomeOfEvent(this.#event(number)) === 'failed').length,
    }));
  }
  values(field: FieldID): SeenValue[] {
    const found = new Map<string | undefined, { entries: readonly string[]; count: number }>();
    for (const event of this.#events) {
      const value = fieldText(findAuditField(field), event);
      const seen = found.get(value) ?? { entries: getFieldEntries(event, field), count: 0 };
      seen.count++;
      found.set(value, seen);
    }
    return Array.from(found, ([value, seen]) => ({ value, ...seen })).sort(byCount);
  }

  #comparing({ field, descending, isText }: TrailSort): (a: number, b: number) => number {
    const timeAt = (number: number): string | undefined => eventTimestamp(this.#event(number));
    const direction = descending ? 1 : -1;
    if (field === 'time') return (a, b) => direction * compareNewestFirst(timeAt(a), timeAt(b));
    if (findAuditField(field)?.values !== 'few') return () => 0;
    const textAt = (number: number): string | undefined =>
      fieldText(findAuditField(field), this.#event(number));
    const values = [...this.#events.keys()].map(textAt);
    const isNumber = !isText && values.every((value) => value === undefined || /^-?\d+$/.test(value));
    return (a, b) => compareValues(textAt(a), textAt(b), isNumber, descending);
  }
  #event(number: number): AuditEvent {
    const event = this.#events[number];
    if (!event) throw new RangeError(`no event ${number}`);
    return event;
  }
  #compare(a: number, b: number): number {
    if (this.#idOf) {
      const [one, other] = [this.#event(a), this.#event(b)];
      const byTime = compareNewestFirst(eventTimestamp(one), eventTimestamp(other));
      return byTime || Buffer.compare(Buffer.from(this.#idOf(other)), Buffer.from(this.#idOf(one)));
    }
    return compareEvents(sortKeyOf(this.#event(a)), sortKeyOf(this.#event(b)));
  }
}

export function compareValues(
  a: string | undefined,
  b: string | undefined,
  isNumber: boolean,
  descending: boolean,
): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  const order = isNumber ? Number(a) - Number(b) : a < b ? -1 : a > b ? 1 : 0;
  return descending ? -order : order;
}
