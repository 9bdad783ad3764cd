/**
 * A source of audit events over a plain list, which looks at all events for each call. It shares nothing with the local
 * store: its keys and handles are text and its sets are objects, so that a caller that relies on row numbers fails.
 */
import { toCompactEvent } from '../../../../src/core/audit/feed/compactEvent.ts';
import type { GapPosition } from '../../../../src/core/audit/feed/gapPositions.ts';
import { compareNewestFirst, eventTimestamp } from '../../../../src/core/audit/feed/timestamps.ts';
import type {
  FieldValue,
  NewerCounts,
  OlderQuery,
  OlderTrail,
  ValueOrder,
} from '../../../../src/core/audit/merged/olderTrail.ts';
import { toEventSet as storedSet } from '../../../../src/core/audit/store/localKeys.ts';
import { throwIfCancelled } from '../../../../src/core/audit/table/cancelling.ts';
import type { EventKey, EventSet, ViewHandle } from '../../../../src/core/audit/table/eventSet.ts';
import { type FieldID, fieldText, findAuditField } from '../../../../src/core/audit/table/fields.ts';
import type { TrailFilters } from '../../../../src/core/audit/table/filter.ts';
import type { Grouping } from '../../../../src/core/audit/table/grouping.ts';
import type { OwnRun } from '../../../../src/core/audit/table/ownEvents.ts';
import { parseQueryReads } from '../../../../src/core/audit/table/queryReads.ts';
import { computeTimeExtent } from '../../../../src/core/audit/table/timeExtent.ts';
import {
  isNewestFirst,
  type RowsToCompare,
  type TrailEvent,
  type TrailGroups,
  type TrailQuery,
  type TrailView,
} from '../../../../src/core/audit/table/trail.ts';
import type { UnusualResult } from '../../../../src/core/audit/unusual/significance.ts';
import type { AbortSignalLike } from '../../../../src/core/service/transport.ts';
import type { AuditEvent } from '../../../../src/core/service/types.ts';
import { compareValues, PlainEvents, plainRuns } from './store/plainEvents.ts';
import { plainGaps, plainOdd, plainVaultNames } from './store/plainReadings.ts';
import { createWhoReadWhat } from './store/plainWhoReadWhat.ts';

interface PlainView {
  readonly query: TrailQuery;
  readonly events: readonly AuditEvent[];
  /** Positions in `events`. */
  readonly rows: readonly number[];
}

const prefix = 'event ';
export const plainKey = (row: number): EventKey => `${prefix}${row}` as EventKey;
const rowOfKey = (key: EventKey): number => Number(String(key).slice(prefix.length));
export const plainSet = (rows: readonly number[]): EventSet =>
  ({ length: rows.length, keys: rows.map(plainKey) }) as unknown as EventSet;
export const rowsOfPlainSet = (set: EventSet): readonly number[] =>
  (set as unknown as { readonly keys: readonly EventKey[] }).keys.map(rowOfKey);

/** The filters as the plain list evaluates them, with picked events as positions. */
const plainFilters = ({ events, ...filters }: TrailFilters): TrailFilters =>
  events ? { ...filters, events: storedSet(rowsOfPlainSet(events)) } : filters;

const eventAt = (events: readonly AuditEvent[], row: number): AuditEvent => {
  const event = events[row];
  if (!event) throw new RangeError(`no event ${row}`);
  return event;
};
const eventsAt = (events: readonly AuditEvent[], rows: readonly number[]): TrailEvent[] =>
  rows.flatMap((row) => {
    const event = events[row];
    return event ? [{ key: plainKey(row), data: toCompactEvent(event) }] : [];
  });

/** Text that differs for queries with other rows. */
const nameOf = ({ listing, filters, sorts }: TrailQuery, size: number): ViewHandle =>
  `view ${JSON.stringify([listing, size, filters, sorts], (_key, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value].map((one: unknown) => one ?? null) : value,
  )}` as ViewHandle;

