import type { Transport } from '../../core/service/transport.ts';
import { networkError } from './deadline.ts';

/**
 * Restricts a transport to the origins of one connection. A request to another origin is a defect of this extension: it
 * is not sent, and fails with the code `FOREIGN_ORIGIN`.
 */
export function keptTo(transport: Transport, origins: readonly string[]): Transport {
  return {
    send: async (request, signal) =>
      isWithin(request.url, origins)
        ? transport.send(request, signal)
        : networkError('FOREIGN_ORIGIN', false),
  };
}

const isWithin = (url: string, origins: readonly string[]): boolean =>
  URL.canParse(url) && origins.includes(new URL(url).origin);
