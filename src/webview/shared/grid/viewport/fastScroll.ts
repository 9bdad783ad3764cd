/** Recognizes fast scrolling, such as dragging the scroll bar, so that rows that are only passed are not fetched. */
import type { Range } from './viewport.ts';

/**
 * Time in milliseconds within which a second jump counts as fast scrolling: about two frames at 60 Hz. A jump moves the
 * first visible row by at least the number of visible rows.
 */
const MAX_JUMP_INTERVAL_MS = 34;

export class FastScroll {
  readonly #onScrollEnd: () => void;
  #row = 0;
  #lastJump = Number.NEGATIVE_INFINITY;
  #scrollEndTimer: ReturnType<typeof setTimeout> | undefined;

  /**
   * `onScrollEnd` is called `MAX_JUMP_INTERVAL_MS` after `recordRangeAndCheckScrollingPast` returned true, unless that
   * method is called again before then.
   */
  constructor(onScrollEnd: () => void) {
    this.#onScrollEnd = onScrollEnd;
  }

  /**
   * Records the first visible row, and returns whether the user is scrolling past the visible rows so fast that they
   * need not be fetched. Must be called once per drawing.
   */
  recordRangeAndCheckScrollingPast(visible: Range): boolean {
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
