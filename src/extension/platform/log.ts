import * as vscode from 'vscode';
import type { ApiError, Exchange } from '../../core/service/errors.ts';
import type { RequestAttempt } from '../../core/service/networkLog.ts';
import { createLoggableFailure, type Failure } from '../../protocol/failure.ts';
import { LogThrottle } from './logBrake.ts';

/**
 * Writes to the extension's output channel. The text must contain no query, value, token or path of an address, because
 * the editor writes it to disk.
 */
export interface Log extends vscode.Disposable {
  writeExchange(operation: 'query' | 'audit', outcome: Exchange | ApiError): void;
  writeRequestAttempt(attempt: RequestAttempt): void;
  info(message: string): void;
  warn(message: string): void;
  /**
   * Writes the name and the stack of an unexpected error. Its message is left out, because it may quote user input.
   * `where` names the part or the operation of the extension that failed.
   */
  defect(where: string, error: unknown): void;
  /**
   * Like `defect`, for an error of which only the loggable parts are known, for example because it was thrown in a
   * webview.
   */
  failure(where: string, failure: Failure): void;
  show(): void;
}

const templates = { query: 'POST /v1/vaults/{vaultID}/query', audit: 'GET /v1/audit/events' } as const;

export function createLog(): Log {
  let channel: vscode.LogOutputChannel | undefined;
  const open = (): vscode.LogOutputChannel => {
    channel ??= vscode.window.createOutputChannel('Vault SQL', { log: true });
    return channel;
  };
  const brake = new LogThrottle();
  const failure = (where: string, { name, stackLines }: Failure): void =>
    brake.writeOrCountLine(`${where}: ${name}`, `${where}: ${name}\n${stackLines}`, (line) =>
      open().error(line),
    );
  return {
    writeExchange(operation, outcome) {
      const what = templates[operation];
      if ('kind' in outcome) {
        const status = outcome.kind === 'status' ? ` ${outcome.status}` : '';
        const code = outcome.kind === 'network' ? ` ${outcome.code}` : '';
        open().warn(`${what} ${outcome.kind}${status}${code} request ${outcome.requestID ?? '-'}`);
      } else {
        open().info(
          `${what} ${outcome.status} ${Math.round(outcome.milliseconds)} ms ${outcome.bytes} bytes request ${outcome.requestID ?? '-'}`,
        );
      }
    },
    writeRequestAttempt({ connection, origin, method, template, milliseconds }) {
      const ms = Math.round(milliseconds);
      open().trace(`sent for ${JSON.stringify(connection)} to ${origin}: ${method} ${template} ${ms} ms`);
    },
    info: (message) => brake.writeOrCountLine(message, message, (line) => open().info(line)),
    warn: (message) => brake.writeOrCountLine(message, message, (line) => open().warn(line)),
    defect: (where, error) => failure(where, createLoggableFailure(error)),
    failure,
    show: () => open().show(),
    dispose() {
      brake.dispose();
      channel?.dispose();
    },
  };
}
