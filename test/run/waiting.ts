import assert from 'node:assert/strict';

/**
 * The patience of all tests, in this one place. A test waits for a state, however long that takes; a limit only keeps a
 * run that went wrong from hanging. None of them measures speed, which is what test/bench is for: a machine several
 * times slower than usual stays far below them.
 */

/** The most that one awaited state may take: an element, an answer, a process that starts or ends. */
export const waitMs = 120_000;

/** The most that one test or hook may take: more than one wait, so that a wait that fails says what it waited for. */
export const testMs = 300_000;

/** The most that a stage of the whole run may take; the longest took half an hour on a machine with other work. */
export const stageMs = 60 * 60_000;

/** The most that one script of a release may take: the whole run, or the long tests. */
export const releaseMs = 4 * 3_600_000;

/** The most that bringing something from the network may take: an editor, a browser. */
export const installMs = 600_000;

/** After so long a step that something else may have undone, such as a list that closed, is done again. */
export const againMs = 2_500;

/** After so long a host of the network counts as not there, and another way is taken. */
export const reachMs = 5_000;

/** After so long a process that was asked to end is made to. */
export const graceMs = 5_000;

/** The rest of what an ended process wrote is waited for so long: another may hold the same pipe open. */
export const drainMs = 2_000;

/** Between two looks at what is awaited. */
const lookMs = 10;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Found<T> = Exclude<T, undefined | false>;

/** Waits until `look` gives something other than `undefined` or `false`, and gives that; `what` says what is missing. */
export async function eventually<T>(
  what: string | (() => string),
  look: () => T | PromiseLike<T>,
): Promise<Found<T>> {
  const end = performance.now() + waitMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found as Found<T>;
    if (performance.now() > end) {
      const missing = typeof what === 'string' ? what : what();
      assert.fail(`${missing}: not within ${waitMs / 1000} s`);
    }
    await pause(lookMs);
  }
}

/**
 * Ends after a timer of that length. For what must not happen when a timer of the product runs out: one of the same
 * length that is set later ends later, on a busy machine too.
 */
export const afterTimer = pause;

/** Rejects where that work has not ended within the limit. */
export async function inTime<T>(what: string, work: Promise<T>, limitMs = waitMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${limitMs / 1000} s`)), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
