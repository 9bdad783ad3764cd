import * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import { LocalVaultHost } from './localVaultHost.ts';
import { offerSample, openSample } from './sample.ts';

/** Starts and stops the local vault; while it runs it is one of the connections. */
export function registerLocalVault(deps: Deps): vscode.Disposable {
  const host = new LocalVaultHost(deps);
  deps.commands.add({
    /** Answers true once the vault runs. */
    'vaultsql.localVault.start': async () => {
      if (!host.isRunning()) return host.start();
      await offerSample(deps);
      void deps.messages.info(vscode.l10n.t('The local vault is already running.'));
      return true;
    },
    'vaultsql.localVault.openSample': () => openSample(deps),
    /** False where there was nothing to stop, or the person keeps what stopping would lose. */
    'vaultsql.localVault.stop': async () => {
      const state = deps.targets.localVault();
      if (state.kind === 'running' && !(await deps.mayForget(state.connection))) return false;
      return host.stop();
    },
  });
  return { dispose: () => host.stop() };
}
