/**
 * Splits work over many rows into short steps. Between two steps, other work can be done, or the work can be cancelled.
 * Its result does not depend on how it is divided.
 */

/** Work that yields after each step, usually after a few hundred rows, and returns its result. */
export type Steps<T> = Generator<void, T>;

/** Decides when work pauses so that the rest of the program can run. */
export interface Pace {
  /** Returns milliseconds of a clock. */
  now(): number;
  /** Resolves after the rest of the program had a turn. */
  pause(): Promise<void>;
}

/** Duration in milliseconds after which a turn ends with its current step. */
const TURN_MS = 12;

/** Runs all steps without a pause, and returns the result. */
export function runAll<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Runs steps for one turn, but at least one. Returns the result if all steps are done, otherwise an iterator result
 * whose `done` is false.
 */
export function runOneTurn<T>(steps: Steps<T>, now: Pace['now']): IteratorResult<void, T> {
  const end = now() + TURN_MS;
  for (;;) {
    const step = steps.next();
    if (step.done || now() >= end) return step;
  }
}

/**
 * Runs all steps with a pause after each turn, and resolves to the result; undefined if `isStillNeeded` returned false
 * after a pause.
 */
export async function runInTurns<T>(
  steps: Steps<T>,
  { now, pause }: Pace,
  isStillNeeded: () => boolean = () => true,
): Promise<T | undefined> {
  for (;;) {
    const turn = runOneTurn(steps, now);
    if (turn.done) return turn.value;
    await pause();
    if (!isStillNeeded()) return undefined;
  }
}
