/** Measures how fast rows are loaded, and estimates the remaining time, from the last responses. Pauses don't count. */

/** Measures the speed of a load. `now` is the current time in milliseconds. */
export interface Progress {
  resume(now: number): void;
  pause(now: number): void;
  addResponse(rows: number, now: number): void;
  elapsedMs(now: number): number;
  rowsPerSecond(): number;
  /** Estimates the duration of `requests` further requests; undefined before the second response. */
  estimateRemainingMs(requests: number): number | undefined;
}

/**
 * Maximum number of responses that the speed is computed from. A single slow response should have little effect, but a
 * slowdown of the service should be noticed.
 */
const MAX_SAMPLES = 40;

export function createProgress(): Progress {
  let active = 0;
  let since: number | undefined;
  let recent: { readonly at: number; readonly rows: number }[] = [{ at: 0, rows: 0 }];

  const elapsedMs = (now: number): number => active + (since === undefined ? 0 : now - since);
  const sampledMs = (): number => (recent.at(-1)?.at ?? 0) - (recent[0]?.at ?? 0);

  return {
    resume(now) {
      since ??= now;
    },
    pause(now) {
      active = elapsedMs(now);
      since = undefined;
    },
    addResponse(rows, now) {
      recent = [...recent.slice(-MAX_SAMPLES), { at: elapsedMs(now), rows }];
    },
    elapsedMs,
    rowsPerSecond() {
      const rows = recent.slice(1).reduce((sum, response) => sum + response.rows, 0);
      return sampledMs() > 0 ? (rows * 1000) / sampledMs() : 0;
    },
    estimateRemainingMs(requests) {
      const responses = recent.length - 1;
      return responses < 2 ? undefined : (sampledMs() * requests) / responses;
    },
  };
}
