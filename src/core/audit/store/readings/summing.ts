/** Who read what, by codes: each text is read once, and of an event only numbers are looked at. */
import { isQueryText, isQueryURI } from '../../feed/queryOf.ts';
import { type EventOutcome, outcomeOf, outcomes } from '../../table/outcome.ts';
import { compareReads, compareUnread, type ReadFigures, type WhoReadWhat } from '../../table/whoReadWhat.ts';
import type { Columns } from '../columns/columns.ts';
import type { EventStore } from '../eventStore.ts';
import type { TextReads } from './textReads.ts';

/** Texts read before others get their turn; some ten milliseconds. */
const STEP = 200;
/** Rows counted before others get theirs. */
const ROWS = 50_000;

/** A row in the making: its events, and how often each outcome was. */
class Growing {
  readonly actor: number;
  /** The number of its read, or of its text. */
  readonly of: number;
  events = new Uint32Array();
  readonly counts = outcomes.map(() => 0);
  first = -1;
  last = -1;
  #put = 0;

  constructor(actor: number, of: number) {
    this.actor = actor;
    this.of = of;
  }
  count(row: number, outcome: number, columns: Columns): void {
    this.counts[outcome] = (this.counts[outcome] ?? 0) + 1;
    const { times } = columns;
    if (!times.isProper(row)) return;
    if (this.first < 0 || times.compare(row, this.first) > 0) this.first = row;
    if (this.last < 0 || times.compare(row, this.last) < 0) this.last = row;
  }
  /** Once all are counted: a list that grows would leave many times its size behind. */
  makeRoom(): void {
    this.events = new Uint32Array(this.counts.reduce((sum, count) => sum + count));
  }
  put(row: number): void {
    this.events[this.#put++] = row;
  }
  figures(columns: Columns): ReadFigures {
    const [succeeded = 0, failed = 0, unknown = 0] = this.counts;
    const counts: Record<EventOutcome, number> = { succeeded, failed, unknown };
    const [first, last] = [this.first, this.last].map((row) => (row < 0 ? undefined : columns.time(row)));
    return {
      actor: columns.coded.get('actor')?.codes.values[this.actor],
      counts,
      ...(first === undefined ? {} : { first }),
      ...(last === undefined ? {} : { last }),
      events: this.events,
    };
  }
}

/** Growing rows by actor and by what they are of, in the order in which they came up. */
class GrowingRows {
  readonly all: Growing[] = [];
  readonly #byActor: Map<number, Growing>[] = [];

  of(actor: number, of: number): Growing {
    this.#byActor[actor] ??= new Map();
    const known = this.#byActor[actor].get(of);
    if (known) return known;
    const growing = new Growing(actor, of);
    this.#byActor[actor].set(of, growing);
    this.all.push(growing);
    return growing;
  }
}

/** How a long reading lets others work, and whether it is still wanted. */
export interface ReadTurns {
  readonly turn: () => Promise<unknown>;
  readonly isStopped: () => boolean;
}

/** Sums up rows, with turns for others in between; undefined where `isStopped` says so. */
export async function sumUp(
  store: EventStore,
  reads: TextReads,
  rows: Uint32Array,
  { turn, isStopped }: ReadTurns,
): Promise<WhoReadWhat | undefined> {
  const { columns } = store;
  const codes = queryCodes(columns);
  const read = new GrowingRows();
  const unread = new GrowingRows();
  const actors = new Set<number>();
  let queries = 0;
  /** Gives each query to the rows that it belongs to; false where it was stopped. */
  const visit = async (take: (growing: Growing, row: number) => void): Promise<boolean> => {
    let left = STEP;
    queries = 0;
    for (const [at, row] of rows.entries()) {
      const text = codes.texts[row] ?? 0;
      if (!codes.isQuery(row, text)) continue;
      queries++;
      if (!reads.isKnown(text)) left--;
      if (left === 0 || at % ROWS === ROWS - 1) {
        left = STEP;
        await turn();
        if (isStopped()) return false;
      }
      const actor = codes.actors[row] ?? 0;
      actors.add(actor);
      const found = reads.of(text);
      for (const number of found.reads) take(read.of(actor, number), row);
      if (found.missing) take(unread.of(actor, text), row);
    }
    return true;
  };
  const outcomeAt = (row: number): number => codes.outcome[codes.codes[row] ?? 0] ?? 0;
  if (!(await visit((growing, row) => growing.count(row, outcomeAt(row), columns)))) return undefined;
  for (const growing of [...read.all, ...unread.all]) growing.makeRoom();
  if (!(await visit((growing, row) => growing.put(row)))) return undefined;
  return {
    rows: read.all
      .flatMap((growing) => {
        const one = reads.read(growing.of);
        return one ? [{ ...growing.figures(columns), read: one }] : [];
      })
      .sort(compareReads),
    unread: unread.all.flatMap((growing) => unreadOf(store, reads, growing)).sort(compareUnread),
    ...{ queries, actors: actors.size, others: rows.length - queries },
  };
}

function unreadOf(store: EventStore, reads: TextReads, growing: Growing) {
  const { missing } = reads.of(growing.of);
  const sample = store.event(growing.events[0] ?? -1);
  const query = store.columns.content.text(growing.of);
  return missing && sample ? [{ ...growing.figures(store.columns), missing, query, sample }] : [];
}

/** What is asked of each row, as numbers. */
export function queryCodes({ content, coded }: Columns) {
  const [uris, actors, codes] = (['URI', 'actor', 'code'] as const).map((id) => coded.get(id)?.codes);
  const isQueryPath = Uint8Array.from(uris?.values ?? [], (uri) =>
    Number(uri !== undefined && isQueryURI(uri)),
  );
  /** Of texts without a path: 1 for a query, 2 for another; 0 where that is not known yet. */
  const looks = new Uint8Array(content.distinct + 1);
  const isQueryAlone = (text: number): boolean => {
    if (looks[text] === 0) looks[text] = isQueryText(content.text(text)) ? 1 : 2;
    return looks[text] === 1;
  };
  const uriOf = uris?.numbers ?? new Uint8Array();
  const isEmpty = content.numberOf('');
  const outcome = Uint8Array.from(codes?.values ?? [], (code) => outcomes.indexOf(outcomeOf(code)));
  const succeeded = outcomes.indexOf('succeeded');
  return {
    texts: content.numbers,
    actors: actors?.numbers ?? new Uint8Array(),
    codes: codes?.numbers ?? new Uint8Array(),
    outcome,
    hasSucceeded: (row: number): boolean => outcome[codes?.numbers[row] ?? 0] === succeeded,
    isQuery: (row: number, text: number): boolean => {
      if (text === 0 || text === isEmpty) return false;
      const uri = uriOf[row] ?? 0;
      return uri === 0 ? isQueryAlone(text) : isQueryPath[uri] === 1;
    },
  };
}
