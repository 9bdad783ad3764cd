import { type ChildProcess, fork } from 'node:child_process';
import * as vscode from 'vscode';
import { createLoggableFailure, type Failure } from '../../protocol/failure.ts';
import {
  type LocalVaultHostMethods,
  type LocalVaultReady,
  localVaultHostGuards,
} from '../../protocol/localVault.ts';
import { createProcessPort } from '../../protocol/ports.ts';
import { createRpc } from '../../protocol/rpc.ts';
import { guardHandlers } from '../../protocol/validate.ts';

type StartOutcome =
  | { readonly ok: true; readonly ready: LocalVaultReady; readonly child: ChildProcess }
  | { readonly ok: false; readonly reason: 'portInUse' | 'failed' | 'cancelled'; readonly detail: string };

const START_TIMEOUT_MS = 120_000;

/**
 * Starts the local vault as a child process of the extension host. The access token is received over IPC, so that it is
 * in neither arguments nor the environment. `onWarning` may be called after the promise resolved.
 */
export function startLocalVault(
  extensionUri: vscode.Uri,
  options: { readonly dataDirectory: string; readonly rows: number; readonly port: number },
  cancellation: vscode.CancellationToken,
  onWarning: (message: string, failure: Failure | undefined) => void,
): Promise<StartOutcome> {
  const entry = vscode.Uri.joinPath(extensionUri, 'dist', 'localVault', 'server.cjs').fsPath;
  const args = [
    '--port',
    String(options.port),
    '--rows',
    String(options.rows),
    '--data',
    options.dataDirectory,
  ];
  // Electron runs as plain Node with this variable; a real Node ignores it.
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const child = fork(entry, args, { env, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  return new Promise((resolve) => {
    let said = '';
    const finish = (outcome: StartOutcome): void => {
      clearTimeout(timer);
      listening.dispose();
      if (!outcome.ok) child.kill();
      resolve(outcome);
    };
    const fail = (detail: string): void => {
      const reason = /EADDRINUSE|in use/.test(detail) ? 'portInUse' : 'failed';
      finish({ ok: false, reason, detail: detail.trim().split('\n').slice(-3).join(' ') });
    };
    const timer = setTimeout(() => fail('no response'), START_TIMEOUT_MS);
    const listening = cancellation.onCancellationRequested(() =>
      finish({ ok: false, reason: 'cancelled', detail: '' }),
    );
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-4000);
    });
    const methods = guardHandlers<LocalVaultHostMethods>(localVaultHostGuards, {
      ready: (ready) => finish({ ok: true, ready, child }),
      failed: ({ message }) => fail(message),
      warning: ({ message, failure }) => onWarning(message, failure),
    });
    createRpc<Record<string, never>>(createProcessPort(child), methods, (method, error) =>
      onWarning(method, createLoggableFailure(error)),
    );
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(said || `exit ${code}`));
  });
}
