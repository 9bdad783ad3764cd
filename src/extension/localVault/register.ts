import type { ChildProcess } from 'node:child_process';
import * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import { type LocalConnection, targetLabel } from '../connections/targets.ts';
import { type LocalVaultReady, startLocalVault } from './process.ts';
import { openSample } from './sample.ts';

/** The connection's name in the tree and in `-- vault: local/local-vault`. */
const connectionName = 'local';

const toConnection = (ready: LocalVaultReady): LocalConnection => ({
  name: connectionName,
  environment: 'development',
  baseUrl: ready.url,
  accountID: ready.accountID,
  vaults: [{ id: ready.vaultID, name: ready.vaultID }],
  auth: { kind: 'token' },
  local: { token: ready.token, columns: ready.columns },
});

/** Starts and stops the local vault; while it runs it is one of the connections. */
export function registerLocalVault(deps: Deps): vscode.Disposable {
  let child: ChildProcess | undefined;
  let starting: Promise<boolean> | undefined;
  /** Cancels a start that is under way. */
  let startSource: vscode.CancellationTokenSource | undefined;

  const running = (is: boolean): void =>
    void vscode.commands.executeCommand('setContext', 'vaultsql.localVaultRunning', is);

  const stop = (): void => {
    startSource?.cancel();
    const ending = child;
    child = undefined;
    if (!ending) return;
    // The exit is ours: nothing is said about it.
    ending.removeAllListeners('exit');
    ending.disconnect();
    ending.kill();
    deps.targets.setLocal(undefined);
    running(false);
  };

  /** Queries go to the local vault where they had nowhere to go; a vault that was chosen stays, and that is said. */
  const chooseUnlessChosen = (connection: LocalConnection): void => {
    const [vault] = connection.vaults;
    if (!vault) return;
    const target = { connection, vault };
    const current = deps.targets.current();
    if (!current) deps.targets.choose(target);
    else if (!current.connection.local)
      void deps.messages.info(
        vscode.l10n.t('The local vault is running. Queries still go to {0}.', targetLabel(current)),
        {
          label: vscode.l10n.t('Use Local Vault'),
          run: () => vscode.commands.executeCommand('vaultsql.query.selectVault', { target }),
        },
      );
  };

  const start = async (
    progress: vscode.Progress<{ message?: string }>,
    cancellation: vscode.CancellationToken,
  ): Promise<boolean> => {
    progress.report({ message: vscode.l10n.t('building the sample data (first start only)') });
    const outcome = await startLocalVault(
      deps.context.extensionUri,
      {
        dataDirectory: vscode.Uri.joinPath(deps.context.globalStorageUri, 'localVault').fsPath,
        rows: deps.settings.localVaultRows(),
        port: deps.settings.localVaultPort(),
      },
      cancellation,
    );
    if (!outcome.ok) {
      if (outcome.reason !== 'cancelled') void sayFailure(outcome.reason, outcome.detail);
      return false;
    }
    child = outcome.child;
    child.once('exit', (code) => {
      child = undefined;
      deps.targets.setLocal(undefined);
      running(false);
      void deps.messages.warn(
        vscode.l10n.t('The local vault exited unexpectedly (code {0}).', String(code)),
        startAgain(),
      );
    });
    const connection = toConnection(outcome.ready);
    deps.targets.setLocal(connection);
    chooseUnlessChosen(connection);
    running(true);
    deps.log.info(`local vault at ${outcome.ready.url}`);
    return true;
  };

  const startAndShow = async (): Promise<boolean> => {
    const title = vscode.l10n.t('Starting the local vault');
    const location = vscode.ProgressLocation.Notification;
    const source = new vscode.CancellationTokenSource();
    startSource = source;
    const started = await vscode.window.withProgress(
      { location, title, cancellable: true },
      (progress, byPerson) => {
        byPerson.onCancellationRequested(() => source.cancel());
        return start(progress, source.token);
      },
    );
    if (startSource === source) startSource = undefined;
    source.dispose();
    if (started) await openSample();
    return started;
  };
  const startAgain = () => ({
    label: vscode.l10n.t('Start Local Vault'),
    run: () => vscode.commands.executeCommand('vaultsql.localVault.start'),
  });
  const sayFailure = (reason: 'portInUse' | 'failed', detail: string): Promise<void> =>
    reason === 'portInUse'
      ? deps.messages.error(
          vscode.l10n.t(
            'Could not start the local vault: port {0} is in use. Choose another, or 0 for any free port.',
            deps.settings.localVaultPort(),
          ),
          {
            label: vscode.l10n.t('Open Settings'),
            run: () =>
              vscode.commands.executeCommand('workbench.action.openSettings', 'vaultsql.localVault.port'),
          },
        )
      : deps.messages.error(vscode.l10n.t('Could not start the local vault: {0}', detail), startAgain());

  deps.commands.add({
    /** Answers true once the vault runs. */
    'vaultsql.localVault.start': async () => {
      if (child) {
        await openSample();
        void deps.messages.info(vscode.l10n.t('The local vault is already running.'));
        return true;
      }
      starting ??= startAndShow().finally(() => {
        starting = undefined;
      });
      return starting;
    },
    'vaultsql.localVault.stop': async () => {
      if (!child && !startSource) return false;
      stop();
      return true;
    },
  });
  return { dispose: stop };
}
