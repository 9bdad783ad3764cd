import type { EventOutcome } from '../../table/outcome.ts';
import {
  compareReads,
  compareUnread,
  type ReadFigures,
  type UnreadRow,
  type WhoReadWhat,
} from '../../table/whoReadWhat.ts';
import { type Bits, hasBit, setBit, wordCountFor } from '../columns/bits.ts';
import type { Columns } from '../columns/columns.ts';
import type { EventStore } from '../eventStore.ts';
import { rowsOfSet, toEventSet } from '../localKeys.ts';
import { createSqlQueryRowTests } from './queryCodes.ts';
import type { TextReadNumbers, TextReads } from './textReads.ts';

const TEXTS_PER_TURN = 200;
const ROWS_PER_TURN = 50_000;

/**
 * Maximum estimated size, in bytes, of the result and the cached reads, so that a malicious file can't use up the
 * memory.
 */
const MAX_BYTES = 256 * 1024 * 1024;
const [ROW_BYTES, EVENT_BYTES, SAMPLE_BYTES] = [1_000, 8, 1_000];
const BYTES_PER_QUERY_CHARACTER = 4;
const PARSE_BYTES_PER_CHARACTER = 150;

class ResultRow {
  readonly actor: number;
  /**
   * The number of the row's read, or that of its text if it counts queries whose reads could not be determined
   * completely.
   */
  readonly of: number;
  readonly counts: Record<EventOutcome, number> = { succeeded: 0, failed: 0, unknown: 0 };
  first = -1;
  last = -1;
  #next = 0;

