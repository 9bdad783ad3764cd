import * as vscode from 'vscode';
import type { CommandTable } from '../../app/commands.ts';
import type { Deps } from '../../app/deps.ts';
import { showInputBox } from '../../platform/dialogs.ts';
import { pickConnection } from '../../targets/pick.ts';

type PassphraseDeps = Pick<Deps, 'credentials' | 'help' | 'messages' | 'targets'>;

export const passphraseCommands = (deps: PassphraseDeps): CommandTable => ({
  /** Returns true once it is stored, else undefined. */
  'vaultsql.connection.setPassphrase': async (argument) => (await setPassphrase(deps, argument)) || undefined,
});

/**
 * Prompts for the passphrase of a connection's client certificate, and stores it as tokens are stored. Returns true once
 * it is stored.
 */
export async function setPassphrase(deps: PassphraseDeps, argument: unknown): Promise<boolean> {
  const { targets, credentials, messages, help } = deps;
  if (!targets.connections().some(({ clientCertificate }) => clientCertificate)) {
    void messages.info(vscode.l10n.t('No connection has a client certificate.'), help.choice('connections'));
    return false;
  }
  const connection = await pickConnection(
    deps,
    argument,
    vscode.l10n.t('Client certificate of which connection?'),
    (one) => one.clientCertificate !== undefined,
  );
  if (!connection) return false;
  const passphrase = await showInputBox({
    title: vscode.l10n.t('Client certificate of {0}', connection.name),
    prompt: vscode.l10n.t('Passphrase. Stored in the editor’s secret storage and sent nowhere.'),
    password: true,
    ignoreFocusOut: true,
  });
  if (passphrase === undefined) return false;
  await credentials.storePassphrase(connection, passphrase);
  return true;
}
