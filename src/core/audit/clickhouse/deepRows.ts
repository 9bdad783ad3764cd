import type { AbortSignalLike } from '../../service/transport.ts';
import type { TrailEvent } from '../table/trail.ts';
import { eventColumnsSql, eventOfRow } from './eventRows.ts';
import type { StoredSet } from './eventSets.ts';
import { momentSql } from './fieldSql.ts';
import { type ListedEvents, numberIn } from './select.ts';
import { bind, sql } from './sql.ts';

const NANOSECONDS_PER_HOUR = 3_600_000_000_000n;

interface Hour {
  /** Hours since 1970. */
  readonly hour: number;
  /** Number of the view's events in later hours. */
  readonly before: number;
  readonly count: number;
}

/**
 * Reads windows far down in a view that is sorted newest first. The events of each hour are counted once; then a window
 * is read from its hours only, in which few rows are skipped.
 */
export class DeepRows {
  readonly #events: ListedEvents;
  readonly #set: StoredSet;
  #hours: Promise<readonly Hour[]> | undefined;

  constructor(events: ListedEvents, set: StoredSet) {
    this.#events = events;
    this.#set = set;
  }

  /** Returns rows `from` to `to` − 1, fewer at the end. */
  async window(from: number, to: number, signal?: AbortSignalLike): Promise<readonly TrailEvent[]> {
    const hours = await this.#countHours(signal);
    const needed = hours.filter(({ before, count }) => before < to && before + count > from);
    const [newest, oldest] = [needed[0], needed.at(-1)];
    if (!newest || !oldest) return [];
    const { from: listed, run } = this.#events;
    const { where, order } = this.#set;
    const start = momentSql(BigInt(oldest.hour) * NANOSECONDS_PER_HOUR);
    const end = momentSql(BigInt(newest.hour + 1) * NANOSECONDS_PER_HOUR);
    const rows = await run(
      sql`SELECT ${eventColumnsSql} ${listed} AND ts >= ${start} AND ts < ${end} AND ${where}
ORDER BY ${order} LIMIT ${bind('UInt64', to - from)} OFFSET ${bind('UInt64', Math.max(0, from - newest.before))}`,
      signal,
    );
    return rows.map(eventOfRow);
  }

  /** Counts again after a failure, such as a call that was cancelled. */
  #countHours(signal: AbortSignalLike | undefined): Promise<readonly Hour[]> {
    const counting = this.#hours ?? this.#selectHours(signal);
    this.#hours = counting;
    counting.catch(() => {
      if (this.#hours === counting) this.#hours = undefined;
    });
    return counting;
  }
  async #selectHours(signal: AbortSignalLike | undefined): Promise<readonly Hour[]> {
    const { from, run } = this.#events;
    const rows = await run(
      sql`SELECT intDiv(toUnixTimestamp64Milli(ts), 3600000) AS hour, count() AS events ${from} AND ${this.#set.where} GROUP BY hour ORDER BY hour DESC`,
      signal,
    );
    let before = 0;
    return rows.map((row) => {
      const count = numberIn(row, 'events');
      const found = { hour: numberIn(row, 'hour'), before, count };
      before += count;
      return found;
    });
  }
}