  constructor(actor: number, of: number) {
    this.actor = actor;
    this.of = of;
  }
  get size(): number {
    const { succeeded, failed, unknown } = this.counts;
    return succeeded + failed + unknown;
  }
  count(row: number, outcome: EventOutcome, { times }: Columns): void {
    this.counts[outcome]++;
    if (!times.isValid(row)) return;
    if (this.first < 0 || times.compare(row, this.first) > 0) this.first = row;
    if (this.last < 0 || times.compare(row, this.last) < 0) this.last = row;
  }
  setEventsStart(start: number): void {
    this.#next = start;
  }
  put(row: number, events: Uint32Array): void {
    events[this.#next++] = row;
  }
  figures(columns: Columns, events: Uint32Array): ReadFigures {
    const [first, last] = [this.first, this.last].map((row) => (row < 0 ? undefined : columns.time(row)));
    return {
      actor: columns.coded.get('actor')?.codes.values[this.actor],
      counts: this.counts,
      ...(first === undefined ? {} : { first }),
      ...(last === undefined ? {} : { last }),
      events: toEventSet(events.subarray(this.#next - this.size, this.#next)),
    };
  }
}

class ResultRows {
  readonly all: ResultRow[] = [];
  readonly #known = new Map<number, ResultRow>();

  known(actor: number, of: number): ResultRow | undefined {
    return this.#known.get(createActorAndSubjectKey(actor, of));
  }
  of(actor: number, of: number): ResultRow {
    const known = this.known(actor, of);
    if (known) return known;
    const growing = new ResultRow(actor, of);
    this.#known.set(createActorAndSubjectKey(actor, of), growing);
    this.all.push(growing);
    return growing;
  }
}
/** Combines both numbers into one key. Keys are distinct if `actor` is less than 2 ** 26 and `of` less than 2 ** 27. */
const createActorAndSubjectKey = (actor: number, of: number): number => actor + of * 2 ** 26;

/**
 * Callbacks for a long computation. It awaits `turn` to let other work run, and stops if `isStopped` returns true
 * because the result is no longer needed.
 */
export interface TurnTaking {
  readonly turn: () => Promise<unknown>;
  readonly isStopped: () => boolean;
}

/**
 * Returns who read what in the given rows of a listing. Awaits `turn` at some of the queries; returns undefined if
 * `isStopped` then returns true. An event is left out, and counted in `leftOut`, if its reads might increase the result
 * and the cached reads beyond `maxBytes`.
 */
export async function aggregateReads(
  store: EventStore,
  reads: TextReads,
  rows: Uint32Array,
  { turn, isStopped }: TurnTaking,
  maxBytes = MAX_BYTES,
): Promise<WhoReadWhat | undefined> {
  const { columns } = store;
  const codes = createSqlQueryRowTests(columns);
  const sum = new ReadAggregation(columns, reads, maxBytes);
  const visit = async (take: (row: number, actor: number, text: number) => void): Promise<boolean> => {
    let left = TEXTS_PER_TURN;
    for (const [at, row] of rows.entries()) {
      const text = codes.texts[row] ?? 0;
      if (!codes.isQuery(row, text)) continue;
      if (!reads.areReadsCached(text)) left--;
      if (left === 0 || at % ROWS_PER_TURN === ROWS_PER_TURN - 1) {
        left = TEXTS_PER_TURN;
        await turn();
        if (isStopped()) return false;
      }
      take(row, codes.actors[row] ?? 0, text);
    }
    return true;
  };
  const count = (row: number, actor: number, text: number): void => {
    sum.count(row, actor, text, codes.outcomeAt(row));
  };
  if (!(await visit(count))) return undefined;
  sum.allocateEvents();
  if (!(await visit((row, actor, text) => sum.put(row, actor, text)))) return undefined;
  return sum.buildWhoReadWhat(store, rows.length);
}

/**
 * Aggregates reads in two passes. The first counts the events of each result row. The second writes the rows of these
 * events into one shared array, whose length is known by then.
 */
class ReadAggregation {
  readonly #columns: Columns;
  readonly #reads: TextReads;
  readonly #maxBytes: number;
  readonly #read = new ResultRows();
  readonly #unread = new ResultRows();
  readonly #isActor: Uint8Array;
  readonly #leftOut: Bits;
  #bytes = 0;
  #queries = 0;
  #failed = 0;
  #left = 0;
  #events = new Uint32Array();

  constructor(columns: Columns, reads: TextReads, maxBytes: number) {
    this.#columns = columns;
    this.#reads = reads;
    this.#maxBytes = maxBytes;
    this.#isActor = new Uint8Array(columns.coded.get('actor')?.codes.values.length ?? 1);
    this.#leftOut = new Uint32Array(wordCountFor(columns.size));
  }

  count(row: number, actor: number, text: number, outcome: EventOutcome): void {
    this.#queries++;
    if (outcome === 'failed') this.#failed++;
    this.#isActor[actor] = 1;
    const found = this.#reads.findReadsIfCachedOrShort(text, this.#room / PARSE_BYTES_PER_CHARACTER);
    if (!found || !this.#hasRoomFor(found, actor, text)) {
      this.#left++;
      setBit(this.#leftOut, row);
      return;
    }
    const before = this.#read.all.length + this.#unread.all.length;
    for (const number of found.reads) this.#read.of(actor, number).count(row, outcome, this.#columns);
    if (found.missing) this.#getOrAddUnreadRow(actor, text).count(row, outcome, this.#columns);
    const begun = this.#read.all.length + this.#unread.all.length - before;
    this.#bytes += begun * ROW_BYTES + (found.reads.length + 1) * EVENT_BYTES;
  }
  allocateEvents(): void {
    let start = 0;
    for (const { all } of [this.#read, this.#unread]) {
      for (const growing of all) {
        growing.setEventsStart(start);
        start += growing.size;
      }
    }
    this.#events = new Uint32Array(start);
  }
  put(row: number, actor: number, text: number): void {
    if (hasBit(this.#leftOut, row)) return;
    const found = this.#reads.getReadNumbersOfText(text);
    for (const number of found.reads) this.#read.known(actor, number)?.put(row, this.#events);
    if (found.missing) this.#unread.known(actor, text)?.put(row, this.#events);
  }
  buildWhoReadWhat(store: EventStore, size: number): WhoReadWhat {
    return {
      rows: this.#read.all
        .flatMap((growing) => {
          const read = this.#reads.getReadByNumber(growing.of);
          return read ? [{ ...growing.figures(this.#columns, this.#events), read }] : [];
        })
        .sort(compareReads),
      unread: this.#unread.all
        .flatMap((growing) => this.#createUnreadRow(store, growing))
        .sort(compareUnread),
      queries: this.#queries,
      failed: this.#failed,
      leftOut: this.#left,
      actors: this.#isActor.reduce((sum, one) => sum + one, 0),
      others: size - this.#queries,
    };
  }

  get #room(): number {
    return Math.max(0, this.#maxBytes - this.#bytes - this.#reads.bytes);
  }
  #hasRoomFor({ reads, missing }: TextReadNumbers, actor: number, text: number): boolean {
    const isBegun = !missing || this.#unread.known(actor, text) !== undefined;
    const always = (reads.length + 1) * EVENT_BYTES + (isBegun ? 0 : this.#estimateUnreadRowBytes(text));
    // Usually there is room for a new row for each read, so existing rows need not be looked up.
    if (always + reads.length * ROW_BYTES <= this.#room) return true;
    const begun = reads.filter((number) => !this.#read.known(actor, number)).length;
    return always + begun * ROW_BYTES <= this.#room;
  }
  #estimateUnreadRowBytes(text: number): number {
    return ROW_BYTES + SAMPLE_BYTES + BYTES_PER_QUERY_CHARACTER * this.#columns.content.text(text).length;
  }
  #getOrAddUnreadRow(actor: number, text: number): ResultRow {
    const known = this.#unread.known(actor, text);
    if (known) return known;
    this.#bytes += this.#estimateUnreadRowBytes(text) - ROW_BYTES;
    return this.#unread.of(actor, text);
  }
  #createUnreadRow(store: EventStore, growing: ResultRow): UnreadRow[] {
    const { missing } = this.#reads.getReadNumbersOfText(growing.of);
    const figures = growing.figures(this.#columns, this.#events);
    const sample = store.event(rowsOfSet(figures.events)[0] ?? -1);
    const query = this.#columns.content.text(growing.of);
    return missing && sample ? [{ ...figures, missing, query, sample }] : [];
  }
}
