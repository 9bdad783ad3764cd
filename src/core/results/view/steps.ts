/**
 * Work over many rows, cut into steps: between two of them others may get their turn, or the work may be given up. What
 * comes out is the same whether it is done in one piece or in turns.
 */

/** Each step is short: some hundred rows. */
export type Steps<T> = Generator<void, T>;

/** How work takes turns with the rest of the program. */
export interface Pace {
  /** Milliseconds. */
  now(): number;
  /** Resolves once others have had their turn. */
  pause(): Promise<void>;
}

/** How long a turn lasts, in milliseconds; a step more. */
const TURN_MS = 12;

/** All steps without a pause. */
export function inOnePiece<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Goes on with the steps for one turn: done with all of them, or not yet. */
export function oneTurn<T>(steps: Steps<T>, now: Pace['now']): IteratorResult<void, T> {
  const end = now() + TURN_MS;
  for (;;) {
    const step = steps.next();
    if (step.done || now() >= end) return step;
  }
}

/** All steps, with a pause after each turn; undefined where they are not wanted any more after one. */
export async function inTurns<T>(
  steps: Steps<T>,
  { now, pause }: Pace,
  isWanted: () => boolean = () => true,
): Promise<T | undefined> {
  for (;;) {
    const turn = oneTurn(steps, now);
    if (turn.done) return turn.value;
    await pause();
    if (!isWanted()) return undefined;
  }
}
