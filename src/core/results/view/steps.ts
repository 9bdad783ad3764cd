/**
 * Splits work over many rows into short steps. Between two steps, other work can be done, or the work can be cancelled.
 */

/** Work that yields after each step, and returns its result. */
export type Steps<T> = Generator<void, T>;

/** Clock and pause with which work takes turns with the rest of the program. */
export interface ClockAndPause {
  /** Returns milliseconds of a clock. */
  now(): number;
  /** Resolves when the work may continue. */
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
 * Runs at least one step, and further ones until a turn of 12 ms is over. Returns the result if all steps are done,
 * otherwise an iterator result whose `done` is false.
 */
export function runOneTurn<T>(steps: Steps<T>, now: ClockAndPause['now']): IteratorResult<void, T> {
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
export async function runWithPauses<T>(
  steps: Steps<T>,
  { now, pause }: ClockAndPause,
  isStillNeeded: () => boolean = () => true,
): Promise<T | undefined> {
  for (;;) {
    const turn = runOneTurn(steps, now);
    if (turn.done) return turn.value;
    await pause();
    if (!isStillNeeded()) return undefined;
  }
}
