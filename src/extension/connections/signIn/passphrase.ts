import * as vscode from 'vscode';
import type { CommandTable } from '../../app/commands.ts';
import type { Deps } from '../../app/deps.ts';
import { showInputBox } from '../../platform/dialogs.ts';
import { openHelp } from '../../platform/messages.ts';
import { pickConnection } from '../../targets/pick.ts';

/** The passphrase of a connection's client certificate, which is kept as tokens are. */
export function passphraseCommands(deps: Deps): CommandTable {
  const { targets, credentials, messages } = deps;
  return {
    /** Answers true once it is kept. */
    'vaultsql.connection.setPassphrase': async (argument) => {
      if (!targets.connections().some(({ clientCertificate }) => clientCertificate)) {
        void messages.info(vscode.l10n.t('No connection has a client certificate.'), openHelp('connections'));
        return undefined;
      }
      const connection = await pickConnection(
        deps,
        argument,
        vscode.l10n.t('Client certificate of which connection?'),
        (one) => one.clientCertificate !== undefined,
      );
      if (!connection) return undefined;
      const passphrase = await showInputBox({
        title: vscode.l10n.t('Client certificate of {0}', connection.name),
        prompt: vscode.l10n.t('Passphrase. Stored in the editor’s secret storage and sent nowhere.'),
        password: true,
        ignoreFocusOut: true,
      });
      if (passphrase === undefined) return undefined;
      await credentials.storePassphrase(connection, passphrase);
      return true;
    },
  };
}
