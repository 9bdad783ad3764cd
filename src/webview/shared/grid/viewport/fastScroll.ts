/** Recognizes scrolling that passes rows faster than they can be fetched, such as a scroll bar that is dragged. */
import type { Range } from './viewport.ts';

/** Jumps closer together than this, in milliseconds, are one movement: two frames at 60 Hz. */
const MAX_JUMP_INTERVAL_MS = 34;

export class FastScroll {
  readonly #onRest: () => void;
  #row = 0;
  #lastJump = Number.NEGATIVE_INFINITY;
  #restTimer: ReturnType<typeof setTimeout> | undefined;

  /** `onRest` is called when scrolling has ended after `isPassing` returned true. */
  constructor(onRest: () => void) {
    this.#onRest = onRest;
  }

  /**
   * Returns whether the visible rows are only being passed, so that they need not be fetched: this is at least the
   * second jump of more than a screen in quick succession. To be called once per drawing.
   */
  isPassing(visible: Range): boolean {
    const now = performance.now();
    const isJump = Math.abs(visible.first - this.#row) > visible.last - visible.first;
    const isPassing = isJump && now - this.#lastJump < MAX_JUMP_INTERVAL_MS;
    this.#row = visible.first;
    if (isJump) this.#lastJump = now;
    clearTimeout(this.#restTimer);
    if (isPassing) this.#restTimer = setTimeout(this.#onRest, MAX_JUMP_INTERVAL_MS);
    return isPassing;
  }
}
