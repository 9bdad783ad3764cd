/** The loaded events of one listing: their columns, where the events themselves are, and what was found out last. */
import { stringifyJson } from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import type { AuditEvent } from '../../service/types.ts';
import { type EventData, exactEvent, readEventText } from '../feed/compactEvent.ts';
import { contradicts } from '../feed/contents.ts';
import { eventKey, partsOfKey } from '../feed/ledger.ts';
import type { Placed } from '../feed/order.ts';
import { eventTimestamp } from '../feed/timestamps.ts';
import { type ShownZone, utc } from '../feed/zones.ts';
import { readEntry } from '../file/entries.ts';
import { auditFields, type FieldID, fieldText } from '../table/fields.ts';
import { type Facet, isEmpty, type LocalFilters } from '../table/filter.ts';
import { fieldOfGrouping, type Grouping } from '../table/groups.ts';
import type { Histogram } from '../table/histogram.ts';
import { isNewestFirst, type SeenValue, type TrailSort } from '../table/trail.ts';
import { countBits, hasBit } from './columns/bits.ts';
import type { Bytes } from './columns/bytes.ts';
import type { Codes } from './columns/codes.ts';
import { Columns } from './columns/columns.ts';
import { withRoom } from './columns/growing.ts';
import { hashOf, TextIndex } from './columns/textIndex.ts';
import { CrossFilter } from './counts/crossFilter.ts';
import { Facets } from './counts/facets.ts';
import { GroupNames, Groups } from './counts/groups.ts';
import { seenValues } from './counts/seenValues.ts';
import { TimeCounts } from './counts/timeCounts.ts';
import { type EventPlace, type EventSource, Places } from './places.ts';

/** What was last put into groups. */
interface Grouped {
  readonly by: Exclude<Grouping, 'none'>;
  readonly names: GroupNames;
  readonly rows: Uint32Array;
  readonly groups: Groups;
}

/** The values of a field in the order that rows were last sorted by. */
interface Ranked {
  readonly codes: Codes;
  readonly descending: boolean;
  /** The rank of each value, by the value's number. */
  readonly ranks: Uint32Array;
}

export class EventStore {
  readonly columns: Columns;
  readonly #places: Places;
  readonly #filter: CrossFilter;
  readonly #facets: Facets;
  readonly #times: TimeCounts;
  /** A 1 where the event has numbers that a double would change. */
  #isExact = new Uint8Array();
  #grouped: Grouped | undefined;
  #ranked: Ranked | undefined;
  /** Rows of events without a change ID, by a hash of their texts: those stay where they are. */
  readonly #unnamed = new TextIndex();
  /** By change ID, the rows of the second and further different events that have it. */
  readonly #variants = new Map<string, number[]>();
  /** Which of several events with one change ID a row is, from 1. */
  readonly #variantOf = new Map<number, number>();
  /** The same rows as in `#variants`, by a hash of their fields. */
  readonly #variantFields = new TextIndex();

  constructor(tools: Bytes) {
    this.columns = new Columns(tools);
    this.#places = new Places(tools);
    this.#filter = new CrossFilter(this.columns, (keys, from) => this.#rowsOfKeys(keys, from));
    this.#facets = new Facets(this.columns);
    this.#times = new TimeCounts(this.columns);
  }

