import type { Transport } from '../../core/service/transport.ts';
import { createNetworkErrorOutcome } from './deadline.ts';

/**
 * Returns a transport that sends requests only to the given origins. Any other request is not sent, and fails with the
 * code `FOREIGN_ORIGIN`.
 */
export function restrictToOrigins(transport: Transport, origins: readonly string[]): Transport {
  return {
    send: async (request, signal) =>
      hasAllowedOrigin(request.url, origins)
        ? transport.send(request, signal)
        : createNetworkErrorOutcome('FOREIGN_ORIGIN', false),
  };
}

const hasAllowedOrigin = (url: string, origins: readonly string[]): boolean =>
  URL.canParse(url) && origins.includes(new URL(url).origin);
