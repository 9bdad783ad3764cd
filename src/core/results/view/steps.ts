/** Splits work over many rows into short steps, so that other work can be done between them. */

/** Work that yields between its steps, and finally returns its result. */
export type Steps<T> = Generator<void, T>;

export interface ClockAndPause {
  now(): number;
  pause(): Promise<void>;
}

const TURN_MS = 12;

export function runToEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Runs steps until the work is finished or `TURN_MS` have passed. `done` of the returned iterator result is true if the
 * work is finished.
 */
export function runOneTurn<T>(steps: Steps<T>, now: ClockAndPause['now']): IteratorResult<void, T> {
  const end = now() + TURN_MS;
  for (;;) {
    const step = steps.next();
    if (step.done || now() >= end) return step;
  }
}

/**
 * Runs steps with pauses between turns until the work is finished, and resolves to its result. If `isStillNeeded`
 * returns false after a pause, stops and resolves to undefined.
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
