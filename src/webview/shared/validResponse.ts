import { createLoggableFailure } from '../../protocol/failure.ts';
import type { PageHost } from '../../protocol/page.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import type { Guard } from '../../protocol/validate.ts';

/**
 * Resolves to the value of `response` if `isValid` accepts it. Otherwise notifies the host that `method` failed,
 * without sending the value, and rejects with a TypeError. If `response` rejects, rejects with the same error and does
 * not notify the host.
 */
export async function requireValidResponse<Valid>(
  host: Pick<Rpc<PageHost>, 'notify'>,
  method: string,
  response: Promise<unknown>,
  isValid: Guard<Valid>,
): Promise<Valid> {
  const value = await response;
  if (isValid(value)) return value;
  const error = new TypeError(`malformed answer to ${method}`);
  host.notify('failed', { method, ...createLoggableFailure(error) });
  throw error;
}
