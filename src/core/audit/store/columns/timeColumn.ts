import { isValidTimestamp, timestampToMs } from '../../feed/timestamps.ts';
import type { TimeRange } from '../../table/filter.ts';
import { withCapacityFor } from './growingArray.ts';
import type { TextField } from './textColumn.ts';

/**
 * Milliseconds per minute, and the minimum remainder of a leap second. Remainders of other times are smaller, so a leap
 * second counts as later than the last millisecond of its minute.
 */
const [MINUTE, LEAP_REMAINDER] = [60_000, 1_000_000];
const LEAP_MS = 1_001;

export class TimeColumn {
  readonly #texts: Pick<TextField, 'at'>;
  #ms = new Float64Array();
  /**
   * The nanoseconds of each row's time within its millisecond. For a leap second: `LEAP_REMAINDER` plus the nanoseconds
   * within the second.
   */
  #rests = new Uint32Array();
  #size = 0;

  constructor(texts: Pick<TextField, 'at'>) {
    this.#texts = texts;
  }

  /** The time of each row in milliseconds since 1970; NaN if it is missing or malformed. */
  get ms(): Float64Array {
    return this.#ms.subarray(0, this.#size);
  }
  add(time: string | undefined): void {
    this.#ms = withCapacityFor(this.#ms, this.#size);
    this.#rests = withCapacityFor(this.#rests, this.#size);
    const ms = time === undefined ? undefined : timestampToMs(time);
    this.#ms[this.#size] = ms ?? Number.NaN;
    this.#rests[this.#size] = time === undefined || ms === undefined ? 0 : computeTimeRemainder(time);
    this.#size++;
  }
  isValid(row: number): boolean {
    return !Number.isNaN(this.#ms[row] ?? Number.NaN);
  }
  /**
   * Returns the part of `rows` with all rows in the time range, and possibly some outside it, because a leap second is
   * not sorted by its milliseconds. `rows` must be sorted newest first.
   */
  sliceCoveringRange(rows: Uint32Array, { from, to }: TimeRange): Uint32Array {
    return rows.subarray(
      this.#findFirstIndexOlderThan(rows, to + LEAP_MS),
      this.#findFirstIndexOlderThan(rows, from - LEAP_MS),
    );
  }
  #findFirstIndexOlderThan(rows: Uint32Array, ms: number): number {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ms[rows[middle] ?? 0] ?? Number.NaN) >= ms) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  /** Compares the times of two rows like `compareNewestFirst`: negative if row `a` is sorted first. */
  compare(a: number, b: number): number {
    const [left, right] = [this.#ms[a] ?? Number.NaN, this.#ms[b] ?? Number.NaN];
    if (Number.isNaN(left) || Number.isNaN(right)) return this.#compareInvalid(a, b);
    const [restA, restB] = [this.#rests[a] ?? 0, this.#rests[b] ?? 0];
    const byMs =
      restA < LEAP_REMAINDER && restB < LEAP_REMAINDER
        ? right - left
        : sortMsOf(right, restB) - sortMsOf(left, restA);
    return byMs || restB - restA;
  }
  #compareInvalid(a: number, b: number): number {
    const [left, right] = [this.#texts.at(a) ?? '', this.#texts.at(b) ?? ''];
    const rank = validityRank(left) - validityRank(right);
    if (rank !== 0 || left === right) return rank;
    return left > right ? -1 : 1;
  }
}

const validityRank = (text: string): number => (text === '' ? 2 : isValidTimestamp(text) ? 0 : 1);

function computeTimeRemainder(time: string): number {
  const nanoseconds = Number(time.slice(-6));
  return time.startsWith('60', 17)
    ? LEAP_REMAINDER + Number(time.slice(-9, -6)) * 1_000_000 + nanoseconds
    : nanoseconds;
}

const sortMsOf = (ms: number, rest: number): number =>
  rest < LEAP_REMAINDER ? ms : Math.floor(ms / MINUTE) * MINUTE - 1;
