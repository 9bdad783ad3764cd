import type { ChildProcess } from 'node:child_process';
import * as vscode from 'vscode';
import { oneLine } from '../../core/messages/oneLine.ts';
import type { LocalVaultReady } from '../../protocol/localVault.ts';
import type { Deps } from '../app/deps.ts';
import { showProgress } from '../platform/dialogs.ts';
import type { Choice } from '../platform/messages.ts';
import { formatTarget, type LocalConnection, type LocalVaultState } from '../targets/targets.ts';
import { startLocalVault } from './process.ts';
import { openSampleUnlessSqlActive } from './sample.ts';

type LocalVaultHostDeps = Pick<
  Deps,
  'connections' | 'context' | 'help' | 'localVault' | 'log' | 'messages' | 'settings' | 'targets'
>;

const CONNECTION_NAME = 'local';

const createLocalConnection = (ready: LocalVaultReady): LocalConnection => ({
  name: CONNECTION_NAME,
  environment: 'development',
  baseUrl: ready.url,
  accountID: ready.accountID,
  vaults: [{ id: ready.vaultID, name: ready.vaultID }],
  auth: { kind: 'token' },
  local: { token: ready.token, actor: ready.actor, columns: ready.columns, tables: ready.tables },
});

type HostState =
  | Extract<LocalVaultState, { readonly kind: 'stopped' | 'failed' }>
  | {
      readonly kind: 'starting';
      readonly cancellation: vscode.CancellationTokenSource;
      readonly outcome: Promise<boolean>;
    }
  | { readonly kind: 'running'; readonly child: ChildProcess; readonly connection: LocalConnection };

/** Runs the local vault as a child process of the extension host, and offers it as a connection while it runs. */
export class LocalVaultHost {
  readonly #deps: LocalVaultHostDeps;
  #state: HostState = { kind: 'stopped' };

  constructor(deps: LocalVaultHostDeps) {
    this.#deps = deps;
  }

  isRunning(): boolean {
    return this.#state.kind === 'running';
  }

  /**
   * Starts the local vault unless it is starting or running. Meanwhile, opens the sample queries unless a Vault SQL
   * document is active. Resolves to whether the local vault is running afterwards. Progress is not displayed as a
   * notification, because the animation of a notification takes processor time from the database engine.
   */
  async startVault(): Promise<boolean> {
    const state = this.#state;
    if (state.kind === 'running') return true;
    if (state.kind === 'starting') return state.outcome;
    const cancellation = new vscode.CancellationTokenSource();
    const outcome = this.#startAndOpenSample(cancellation);
    this.#setState({ kind: 'starting', cancellation, outcome });
    return outcome;
  }

  /** Stops the local vault, or cancels its start. Returns false if it was neither running nor starting. */
  stopVault(): boolean {
    const state = this.#state;
    if (state.kind === 'stopped' || state.kind === 'failed') return false;
    if (state.kind === 'starting') {
      state.cancellation.cancel();
      return true;
    }
    // The exit is intended, so no message is shown about it.
    state.child.removeAllListeners('exit');
    state.child.disconnect();
    state.child.kill();
    this.#setState({ kind: 'stopped' });
    return true;
  }

  async #startAndOpenSample(cancellation: vscode.CancellationTokenSource): Promise<boolean> {
    // The user can read the sample while the engine starts. A sample query that is run meanwhile waits for the vault.
    const [isUp] = await Promise.all([this.#startWithProgress(cancellation), this.#openSample()]);
    return isUp;
  }

  #openSample(): Promise<void> {
    return openSampleUnlessSqlActive(this.#deps).catch((error) =>
      this.#deps.log.defect('opening the sample queries', error),
    );
  }

  async #startWithProgress(cancellation: vscode.CancellationTokenSource): Promise<boolean> {
    const title = vscode.l10n.t('Starting the local vault');
    const location = vscode.ProgressLocation.Window;
    try {
      return await showProgress({ location, title }, () => this.#startProcess(cancellation.token));
    } finally {
      cancellation.dispose();
      if (this.#state.kind === 'starting') this.#setState({ kind: 'stopped' });
    }
  }

  async #startProcess(cancellation: vscode.CancellationToken): Promise<boolean> {
    const { context, settings, log } = this.#deps;
    const outcome = await startLocalVault(
      context.extensionUri,
      {
        dataDirectory: vscode.Uri.joinPath(context.globalStorageUri, 'localVault').fsPath,
        rows: settings.localVaultRows(),
        port: settings.localVaultPort(),
      },
      cancellation,
      (message, failure) => {
        if (failure) log.failure(`local vault: ${message}`, failure);
        else log.warn(`local vault: ${message}`);
      },
    );
    if (!outcome.ok) {
      if (outcome.reason !== 'cancelled') this.#reportFailure(outcome.reason, outcome.detail);
      return false;
    }
    const { child, ready } = outcome;
    child.once('exit', (code) => this.#handleExit(code));
    const connection = createLocalConnection(ready);
    this.#setState({ kind: 'running', child, connection });
    this.#selectVaultIfNone(connection);
    log.info(`local vault at ${ready.url}`);
    return true;
  }

  #handleExit(code: number | null): void {
    this.#setState({ kind: 'stopped' });
    void this.#deps.messages.warn(
      vscode.l10n.t('The local vault exited unexpectedly (code {0}).', String(code)),
      this.#createRestartChoice(),
    );
  }

  #setState(state: HostState): void {
    this.#state = state;
    this.#deps.targets.setLocalVaultState(state);
  }

  #selectVaultIfNone(connection: LocalConnection): void {
    const { targets, messages } = this.#deps;
    const [vault] = connection.vaults;
    if (!vault) return;
    const target = { connection, vault };
    const current = targets.current();
    if (!current) targets.choose(target);
    else if (!current.connection.local)
      void messages.info(
        vscode.l10n.t('The local vault is running. Queries still go to {0}.', formatTarget(current)),
        {
          label: vscode.l10n.t('Use Local Vault'),
          run: () => this.#deps.connections().selectVault(target),
        },
      );
  }

  #reportFailure(reason: 'portInUse' | 'failed', detail: string): void {
    const { log, messages, settings, help } = this.#deps;
    const port = settings.localVaultPort();
    const cause = reason === 'portInUse' ? vscode.l10n.t('Port {0} is in use.', port) : oneLine(detail);
    log.warn(`the local vault did not start: ${reason === 'portInUse' ? `port ${port} is in use` : detail}`);
    this.#setState({ kind: 'failed', reason, cause });
    const said =
      reason === 'portInUse'
        ? vscode.l10n.t(
            'Could not start the local vault: port {0} is in use. Choose another one, or 0 for any free port.',
            port,
          )
        : vscode.l10n.t('Could not start the local vault: {0}', cause);
    void messages.error(
      said,
      reason === 'portInUse' ? createPortSettingChoice() : this.#createRestartChoice(),
      help.createChoice('local-vault'),
    );
  }

  #createRestartChoice(): Choice {
    return {
      label: vscode.l10n.t('Start Local Vault'),
      run: () => this.#deps.localVault().start(),
    };
  }
}

const createPortSettingChoice = (): Choice => ({
  label: vscode.l10n.t('Open Settings'),
  run: () => vscode.commands.executeCommand('workbench.action.openSettings', 'vaultsql.localVault.port'),
});
