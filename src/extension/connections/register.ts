import * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import { connectionCommands } from './connectionCommands.ts';
import { registerContextKeys } from './contextKeys.ts';
import { registerSavedQueries } from './savedQueries/savedQueries.ts';
import { registerChangedSessions } from './signIn/endSessions.ts';
import { registerSignInLinks } from './signIn/interactiveSignIn.ts';
import { passphraseCommands } from './signIn/passphrase.ts';
import { signInCommands } from './signIn/signIn.ts';
import { registerStatusBar } from './statusBar.ts';
import { targetCommands } from './targetCommands.ts';
import { testCommands } from './testConnection.ts';
import { exportCommands } from './transfer/exportConnections.ts';
import { importCommands } from './transfer/importConnections.ts';
import { tableCommands } from './tree/tableCommands.ts';
import { registerVaultTree } from './tree/tree.ts';

/** Connections and vaults: the tree, signing in, and which vault queries go to. */
export function registerVaults(deps: Deps): vscode.Disposable {
  const callbacks = registerSignInLinks(deps);
  deps.commands.add({
    ...connectionCommands(deps, callbacks),
    ...testCommands(deps),
    ...exportCommands(deps),
    ...importCommands(deps),
    ...signInCommands(deps, callbacks),
    ...passphraseCommands(deps),
    ...targetCommands(deps),
    ...tableCommands(deps),
  });
  return vscode.Disposable.from(
    ...[
      registerVaultTree(deps),
      registerSavedQueries(deps),
      registerStatusBar(deps),
      registerContextKeys(deps),
      registerChangedSessions(deps),
      logNotices(deps),
    ],
  );
}

/** Logs once of each connection that others can read its key file. The path may name a person: it is not said. */
function logNotices({ credentials, targets, log }: Deps): { dispose(): unknown } {
  const logged = new Set<string>();
  return credentials.onDidRenew(() => {
    for (const connection of targets.connections()) {
      if (logged.has(connection.name) || !credentials.notice(connection)) continue;
      logged.add(connection.name);
      log.warn(`other users of this machine can read the key file of ${JSON.stringify(connection.name)}`);
    }
  });
}
