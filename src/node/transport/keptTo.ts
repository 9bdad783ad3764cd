import type { Transport } from '../../core/service/transport.ts';
import { networkError } from './deadline.ts';

/** `transport` for the origins of one connection: a request to another place is a defect of ours, and never sent. */
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