  get size(): number {
    return this.columns.size;
  }
  /** Number of events that share their change ID with a different event. */
  get conflicting(): number {
    return this.#variantOf.size;
  }
  /** Numbers the events in the order given; their texts are kept. */
  add(events: readonly EventData[]): void {
    for (const data of events) {
      const event = readEventText(data);
      const isKnown = Boolean(data.changeID) && !this.columns.name(data.changeID ?? '');
      if (isKnown && (data.variant ?? 1) > 1) this.#addVariant(data.changeID ?? '', event);
      this.#add(event, data.isExact, data.text);
    }
  }
  /** Adds an event that it does not have: its text is kept, or is at a place in a source. Answers whether it did. */
  addNew(event: AuditEvent, isExact: boolean, text: string, place?: EventPlace): boolean {
    const isNew = this.#isNew(event, text);
    if (isNew) this.#add(event, isExact, place ?? text);
    return isNew;
  }
  /** The row of an event that it has, which may have been added from another place. */
  rowOf(event: AuditEvent, text: string): number | undefined {
    const { changeID } = event.context;
    return changeID ? this.#findNamed(changeID, event, text) : this.#findUnnamed(hashOf(text), event, text);
  }
  /** Which of several different events with one change ID a row is, from 1; undefined where no other has its ID. */
  variant(number: number): number | undefined {
    return this.#variantOf.get(number);
  }
  #add(event: AuditEvent, isExact: boolean, text: string | EventPlace): void {
    this.#isExact = withRoom(this.#isExact, this.size);
    this.#isExact[this.size] = Number(isExact);
    this.#places.add(text);
    this.columns.add(event);
  }
  /** An event is known by its change ID (S12) unless the contents contradict each other; one without an ID by all of it. */
  #isNew(event: AuditEvent, text: string): boolean {
    const { changeID } = event.context;
    if (changeID) {
      if (this.columns.name(changeID)) return true;
      if (this.#findNamed(changeID, event, text) !== undefined) return false;
      this.#addVariant(changeID, event);
      return true;
    }
    const hash = hashOf(text);
    const isNew = this.#findUnnamed(hash, event, text) === undefined;
    if (isNew) this.#unnamed.add(hash, this.size);
    return isNew;
  }
  /** The next row is another event with a change ID that is known. */
  #addVariant(changeID: string, event: AuditEvent): void {
    const first = this.columns.find(changeID) ?? 0;
    const others = this.#variants.get(changeID) ?? [];
    others.push(this.size);
    this.#variants.set(changeID, others);
    this.#variantFields.add(hashOfFields(event), this.size);
    this.#variantOf.set(first, 1);
    this.#variantOf.set(this.size, others.length + 1);
  }
  /** The row of this event among those with its change ID. */
  #findNamed(changeID: string, event: AuditEvent, text: string): number | undefined {
    const isSame = (row: number): boolean =>
      this.columns.isAt(row, event) && !this.#contradicts(row, event, text);
    const first = this.columns.find(changeID);
    if (first === undefined || isSame(first)) return first;
    return this.#variants.has(changeID) ? this.#variantFields.find(hashOfFields(event), isSame) : undefined;
  }
  /** Whether values differ that no column has. */
  #contradicts(row: number, event: AuditEvent, text: string): boolean {
    try {
      const known = this.#textAt(row);
      return known !== text && contradicts(exactEvent({ text: known }), event);
    } catch {
      // It is lost: known of it is what the columns have.
      return false;
    }
  }
  #findUnnamed(hash: number, event: AuditEvent, text: string): number | undefined {
    return this.#unnamed.find(hash, (row) => {
      try {
        return this.#textAt(row) === text;
      } catch {
        // It is lost: known of it is what the columns have.
        return this.columns.isAt(row, event);
      }
    });
  }
  #textAt(row: number): string {
    return this.#places.text(row, (text) => this.#isStill(row, text));
  }
  /**
   * An event that it has was met again in another place: it is read from there from now on, where it is the same. Without a
   * place its text is kept.
   */
  move(event: AuditEvent, text: string, place?: EventPlace): void {
    const row = this.rowOf(event, text);
    if (row === undefined || this.#places.isKept(row)) return;
    if (this.columns.isAt(row, event)) this.#places.move(row, place ?? text);
  }
  /** Lets go of the files that no event is read from any more; of a few events, their texts are kept instead. */
  closeUnused(used: ReadonlySet<number>, mostBytes: number): void {
    this.#places.closeUnused(used, mostBytes, (row, text) => this.#isStill(row, text));
  }
  /** Lets go of the files that events are read from. */
  close(): void {
    this.#places.close();
  }
  /** Answers the number that places in it have. */
  addSource(source: EventSource): number {
    return this.#places.addSource(source);
  }

  /** The event with that number, read from where it is. */
  event(number: number): EventData | undefined {
    if (!(number >= 0 && number < this.size)) return undefined;
    const accountID = this.columns.codedValue(number, 'accountID');
    const parentAccountID = this.columns.codedValue(number, 'parentAccountID');
    const variant = this.variant(number);
    return {
      text: inOneLine(this.#textAt(number)),
      ...this.place(number),
      isExact: this.#isExact[number] === 1,
      ...(variant === undefined ? {} : { variant }),
      ...(accountID === undefined ? {} : { accountID }),
      ...(parentAccountID === undefined ? {} : { parentAccountID }),
    };
  }
  /** What the event's place in the order goes by. */
  place(number: number): Placed {
    return { time: this.columns.time(number), changeID: this.columns.changeID(number) };
  }
  /** The event with this change ID: of several different ones the one with that number, from 1. */
  find(changeID: string, variant = 1): number | undefined {
    return variant > 1 ? this.#variants.get(changeID)?.[variant - 2] : this.columns.find(changeID);
  }

  /** Numbers of the events that pass, in order. */
  rows(filters: LocalFilters, sort: TrailSort): Uint32Array {
    return this.#sorted(this.#passing(filters), sort);
  }
  facets(filters: LocalFilters, limits?: ReadonlyMap<FieldID, number>): readonly Facet[] {
    return this.#facets.of(filters, this.#filter.passing(filters), limits);
  }
  /** Bins of days begin at midnight of the zone. */
  histogram(filters: LocalFilters, zone: Pick<ShownZone, 'offsets'> = utc): Histogram | undefined {
    return this.#times.of(this.#filter.passing(filters), zone);
  }
  /** Groups of rows in the order of their first event; the same rows are put together once. */
  groups(rows: Uint32Array, by: Exclude<Grouping, 'none'>): Groups {
    const before = this.#grouped?.by === by ? this.#grouped : undefined;
    if (before?.rows === rows) return before.groups;
    const field = fieldOfGrouping(by);
    const names = before?.names ?? new GroupNames(this.columns, field);
    const groups = new Groups(this.columns, names.all(), field, rows);
    this.#grouped = { by, names, rows, groups };
    return groups;
  }
  /** The values of a field, the most frequent first. */
  values(field: FieldID): readonly SeenValue[] {
    return seenValues(this.columns, field);
  }

  /** An event without an ID is looked for among those without one, of its time. */
  *#rowsOfKeys(keys: readonly string[], from: number): Generator<number> {
    const unnamed = new Map<string | undefined, Set<string>>();
    for (const key of keys) {
      const parts = partsOfKey(key);
      if ('changeID' in parts) {
        const row = this.find(parts.changeID, parts.variant);
        if (row !== undefined && row >= from) yield row;
      } else {
        const time = eventTimestamp(exactEvent(parts));
        unnamed.set(time, (unnamed.get(time) ?? new Set()).add(key));
      }
    }
    if (unnamed.size === 0) return;
    for (let row = from; row < this.size; row++) {
      const sameTime = this.columns.changeID(row) ? undefined : unnamed.get(this.columns.time(row));
      const data = sameTime && this.event(row);
      if (data && sameTime.has(eventKey(exactEvent(data)))) yield row;
    }
  }
  /** Whether the text has all that is known of the event by its columns. */
  #isStill(number: number, text: string): boolean {
    const entry = readEntry(text);
    return typeof entry !== 'string' && this.columns.isAt(number, entry.event);
  }
  /** The rows that pass, newest first. */
  #passing(filters: LocalFilters): Uint32Array {
    const newestFirst = this.columns.newestFirst(filters.range);
    if (isEmpty(filters)) return newestFirst.slice();
    const { all } = this.#filter.passing(filters);
    const rows = new Uint32Array(countBits(all));
    let count = 0;
    for (const number of newestFirst) if (hasBit(all, number)) rows[count++] = number;
    return rows;
  }
  /** Rows in order, of rows that are newest first. */
  #sorted(newestFirst: Uint32Array, sort: TrailSort): Uint32Array {
    const codes = this.columns.coded.get(sort.field)?.codes;
    if (codes) return sortedBy(codes, this.#ranks(codes, sort.descending), newestFirst);
    return sort.field !== 'time' || isNewestFirst(sort) ? newestFirst : newestFirst.toReversed();
  }
  /** Returns the rank of each value of a field. Keeps the last ranks, because filters change more often than the sort. */
  #ranks(codes: Codes, descending: boolean): Uint32Array {
    const { values } = codes;
    const last = this.#ranked;
    const isSame = last?.codes === codes && last.descending === descending;
    if (isSame && last.ranks.length === values.length) return last.ranks;
    const ranks = rankValues(values, descending);
    this.#ranked = { codes, descending, ranks };
    return ranks;
  }
}

