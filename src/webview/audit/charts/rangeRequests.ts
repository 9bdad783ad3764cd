/** Milliseconds within which the host is expected to respond to a request for a time range. */
export const MAX_RESPONSE_MS = 1_000;

/**
 * Limits how often a time range is requested, because the range may change with every movement of the pointer. A
 * request is sent only after the response to the last one was drawn, or `MAX_RESPONSE_MS` after the last one was sent.
 */
export class RangeRequests {
  readonly #send: () => void;
  #frame = 0;
  #pendingUntil = 0;
  #isHeldBack = false;

  constructor(send: () => void) {
    this.#send = send;
  }

  /**
   * Sends a request in the next animation frame. If a response is pending then, holds the request back until
   * `allowNextRangeRequest` is called, or this method is called again after `MAX_RESPONSE_MS`.
   */
  scheduleRangeRequest(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#sendOrHoldBack());
  }

  /**
   * Allows the next request to be sent, and schedules one that was held back. Must be called after the response to the
   * last request was drawn.
   */
  allowNextRangeRequest(): void {
    if (this.#pendingUntil === 0) return;
    this.#pendingUntil = 0;
    if (this.#isHeldBack) this.scheduleRangeRequest();
  }

  #sendOrHoldBack(): void {
    this.#frame = 0;
    const now = performance.now();
    this.#isHeldBack = now < this.#pendingUntil;
    if (this.#isHeldBack) return;
    this.#pendingUntil = now + MAX_RESPONSE_MS;
    this.#send();
  }
}
