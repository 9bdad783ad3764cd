import type { Transport } from '../../core/service/transport.ts';
import { createNetworkError } from './deadline.ts';

/**
 * Restricts a transport to the origins of one connection. A request to another origin is not sent, and fails with the
 * code `FOREIGN_ORIGIN`.
 */
export function restrictToOrigins(transport: Transport, origins: readonly string[]): Transport {
  return {
    send: async (request, signal) =>
      hasAllowedOrigin(request.url, origins)
        ? transport.send(request, signal)
        : createNetworkError('FOREIGN_ORIGIN', false),
  };
}

const hasAllowedOrigin = (url: string, origins: readonly string[]): boolean =>
  URL.canParse(url) && origins.includes(new URL(url).origin);
