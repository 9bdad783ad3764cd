/** When the events were: as numbers to count and to sort by, and as the texts that came. */
import { isProperTimestamp, timestampToMs } from '../../feed/timestamps.ts';
import type { TimeRange } from '../../table/filter.ts';
import { withRoom } from './growing.ts';
import type { TextField } from './textColumn.ts';

/** A leap second has no milliseconds of its own: it is sorted behind the last of its minute by a rest beyond all others. */
const [MINUTE, LEAP] = [60_000, 1_000_000];
/** Its milliseconds, those of the next minute, are less than this after the time that it is sorted by. */
const LEAP_MS = 1_001;

export class Times {
  readonly #texts: Pick<TextField, 'at'>;
  #ms = new Float64Array();
  /** The nanoseconds beside the milliseconds; from `LEAP` on those of a leap second, milliseconds included. */
  #rests = new Uint32Array();
  #size = 0;

  /** `texts` has the times as they came, in the service's form where they can be read. */
  constructor(texts: Pick<TextField, 'at'>) {
    this.#texts = texts;
  }

  /** Milliseconds since 1970 of each row; NaN for a time of odd form or none. */
  get ms(): Float64Array {
    return this.#ms.subarray(0, this.#size);
  }
  /** Adds the time of the next row. */
  add(time: string | undefined): void {
    this.#ms = withRoom(this.#ms, this.#size);
    this.#rests = withRoom(this.#rests, this.#size);
    const ms = time === undefined ? undefined : timestampToMs(time);
    this.#ms[this.#size] = ms ?? Number.NaN;
    this.#rests[this.#size] = time === undefined || ms === undefined ? 0 : restOf(time);
    this.#size++;
  }
  /** Whether the row has a time that can be compared with all others. */
  isProper(row: number): boolean {
    return !Number.isNaN(this.#ms[row] ?? Number.NaN);
  }
  /**
   * Of `rows`, which are newest first, the part with all from `from` to before `to`, and hardly any others: found without
   * a look at each, and leap seconds are sorted where their milliseconds are not.
   */
  around(rows: Uint32Array, { from, to }: TimeRange): Uint32Array {
    return rows.subarray(this.#firstBefore(rows, to + LEAP_MS), this.#firstBefore(rows, from - LEAP_MS));
  }
  /** The first of `rows` with a time before `ms`, or none; where leap seconds are about, one of these. */
  #firstBefore(rows: Uint32Array, ms: number): number {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ms[rows[middle] ?? 0] ?? Number.NaN) >= ms) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  /** As `compareNewestFirst` of the two rows' times. */
  compare(a: number, b: number): number {
    const [left, right] = [this.#ms[a] ?? Number.NaN, this.#ms[b] ?? Number.NaN];
    if (Number.isNaN(left) || Number.isNaN(right)) return this.#compareOdd(a, b);
    const [restA, restB] = [this.#rests[a] ?? 0, this.#rests[b] ?? 0];
    const byMs = restA < LEAP && restB < LEAP ? right - left : lastOf(right, restB) - lastOf(left, restA);
    return byMs || restB - restA;
  }
  /** Proper times come first, then those of odd form, then none. */
  #compareOdd(a: number, b: number): number {
    const [left, right] = [this.#texts.at(a) ?? '', this.#texts.at(b) ?? ''];
    const rank = rankOf(left) - rankOf(right);
    if (rank !== 0 || left === right) return rank;
    return left > right ? -1 : 1;
  }
}

const rankOf = (text: string): number => (text === '' ? 2 : isProperTimestamp(text) ? 0 : 1);

/** Of a proper time. */
function restOf(time: string): number {
  const nanoseconds = Number(time.slice(-6));
  return time.startsWith('60', 17)
    ? LEAP + Number(time.slice(-9, -6)) * 1_000_000 + nanoseconds
    : nanoseconds;
}

/** The millisecond that a time is sorted by: of a leap second the last before the next minute. */
const lastOf = (ms: number, rest: number): number =>
  rest < LEAP ? ms : Math.floor(ms / MINUTE) * MINUTE - 1;
