/** What the benches at scale have in common. */

export interface Timed {
  /** Milliseconds of all threads of the process, and those that passed. */
  readonly cpu: number;
  readonly wall: number;
}

export interface Figures {
  /** To all counts. */
  readonly open: Timed;
  /** One change of a filter, to all counts, the histogram and the first rows. */
  readonly facet: Timed;
  readonly search: Timed;
  readonly range: Timed;
  /** Milliseconds to the first rows, the longest that the host was held, and of a step of the brush, p95. */
  readonly firstRows: number;
  readonly held: number;
  readonly brush: number;
  /** Bytes beyond the idle process once all is counted, and after all of this. */
  readonly memory: number;
  readonly memoryAfter: number;
  /** Microseconds of CPU an event: with each text read for the first time, and again. */
  readonly whoReadWhat: { readonly first: number; readonly again: number };
}

/** Texts of many rows, of some, of one and of none. */
export const searched = ['card_number', 'user99', 'nowhere to be found', 'person7@', 'consents', 'job-12'];
/** A day, in milliseconds. */
export const rangeFrom = (n: number): number => Date.UTC(2026, 0, 6) + n * 3_600_000;

export async function timed(act: () => Promise<unknown>): Promise<Timed> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  await act();
  const wall = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / 1000, wall };
}
