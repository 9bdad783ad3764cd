/** Recognizes scrolling that passes rows faster than they can be fetched, such as a scroll bar that is dragged. */
import type { Range } from './viewport.ts';

/** Jumps closer together than this, in milliseconds, are one movement: two frames at 60 Hz. */
const MAX_JUMP_INTERVAL_MS = 34;

export class FastScroll {
  readonly #onScrollEnd: () => void;
  #row = 0;
  #lastJump = Number.NEGATIVE_INFINITY;
  #scrollEndTimer: ReturnType<typeof setTimeout> | undefined;

  /** `onScrollEnd` is called soon after `isScrollingPast` returned true, unless that method is called again before. */
  constructor(onScrollEnd: () => void) {
    this.#onScrollEnd = onScrollEnd;
  }

  /**
   * Returns whether the visible rows are only being passed, so that they need not be fetched. Must be called once per
   * drawing.
   */
  isScrollingPast(visible: Range): boolean {
    const now = performance.now();
    const isJump = Math.abs(visible.first - this.#row) > visible.last - visible.first;
    const isScrollingPast = isJump && now - this.#lastJump < MAX_JUMP_INTERVAL_MS;
    this.#row = visible.first;
    if (isJump) this.#lastJump = now;
    clearTimeout(this.#scrollEndTimer);
    if (isScrollingPast) this.#scrollEndTimer = setTimeout(this.#onScrollEnd, MAX_JUMP_INTERVAL_MS);
    return isScrollingPast;
  }
}
