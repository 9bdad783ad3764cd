/** Entry of the local vault as a process of the extension. The process ends when its parent does. */

import { errorCode, errorText } from '../core/messages/thrownErrors.ts';
import { createLoggableFailure } from '../protocol/failure.ts';
import type { LocalVaultHostMethods } from '../protocol/localVault.ts';
import { createProcessPort } from '../protocol/ports.ts';
import { createRpc } from '../protocol/rpc.ts';
import { parseServeArguments } from './arguments.ts';
import { createSignInServer } from './authorization/authorization.ts';
import { scheduleForcedExit } from './forcedExit.ts';
import { startLocalVault } from './server/server.ts';

function waitForParentExitOrSigterm(): Promise<void> {
  return new Promise((resolve) => {
    process.on('disconnect', () => resolve());
    process.on('SIGTERM', () => resolve());
    // Without an IPC channel, standard input shows when the parent ends, because it is closed then.
    if (process.send === undefined) process.stdin.on('close', () => resolve()).resume();
  });
}

async function main(): Promise<number> {
  const gone = waitForParentExitOrSigterm();
  // This process only sends notifications. It has no methods that the parent could call.
  const host = createRpc<LocalVaultHostMethods>(createProcessPort(process), {}, () => undefined);
  const parsed = parseServeArguments(process.argv.slice(2));
  if (!parsed.ok) {
    host.notify('failed', { message: parsed.message });
    return 2;
  }
  const startAbort = new AbortController();
  void gone.then(() => {
    scheduleForcedExit();
    startAbort.abort();
  });
  try {
    const warn = (message: string, cause?: unknown) =>
      host.notify('warning', {
        message,
        ...(cause === undefined ? {} : { failure: createLoggableFailure(cause) }),
      });
    const vault = await startLocalVault({
      ...parsed.options,
      ...(parsed.authorization && { authorization: createSignInServer(parsed.authorization) }),
      warn,
      signal: startAbort.signal,
    });
    const { url, token, accountID, vaultID, actor, columns, tables } = vault;
    host.notify('ready', { url, token, accountID, vaultID, actor, columns, tables });
    await gone;
    await vault.close();
    return 0;
  } catch (error) {
    if (startAbort.signal.aborted) return 0;
    const code = errorCode(error);
    host.notify('failed', { message: errorText(error), ...(code !== undefined && { code }) });
    return 1;
  }
}

main().then((code) => {
  process.exitCode = code;
  // An open channel would keep this process running. Messages that were sent before still arrive.
  if (process.connected) process.disconnect();
  process.stdin.destroy();
});
