/** Splits work over many rows into short steps, between which other work can be done. */

/** Work that yields after each step, and returns its result. */
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

/** Runs steps until a turn is over. `done` of the returned iterator result is true if the work is finished. */
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
