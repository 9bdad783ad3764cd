/**
 * The loaded events of one listing. A row is the number of an event, from 0 in the order in which events were added.
 */
import { stringifyJson } from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import type { AuditEvent } from '../../service/types.ts';
import { type EventData, parseEventText, parseExactEvent } from '../feed/compactEvent.ts';
import { haveContradictingContent } from '../feed/contentComparison.ts';
import { compareEvents, type EventSortKey } from '../feed/eventOrder.ts';
import { eventKey, parseEventKey } from '../feed/ledger.ts';
import { eventTimestamp } from '../feed/timestamps.ts';
import { type DisplayZone, utc } from '../feed/zones.ts';
import { parseEntry } from '../file/entries.ts';
import { auditFields, type FieldID, fieldText } from '../table/fields.ts';
import { type Facet, hasNoFilters, type TrailFilters } from '../table/filter.ts';
import { fieldOfGrouping, type Grouping } from '../table/grouping.ts';
import type { Histogram } from '../table/histogram.ts';
import type { OwnEvents, OwnGroup } from '../table/ownEvents.ts';
import type { QueryReads } from '../table/queryReads.ts';
import type { TimeExtent } from '../table/timeExtent.ts';
import type { SeenValue, TrailSort } from '../table/trail.ts';
import { TextReads } from './aggregates/textReads.ts';
import { type Bits, countBits, hasBit } from './columns/bits.ts';
import { Columns } from './columns/columns.ts';
import { withCapacityFor } from './columns/growingArray.ts';
import { hashText, TextIndex } from './columns/textIndex.ts';
import type { Utf8 } from './columns/utf8.ts';
import { CrossFilter } from './counts/crossFilter.ts';
import { EventGroups, GroupNumbering } from './counts/eventGroups.ts';
import { Facets } from './counts/facets.ts';
import { OwnRows } from './counts/ownRows.ts';
import { listSeenValues } from './counts/seenValues.ts';
import { TimeCounts } from './counts/timeCounts.ts';
import { RowSorter } from './rowSorter.ts';
import { type SourceRange, type TextSource, TextStorage } from './textStorage.ts';

interface LastGrouping {
  readonly by: Exclude<Grouping, 'none'>;
  readonly names: GroupNumbering;
  readonly rows: Uint32Array;
  readonly groups: EventGroups;
}

export class EventStore {
  readonly columns: Columns;
  readonly #places: TextStorage;
  readonly #readQuery: (text: string) => QueryReads;
  #reads: TextReads;
  readonly #filter: CrossFilter;
  readonly #facets: Facets;
  readonly #times: TimeCounts;
  readonly #own: OwnRows;
  readonly #sorter: RowSorter;
  #isExact = new Uint8Array();
  #grouped: LastGrouping | undefined;
  readonly #rowsWithoutChangeID = new TextIndex();
  /** Maps a change ID to the rows of the second and further different events that have it. */
  readonly #variants = new Map<string, number[]>();
  /** Maps a row to its event's number, from 1, among the different events that share its change ID. */
  readonly #variantOf = new Map<number, number>();
  readonly #variantFields = new TextIndex();

