import * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import type { LocalVaultApi, RegisteredFeature } from '../app/featureApis.ts';
import { LocalVaultHost } from './localVaultHost.ts';
import { openSampleQueries, openSampleUnlessSqlActive } from './sample.ts';

export function registerLocalVault(deps: Deps): RegisteredFeature<LocalVaultApi> {
  const host = new LocalVaultHost(deps);
  const api: LocalVaultApi = {
    async start() {
      if (!host.isRunning()) return host.startVault();
      await openSampleUnlessSqlActive(deps);
      void deps.messages.info(vscode.l10n.t('The local vault is already running.'));
      return true;
    },
    async stop() {
      const state = deps.targets.getLocalVaultState();
      if (state.kind === 'running' && !(await deps.mayForget(state.connection))) return false;
      return host.stopVault();
    },
    openSampleQueries: () => openSampleQueries(deps),
  };
  deps.commands.add({
    'vaultsql.localVault.start': () => api.start(),
    'vaultsql.localVault.openSample': () => api.openSampleQueries(),
    'vaultsql.localVault.stop': () => api.stop(),
  });
  return { api, dispose: () => host.stopVault() };
}
