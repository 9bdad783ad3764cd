import * as vscode from 'vscode';
import { MAX_LOGGED_ATTEMPTS, type NetworkLog } from '../../core/service/networkLog.ts';
import type { Deps } from '../app/deps.ts';
import { formatNumber } from '../platform/number.ts';
import { createDiagnostics } from './diagnostics.ts';
import { formatLogTable } from './logText.ts';

const SCHEME = 'vaultsql-network';
const REFRESH_MS = 250;

export function registerNetwork(deps: Deps): vscode.Disposable {
  const { commands, networkLog, clipboard, messages, onForget } = deps;
  const document = new LogDocument(networkLog);
  commands.add({
    'vaultsql.showNetworkLog': () => document.showLogDocument(),
    'vaultsql.copyDiagnostics': async () => {
      const text = createDiagnostics(deps);
      await clipboard.writePermanently(text);
      void messages.info(vscode.l10n.t('Diagnostics copied, without names, addresses, or tokens.'));
      return text;
    },
  });
  return vscode.Disposable.from(
    document,
    onForget(() => networkLog.clear()),
  );
}

class LogDocument implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #log: NetworkLog;
  readonly #uri = vscode.Uri.from({
    scheme: SCHEME,
    path: vscode.l10n.t('Network Log'),
  });
  readonly #changes = new vscode.EventEmitter<vscode.Uri>();
  readonly #provider: vscode.Disposable;
  readonly #removeListener: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly onDidChange = this.#changes.event;

  constructor(log: NetworkLog) {
    this.#log = log;
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
    this.#removeListener = log.onChange(() => this.#scheduleRefresh());
  }

  async showLogDocument(): Promise<void> {
    this.#changes.fire(this.#uri);
    const document = await vscode.workspace.openTextDocument(this.#uri);
    await vscode.window.showTextDocument(document, { preview: false });
  }

  provideTextDocumentContent(): string {
    const attempts = this.#log.attempts();
    const what =
      attempts.length === 0
        ? vscode.l10n.t('No request was sent from this window.')
        : vscode.l10n.t(
            'The last {0} requests of this window, {1} at most. In memory only.',
            formatNumber(attempts.length),
            formatNumber(MAX_LOGGED_ATTEMPTS),
          );
    const table = formatLogTable(attempts, {
      timeText: (at) => new Date(at).toISOString().slice(11, 23),
      connectionText: ({ connection, origin }) => [connection, origin],
    });
    return attempts.length === 0 ? `${what}\n` : `${what}\n\n${table}\n`;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#removeListener();
    this.#provider.dispose();
    this.#changes.dispose();
  }

  #scheduleRefresh(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#changes.fire(this.#uri);
    }, REFRESH_MS);
  }
}