  constructor(tools: Utf8, readQuery: (text: string) => QueryReads) {
    this.columns = new Columns(tools);
    this.#readQuery = readQuery;
    this.#reads = new TextReads(this.columns, readQuery);
    this.#places = new TextStorage(tools);
    this.#filter = new CrossFilter(
      this.columns,
      (keys, from) => this.#rowsOfKeys(keys, from),
      () => this.reads,
    );
    this.#facets = new Facets(this.columns);
    this.#times = new TimeCounts(this.columns);
    this.#sorter = new RowSorter(this.columns);
    this.#own = new OwnRows(this.columns, (keys, from) => this.#rowsOfKeys(keys, from));
  }

  get size(): number {
    return this.columns.size;
  }
  /** The cached reads of the listing's query texts. An empty cache replaces a full one when this property is read. */
  get reads(): TextReads {
    if (this.#reads.isFull) this.#reads = new TextReads(this.columns, this.#readQuery);
    return this.#reads;
  }
  /** Number of events that share their change ID with a different event. */
  get conflictingCount(): number {
    return this.#variantOf.size;
  }
  /** Adds events in the given order, with their texts in memory. Does not check whether an event is already stored. */
  add(events: readonly EventData[]): void {
    for (const data of events) {
      const event = parseEventText(data);
      const isKnown = Boolean(data.changeID) && !this.columns.registerChangeID(data.changeID ?? '');
      if (isKnown && (data.variant ?? 1) > 1) this.#addVariant(data.changeID ?? '', event);
      this.#addEvent(event, data.isExact, data.text);
    }
  }
  /**
   * Adds an event unless `findRow` finds it. The event's text is stored in memory, or read from `place` in a source
   * when it is needed. Returns whether the event was added.
   */
  addEventIfNew(event: AuditEvent, isExact: boolean, text: string, place?: SourceRange): boolean {
    const isNew = this.#registerIfNew(event, text);
    if (isNew) this.#addEvent(event, isExact, place ?? text);
    return isNew;
  }
  /**
   * Returns the row of an event that is already stored, even if it was added from another source; undefined if none is
   * found. An event without a change ID is found only if `addEventIfNew` added it.
   */
  findRow(event: AuditEvent, text: string): number | undefined {
    const { changeID } = event.context;
    return changeID
      ? this.#findRowByChangeIDAndContent(changeID, event, text)
      : this.#findRowByText(hashText(text), event, text);
  }
  /**
   * Returns the number of a row's event, from 1, among the different events that share its change ID. Undefined if
   * the event shares its ID with no different event.
   */
  variant(number: number): number | undefined {
    return this.#variantOf.get(number);
  }
  #addEvent(event: AuditEvent, isExact: boolean, text: string | SourceRange): void {
    this.#isExact = withCapacityFor(this.#isExact, this.size);
    this.#isExact[this.size] = Number(isExact);
    this.#places.addEventText(text);
    this.columns.add(event);
  }
  #registerIfNew(event: AuditEvent, text: string): boolean {
    const { changeID } = event.context;
    if (changeID) {
      if (this.columns.registerChangeID(changeID)) return true;
      if (this.#findRowByChangeIDAndContent(changeID, event, text) !== undefined) return false;
      this.#addVariant(changeID, event);
      return true;
    }
    const hash = hashText(text);
    const isNew = this.#findRowByText(hash, event, text) === undefined;
    if (isNew) this.#rowsWithoutChangeID.addHashedNumber(hash, this.size);
    return isNew;
  }
  #addVariant(changeID: string, event: AuditEvent): void {
    const first = this.columns.findRowByChangeID(changeID) ?? 0;
    const others = this.#variants.get(changeID) ?? [];
    others.push(this.size);
    this.#variants.set(changeID, others);
    this.#variantFields.addHashedNumber(hashOfFields(event), this.size);
    this.#variantOf.set(first, 1);
    this.#variantOf.set(this.size, others.length + 1);
  }
  #findRowByChangeIDAndContent(changeID: string, event: AuditEvent, text: string): number | undefined {
    const isSame = (row: number): boolean =>
      this.columns.hasValuesOf(row, event) && !this.#doesRowContradict(row, event, text);
    const first = this.columns.findRowByChangeID(changeID);
    if (first === undefined || isSame(first)) return first;
    return this.#variants.has(changeID)
      ? this.#variantFields.findNumberByHash(hashOfFields(event), isSame)
      : undefined;
  }
  #doesRowContradict(row: number, event: AuditEvent, text: string): boolean {
    try {
      const known = this.#readTextOfRow(row);
      return known !== text && haveContradictingContent(parseExactEvent({ text: known }), event);
    } catch {
      // The event can no longer be read, so only the values in the columns are known.
      return false;
    }
  }
  #findRowByText(hash: number, event: AuditEvent, text: string): number | undefined {
    return this.#rowsWithoutChangeID.findNumberByHash(hash, (row) => {
      try {
        return this.#readTextOfRow(row) === text;
      } catch {
        // The event can no longer be read, so only the values in the columns are known.
        return this.columns.hasValuesOf(row, event);
      }
    });
  }
  #readTextOfRow(row: number): string {
    return this.#places.readEventText(row, (text) => this.#isTextStillOfRow(row, text));
  }
  /**
   * Makes `place` the range from which the text of a stored event is read. Without `place`, stores `text` in memory
   * instead. Does nothing if the event is not stored, if its text is already in memory, or if its stored values differ
   * from those of `event`.
   */
  moveStoredEventText(event: AuditEvent, text: string, place?: SourceRange): void {
    const row = this.findRow(event, text);
    if (row === undefined || this.#places.isInMemory(row)) return;
    if (this.columns.hasValuesOf(row, event)) this.#places.setEventText(row, place ?? text);
  }
  /**
   * Closes the sources whose numbers are not in `used`, except those whose events' texts have more than `maxBytes`
   * bytes in total. The texts from a closed source are first moved into memory; texts that can't be read are lost.
   */
  closeUnusedSmallSources(used: ReadonlySet<number>, maxBytes: number): void {
    this.#places.closeUnusedSmallSources(used, maxBytes, (row, text) => this.#isTextStillOfRow(row, text));
  }
  close(): void {
    this.#places.close();
  }
  /**
   * Registers a source of event texts and returns the number by which a `SourceRange` refers to it. Throws `RangeError`
   * if there are too many sources.
   */
  addSource(source: TextSource): number {
    return this.#places.addSource(source);
  }

  /**
   * Returns the event of a row, with its text read from memory or its source; undefined for a row that does not exist.
   * Throws if the source can't return the text.
   */
  event(row: number): EventData | undefined {
    if (!(row >= 0 && row < this.size)) return undefined;
    const accountID = this.columns.codedValue(row, 'accountID');
    const parentAccountID = this.columns.codedValue(row, 'parentAccountID');
    const variant = this.variant(row);
    return {
      text: toOneLine(this.#readTextOfRow(row)),
      ...this.sortKey(row),
      isExact: this.#isExact[row] === 1,
      ...(variant === undefined ? {} : { variant }),
      ...(accountID === undefined ? {} : { accountID }),
      ...(parentAccountID === undefined ? {} : { parentAccountID }),
    };
  }
  sortKey(number: number): EventSortKey {
    return { time: this.columns.time(number), changeID: this.columns.changeID(number) };
  }
  /**
   * Returns the row of the event with this change ID; undefined if there is none. `variant` selects among different
   * events that share the ID, from 1.
   */
  findRowOfVariant(changeID: string, variant = 1): number | undefined {
    return variant > 1
      ? this.#variants.get(changeID)?.[variant - 2]
      : this.columns.findRowByChangeID(changeID);
  }
  /**
   * Returns the row of the event with this change ID that `compareEvents` sorts last: the oldest. If several events are
   * equal, returns the row of the one that was added first. Undefined if there is none.
   */
  findRowOfOldest(changeID: string): number | undefined {
    const first = this.columns.findRowByChangeID(changeID);
    if (first === undefined) return undefined;
    const isOlder = (row: number, than: number): boolean =>
      compareEvents(this.sortKey(row), this.sortKey(than)) > 0;
    return (this.#variants.get(changeID) ?? []).reduce(
      (oldest, row) => (isOlder(row, oldest) ? row : oldest),
      first,
    );
  }

  rows(filters: TrailFilters, sorts: readonly TrailSort[]): Uint32Array {
    return this.#sorter.sortRows(this.#listPassingRowsNewestFirst(filters), sorts);
  }
  facets(filters: TrailFilters, limits?: ReadonlyMap<FieldID, number>): readonly Facet[] {
    return this.#facets.computeFacets(filters, this.#filter.passing(filters), limits);
  }
  /**
   * Returns the histogram of the events that pass all filters except the time range; undefined if no event of the
   * listing has a valid time. Bins of whole days begin with a day in `zone`. Rows in `own` are counted apart. The axis
   * covers `extent`, by default that of the listing's times.
   */
  histogram(
    filters: TrailFilters,
    zone: Pick<DisplayZone, 'offsets'> = utc,
    own?: Bits,
    extent?: TimeExtent,
  ): Histogram | undefined {
    return this.#times.computeHistogram(this.#filter.passing(filters), { zone, extent }, own);
  }
  /** Returns the rows whose request ID is one of `own`. Calls may return the same object, so it must not be changed. */
  ownRows(own: OwnEvents): Bits {
    return this.#own.findOwnRows(own);
  }
  /**
   * Returns the rows of `ownRows` without those of `own.unfoldedKeys`. Calls may return the same object, so it must not
   * be changed.
   */
  foldableRows(own: OwnEvents): Bits {
    return this.#own.findFoldableRows(own);
  }
  /** Returns a function that returns the group of a row that `ownRows` returned. */
  createOwnGroupGetter(own: OwnEvents): (row: number) => OwnGroup {
    return this.#own.createGroupGetter(own);
  }
  groups(rows: Uint32Array, by: Exclude<Grouping, 'none'>): EventGroups {
    const before = this.#grouped?.by === by ? this.#grouped : undefined;
    if (before?.rows === rows) return before.groups;
    const field = fieldOfGrouping(by);
    const names = before?.names ?? new GroupNumbering(this.columns, field);
    const groups = new EventGroups(this.columns, names.getGroupNumbers(), field, rows);
    this.#grouped = { by, names, rows, groups };
    return groups;
  }
  values(field: FieldID): readonly SeenValue[] {
    return listSeenValues(this.columns, field);
  }

  *#rowsOfKeys(keys: readonly string[], from: number): Generator<number> {
    const unnamed = new Map<string | undefined, Set<string>>();
    for (const key of keys) {
      const parts = parseEventKey(key);
      if ('changeID' in parts) {
        const row = this.findRowOfVariant(parts.changeID, parts.variant);
        if (row !== undefined && row >= from) yield row;
      } else {
        const time = eventTimestamp(parseExactEvent(parts));
        unnamed.set(time, (unnamed.get(time) ?? new Set()).add(key));
      }
    }
    if (unnamed.size === 0) return;
    for (let row = from; row < this.size; row++) {
      const sameTime = this.columns.changeID(row) ? undefined : unnamed.get(this.columns.time(row));
      const data = sameTime && this.event(row);
      if (data && sameTime.has(eventKey(parseExactEvent(data)))) yield row;
    }
  }
  #isTextStillOfRow(number: number, text: string): boolean {
    const entry = parseEntry(text);
    return typeof entry !== 'string' && this.columns.hasValuesOf(number, entry.event);
  }
  #listPassingRowsNewestFirst(filters: TrailFilters): Uint32Array {
    const newestFirst = this.columns.listRowsNewestFirst(filters.range);
    if (hasNoFilters(filters)) return newestFirst.slice();
    const { all } = this.#filter.passing(filters);
    const rows = new Uint32Array(countBits(all));
    let count = 0;
    for (const number of newestFirst) if (hasBit(all, number)) rows[count++] = number;
    return rows;
  }
}

const hashOfFields = (event: AuditEvent): number =>
  hashText(auditFields.map((field) => fieldText(field, event) ?? '').join('\u0000'));

/**
 * Returns JSON text without line breaks between its tokens. An event in a file may be written over several lines. Text
 * that `parseJson` can't parse is returned unchanged.
 */
function toOneLine(text: string): string {
  if (!/[\r\n]/.test(text)) return text;
  const parsed = parseJson(text);
  return parsed.ok ? stringifyJson(parsed.value) : text;
}
