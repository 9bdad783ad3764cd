/** How fast rows come, and how long the rest will take, from the last few answers; pauses don't count. */

export interface Progress {
  /** The clock runs; times are in milliseconds. */
  resume(now: number): void;
  pause(now: number): void;
  /** An answer with so many new rows. */
  add(rows: number, now: number): void;
  /** Time spent while not paused. */
  elapsed(now: number): number;
  rowsPerSecond(): number;
  /** Time that so many more requests will take; undefined before two answers. */
  timeFor(requests: number): number | undefined;
}

/** Enough to even out a page that came late, few enough to follow a service that slows down. */
const REMEMBERED = 40;

export function createProgress(): Progress {
  let active = 0;
  let since: number | undefined;
  let recent: { readonly at: number; readonly rows: number }[] = [{ at: 0, rows: 0 }];

  const elapsed = (now: number): number => active + (since === undefined ? 0 : now - since);
  const span = (): number => (recent.at(-1)?.at ?? 0) - (recent[0]?.at ?? 0);

  return {
    resume(now) {
      since ??= now;
    },
    pause(now) {
      active = elapsed(now);
      since = undefined;
    },
    add(rows, now) {
      recent = [...recent.slice(-REMEMBERED), { at: elapsed(now), rows }];
    },
    elapsed,
    rowsPerSecond() {
      const rows = recent.slice(1).reduce((sum, answer) => sum + answer.rows, 0);
      return span() > 0 ? (rows * 1000) / span() : 0;
    },
    timeFor(requests) {
      const answers = recent.length - 1;
      return answers < 2 ? undefined : (span() * requests) / answers;
    },
  };
}
