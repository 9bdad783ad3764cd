import type { Transport, TransportOutcome } from '../../core/service/transport.ts';

/**
 * A request is sent once more if its connection is reset within this time in milliseconds. A server, or a proxy in front of
 * it, may close an idle connection just when a request is sent on it. After a later reset, the server may already be
 * working on the request.
 */
const MAX_RESET_MS = 1_000;

const wasReset = (outcome: TransportOutcome): boolean =>
  !outcome.ok &&
  outcome.error.kind === 'network' &&
  (outcome.error.code === 'ECONNRESET' || outcome.error.code === 'EPIPE');

/**
 * Returns a transport that sends a request once more if its connection is reset within `MAX_RESET_MS`. Use it only for requests that
 * may be executed twice. `now` returns the time in milliseconds.
 */
export const retryAfterReset = (
  transport: Transport,
  now: () => number = () => performance.now(),
): Transport => ({
  async send(request, signal) {
    const sentAt = now();
    const outcome = await transport.send(request, signal);
    return wasReset(outcome) && now() - sentAt <= MAX_RESET_MS ? transport.send(request, signal) : outcome;
  },
});