/** The position of the oldest event with a change ID, the first of several with that time. */
export function oldestNamed(events: readonly AuditEvent[], changeID: string): number | undefined {
  const named = events.flatMap((event, row) => (event.context.changeID === changeID ? [row] : []));
  const timeOf = (row: number): string | undefined => eventTimestamp(eventAt(events, row));
  return named.toSorted((a, b) => compareNewestFirst(timeOf(b), timeOf(a)))[0];
}

export class PlainTrail implements OlderTrail {
  readonly #listed: (listing: number) => readonly AuditEvent[];
  readonly #views = new Map<ViewHandle, PlainView>();

  /** `listed` returns the events of a listing. */
  constructor(listed: (listing: number) => readonly AuditEvent[]) {
    this.#listed = listed;
  }

  async view(query: OlderQuery, signal?: AbortSignalLike): Promise<TrailView> {
    throwIfCancelled(signal);
    const events = [...this.#listed(query.listing)];
    const list = new PlainEvents(events);
    const filters = plainFilters(query.filters);
    const rows = list.rows(filters, query.sorts);
    const handle = nameOf(query, events.length);
    const view = { query, events, rows };
    this.#views.set(handle, view);
    const conflicting = events.filter((event) => toCompactEvent(event).variant !== undefined).length;
    const gaps = placed(view, rows);
    return {
      handle,
      isComplete: true,
      counts: { total: events.length, passing: rows.length, conflicting },
      gaps,
      ownRuns: runsOf(view, gaps),
      facets: query.facetLimits ? list.facets(filters, query.facetLimits, query.facetValues) : [],
      histogram: query.facetLimits && list.histogram(filters, query.zone, query.own, query.extent),
    };
  }
  async window(handle: ViewHandle, from: number, to: number, signal?: AbortSignalLike) {
    throwIfCancelled(signal);
    const view = this.#views.get(handle);
    return view && eventsAt(view.events, view.rows.slice(from, to));
  }
  async rows(handle: ViewHandle): Promise<EventSet | undefined> {
    const view = this.#views.get(handle);
    return view && plainSet(view.rows);
  }
  async groups(
    handle: ViewHandle,
    by: Exclude<Grouping, 'none'>,
    from: number,
    to: number,
    signal?: AbortSignalLike,
  ): Promise<TrailGroups | undefined> {
    throwIfCancelled(signal);
    const view = this.#views.get(handle);
    if (!view) return undefined;
    const all = new PlainEvents(view.events).groups(view.rows, by);
    const inside = (rows: readonly number[]): readonly GapPosition[] =>
      rows.length < 2 ? [] : placed(view, rows).filter(({ at }) => at > 0 && at < rows.length);
    return {
      count: all.length,
      groups: all.slice(from, to).map(({ value, numbers, failed }) => ({
        value,
        events: plainSet(numbers),
        newestTime: eventTimestamp(eventAt(view.events, numbers[0] ?? -1)),
        failed,
        gaps: inside(numbers),
      })),
      gaps: placed(
        view,
        all.map(({ numbers }) => numbers[0] ?? -1),
      ),
    };
  }
  async events(listing: number, keys: readonly EventKey[]): Promise<readonly TrailEvent[]> {
    return eventsAt(this.#listed(listing), [...keys].map(rowOfKey));
  }
  async members(listing: number, set: EventSet, from: number, to: number) {
    return eventsAt(this.#listed(listing), rowsOfPlainSet(set).slice(from, to));
  }
  async find(listing: number, changeID: string): Promise<TrailEvent | undefined> {
    const events = this.#listed(listing);
    const oldest = oldestNamed(events, changeID);
    return oldest === undefined ? undefined : eventsAt(events, [oldest])[0];
  }
  async values(listing: number, field: FieldID, signal?: AbortSignalLike) {
    throwIfCancelled(signal);
    return new PlainEvents(this.#listed(listing)).values(field);
  }
  async vaultNames(listing: number, signal?: AbortSignalLike) {
    throwIfCancelled(signal);
    return plainVaultNames(this.#listed(listing), true);
  }
  async whoReadWhat(handle: ViewHandle, signal?: AbortSignalLike) {
    throwIfCancelled(signal);
    const view = this.#views.get(handle);
    if (!view) return undefined;
    const builder = createWhoReadWhat(parseQueryReads, plainSet);
    for (const row of view.rows) builder.add(row, eventAt(view.events, row));
    return builder.result();
  }
  async unusualValues(handle: ViewHandle, { from, to, own }: RowsToCompare, signal?: AbortSignalLike) {
    throwIfCancelled(signal);
    const view = this.#views.get(handle);
    return view && plainOdd(view.events, view.rows.slice(from, to), view.query.filters, own);
  }

  async findExtent(listing: number, times: Float64Array) {
    const known = new PlainEvents(this.#listed(listing)).times();
    return computeTimeExtent(Float64Array.from([...known, ...times]).sort());
  }
  async findIntegerFields(listing: number, fields: readonly FieldID[]) {
    const events = this.#listed(listing);
    const isInteger = (field: FieldID): boolean =>
      events.every((event) => /^-?\d+$/.test(fieldText(findAuditField(field), event) ?? '0'));
    return new Set(fields.filter(isInteger));
  }
  async countValues(listing: number, field: FieldID, values: readonly FieldValue[]) {
    return new PlainEvents(this.#listed(listing)).values(field).filter(({ value }) => values.includes(value));
  }
  async groupsWithValues(handle: ViewHandle, by: Exclude<Grouping, 'none'>, values: readonly FieldValue[]) {
    const view = this.#views.get(handle);
    if (!view) return undefined;
    return new PlainEvents(view.events).groups(view.rows, by).flatMap(({ value, numbers, failed }, place) => {
      const newestTime = eventTimestamp(eventAt(view.events, numbers[0] ?? -1));
      const gaps = placed(view, numbers);
      return values.includes(value)
        ? [{ value, place, events: plainSet(numbers), newestTime, failed, gaps }]
        : [];
    });
  }
  async countPreceding(
    listing: number,
    set: EventSet,
    { keys, isOldestFirst }: ValueOrder,
    rows: readonly (readonly FieldValue[])[],
  ) {
    const events = this.#listed(listing);
    const valuesAt = (row: number): readonly FieldValue[] =>
      keys.map(({ field }) => fieldText(findAuditField(field), eventAt(events, row)));
    const isNumber = keys.map(
      ({ field, isText }) =>
        !isText && events.every((event) => /^-?\d+$/.test(fieldText(findAuditField(field), event) ?? '0')),
    );
    const compare = (a: readonly FieldValue[], b: readonly FieldValue[]): number => {
      for (const [at, { descending }] of keys.entries()) {
        const order = compareValues(a[at], b[at], isNumber[at] ?? false, descending);
        if (order !== 0) return order;
      }
      return isOldestFirst ? -1 : 1;
    };
    const known = rowsOfPlainSet(set).map(valuesAt);
    return rows.map((row) => known.filter((other) => compare(other, row) < 0).length);
  }
  async unusualValuesWith(
    handle: ViewHandle,
    { from, to, own }: RowsToCompare,
    newer: NewerCounts,
  ): Promise<UnusualResult | undefined> {
    const view = this.#views.get(handle);
    return view && plainOdd(view.events, view.rows.slice(from, to), view.query.filters, own, newer);
  }
}

function runsOf({ query, events, rows }: PlainView, gaps: readonly GapPosition[]): readonly OwnRun[] {
  if (!isNewestFirst(query.sorts)) return [];
  const sorted = rows.map((row) => eventAt(events, row));
  const positions = gaps.map(({ at }) => at);
  return plainRuns(sorted, positions, query.own, (at) => plainKey(rows[at] ?? -1));
}

const placed = ({ query, events }: PlainView, rows: readonly number[]): readonly GapPosition[] =>
  plainGaps(
    rows.map((row) => eventAt(events, row)),
    query.gaps,
    query.filters.range,
  );
