/** Checks the host's responses before they are used. */
import { toLoggableFailure } from '../../protocol/failure.ts';
import type { PageHost } from '../../protocol/page.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import type { Guard } from '../../protocol/validate.ts';

/**
 * Resolves to the host's response to `method` if it passes `isValid`. Otherwise reports a malformed response to the
 * host, and rejects with a TypeError. Also rejects if the host rejected the call.
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
  host.notify('failed', { method, ...toLoggableFailure(error) });
  throw error;
}

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
