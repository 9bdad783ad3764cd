import * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import type { ConnectionsApi, RegisteredFeature } from '../app/featureApis.ts';
import { createCheckServiceCommands, createReportDocuments, loadCheck } from './check/commands.ts';
import { createConnectionCommands, pickAndEditConnection } from './connectionCommands.ts';
import { registerContextKeys } from './contextKeys.ts';
import { AddConnectionForm } from './form/addConnection.ts';
import { OwnConnections } from './ownConnections.ts';
import { registerSavedQueries } from './savedQueries/savedQueries.ts';
import { warnOfContradictions } from './serviceCheckText.ts';
import { endSessionsWhenSettingsChange } from './signIn/endSessions.ts';
import { registerSignInLinks } from './signIn/interactiveSignIn.ts';
import { createSignInCommands, signIn } from './signIn/signIn.ts';
import { registerStatusBar } from './statusBar.ts';
import {
  createTargetCommands,
  openQueryOfVaultOrEmpty,
  selectVault,
  selectVaultOfActiveDocument,
} from './targetCommands.ts';
import { createTestCommands, pickAndTestConnection } from './testConnection.ts';
import { createExportCommands } from './transfer/exportConnections.ts';
import { createImportCommands } from './transfer/importConnections.ts';
import { createTableCommands } from './tree/tableCommands.ts';
import { registerVaultTree } from './tree/tree.ts';

/** Registers the views and commands for connections and their vaults. */
export function registerConnections(deps: Deps): RegisteredFeature<ConnectionsApi> {
  const callbacks = registerSignInLinks(deps);
  const own = new OwnConnections(deps);
  const adding = new AddConnectionForm(deps, own, callbacks);
  const reports = createReportDocuments();
  deps.commands.add({
    ...createConnectionCommands(deps, own, adding),
    ...createTestCommands(deps),
    ...createCheckServiceCommands(deps, reports),
    ...createExportCommands(deps),
    ...createImportCommands(deps),
    ...createSignInCommands(deps, callbacks),
    ...createTargetCommands(deps),
    ...createTableCommands(deps),
  });
  const parts = vscode.Disposable.from(
    registerVaultTree(deps),
    registerSavedQueries(deps),
    registerStatusBar(deps),
    registerContextKeys(deps),
    reports,
    warnOfContradictions(deps),
    endSessionsWhenSettingsChange(deps),
    warnOfReadableKeyFiles(deps),
    deps.onForget(() => adding.forgetDraft()),
  );
  return {
    api: {
      add: () => adding.promptForAndAddConnection(),
      edit: (name, field) => pickAndEditConnection(deps, own, name, field),
      signIn: (name) => signIn(deps, callbacks, name),
      setPassphrase: async (name) => (await pickAndEditConnection(deps, own, name, 'passphrase')) === true,
      testConnection: (name) => pickAndTestConnection(deps, name),
      checkService: (name) => loadCheck().pickAndCheck(deps, reports, name),
      selectVault: (target) => selectVault(deps, target),
      selectVaultOfActiveDocument: () => selectVaultOfActiveDocument(deps),
      newQuery: () => openQueryOfVaultOrEmpty(deps.targets.current()),
    },
    dispose: () => parts.dispose(),
  };
}

/**
 * Logs a warning, once for each connection, about key files that other users of this machine can read. The path is not
 * logged, because it may contain a person's name.
 */
function warnOfReadableKeyFiles({
  credentials,
  targets,
  log,
}: Pick<Deps, 'credentials' | 'log' | 'targets'>): {
  dispose(): unknown;
} {
  const logged = new Set<string>();
  return credentials.onDidObtainToken(() => {
    for (const connection of targets.connections()) {
      if (logged.has(connection.name) || !credentials.getNotice(connection)) continue;
      logged.add(connection.name);
      log.warn(`other users of this machine can read the key file of ${JSON.stringify(connection.name)}`);
    }
  });
}