const hashOfFields = (event: AuditEvent): number =>
  hashOf(auditFields.map((field) => fieldText(field, event) ?? '').join('\u0000'));

/** Rows by the value of a field, those of one value in the order given. */
function sortedBy({ numbers }: Codes, ranks: Uint32Array, rows: Uint32Array): Uint32Array {
  const next = new Uint32Array(ranks.length + 1);
  for (const row of rows) {
    const after = (ranks[numbers[row] ?? 0] ?? 0) + 1;
    next[after] = (next[after] ?? 0) + 1;
  }
  for (let rank = 1; rank < next.length; rank++) next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0);
  const sorted = new Uint32Array(rows.length);
  for (const row of rows) {
    const rank = ranks[numbers[row] ?? 0] ?? 0;
    const at = next[rank] ?? 0;
    sorted[at] = row;
    next[rank] = at + 1;
  }
  return sorted;
}

/** Of each value its place in sorted order, absence last: numbers by size, texts by code unit. */
function rankValues(values: readonly (string | undefined)[], descending: boolean): Uint32Array {
  const isNumber = values.every((value) => value === undefined || /^-?\d+$/.test(value));
  const compare = (a: string, b: string): number =>
    isNumber ? Number(a) - Number(b) : a < b ? -1 : a > b ? 1 : 0;
  const places = [...values.keys()].sort((left, right) => {
    const [a, b] = [values[left], values[right]];
    if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
    return descending ? compare(b, a) : compare(a, b);
  });
  const ranks = new Uint32Array(values.length);
  for (const [rank, number] of places.entries()) ranks[number] = rank;
  return ranks;
}

/** An event of a file may be written over several lines. */
function inOneLine(text: string): string {
  if (!/[\r\n]/.test(text)) return text;
  const parsed = parseJson(text);
  return parsed.ok ? stringifyJson(parsed.value) : text;
}
