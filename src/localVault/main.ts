/**
 * Entry of the local vault as a child of the extension (`dist/localVault/server.cjs`), forked with an IPC channel.
 * Options come as arguments, the token never does: it goes back in the `ready` message. It ends with its parent.
 */

import { errorCode, errorText } from '../core/messages/thrown.ts';
import { failureOf } from '../protocol/failure.ts';
import type { LocalVaultMessage } from '../protocol/localVault.ts';
import { parseServeArguments } from './arguments.ts';
import { createAuthorization } from './authorization/authorization.ts';
import { endSoon } from './ending.ts';
import { startLocalVault } from './server/server.ts';

function tell(message: LocalVaultMessage): void {
  // A parent that has just gone is noticed by `parentGone`; sending to it must not end the child before.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

/** Resolves when the parent has gone or asks for the end. */
function parentGone(): Promise<void> {
  return new Promise((resolve) => {
    process.on('disconnect', () => resolve());
    process.on('SIGTERM', () => resolve());
    process.on('message', (message: unknown) => {
      if (typeof message === 'object' && message !== null && 'type' in message && message.type === 'stop')
        resolve();
    });
    // Without a channel the standard input tells: it ends with the parent, however that ends.
    if (process.send === undefined) process.stdin.on('close', () => resolve()).resume();
  });
}

async function main(): Promise<number> {
  const gone = parentGone();
  const parsed = parseServeArguments(process.argv.slice(2));
  if (!parsed.ok) {
    tell({ type: 'failed', message: parsed.message });
    return 2;
  }
  const givingUp = new AbortController();
  void gone.then(() => {
    endSoon();
    givingUp.abort();
  });
  try {
    const warn = (message: string, cause?: unknown) =>
      tell({ type: 'warning', message, ...(cause === undefined ? {} : { failure: failureOf(cause) }) });
    const vault = await startLocalVault({
      ...parsed.options,
      ...(parsed.authorization && { authorization: createAuthorization(parsed.authorization) }),
      warn,
      signal: givingUp.signal,
    });
    const { url, token, accountID, vaultID, columns, tables } = vault;
    tell({ type: 'ready', url, token, accountID, vaultID, columns, tables });
    await gone;
    await vault.close();
    return 0;
  } catch (error) {
    if (givingUp.signal.aborted) return 0;
    const code = errorCode(error);
    tell({ type: 'failed', message: errorText(error), ...(code !== undefined && { code }) });
    return 1;
  }
}

main().then((code) => {
  process.exitCode = code;
  // The channel is the last that keeps the process; closed, what was sent still arrives.
  if (process.connected) process.disconnect();
  process.stdin.destroy();
});
