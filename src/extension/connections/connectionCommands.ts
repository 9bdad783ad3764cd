import * as vscode from 'vscode';
import { removeEntry } from '../../core/service/connections/settingEntries.ts';
import type { CommandTable } from '../app/commands.ts';
import type { Deps } from '../app/deps.ts';
import type { AddConnectionForm } from './form/addConnection.ts';
import { editConnection, openVaultForm } from './form/editConnection.ts';
import type { OwnConnections } from './ownConnections.ts';
import { endSessionsAtServers } from './signIn/endSessions.ts';

type ConnectionCommandsDeps = Pick<
  Deps,
  | 'auditEvents'
  | 'connections'
  | 'credentials'
  | 'log'
  | 'messages'
  | 'ownActorIDs'
  | 'serviceProfiles'
  | 'targets'
>;

export function createConnectionCommands(
  deps: ConnectionCommandsDeps,
  own: OwnConnections,
  adding: AddConnectionForm,
): CommandTable {
  return {
    'vaultsql.connection.add': () => adding.promptForAndAddConnection(),
    'vaultsql.connection.edit': (argument, field) => pickAndEditConnection(deps, own, argument, field),
    'vaultsql.connection.remove': (argument) => removeConnection(deps, own, argument),
    'vaultsql.connection.addVault': (argument) => addVault(deps, own, adding, argument),
  };
}

/**
 * True for the tree node of a problem in `vaultsql.connections`, such as an entry that can't be used. There is no form
 * to correct it. The user edits settings.json instead.
 */
const isProblemNode = (argument: unknown): boolean =>
  typeof argument === 'object' && argument !== null && 'problem' in argument;

/**
 * Edits the connection that `argument` (a tree node or a connection's name) identifies, else one that the user may
 * pick. Opens the settings instead for the tree node of a problem, or if there is no connection to edit. `field` names
 * the field to edit first. Resolves to true if `field` is `passphrase` and a passphrase was stored.
 */
export async function pickAndEditConnection(
  deps: ConnectionCommandsDeps,
  own: OwnConnections,
  argument: unknown,
  field: unknown,
): Promise<unknown> {
  if (isProblemNode(argument) || !hasOwnConnection(deps)) return own.openSettings();
  const connection = await own.pickConnection(argument, vscode.l10n.t('Select the connection to edit'));
  return connection && editConnection(deps, own, connection, field);
}

async function removeConnection(
  deps: ConnectionCommandsDeps,
  own: OwnConnections,
  argument: unknown,
): Promise<void> {
  if (!hasOwnConnection(deps)) {
    await deps.messages.info(vscode.l10n.t('No connections to remove.'));
    return;
  }
  const connection = await own.pickConnection(argument, vscode.l10n.t('Select the connection to remove'));
  if (!connection) return;
  const sure = await deps.messages.confirm(
    vscode.l10n.t('Remove the connection “{0}”?', connection.name),
    vscode.l10n.t(
      'This removes the connection from your settings and deletes its stored secrets. The vault itself does not change.',
    ),
    vscode.l10n.t('Remove'),
  );
  if (!sure || !(await own.writeEntries(removeEntry(own.readEntries(), connection.name)))) return;
  const others = deps.targets.connections().filter(({ name }) => name !== connection.name);
  await deps.serviceProfiles.retainProfilesOf(others);
  await deps.ownActorIDs.retainActorIDsOf(others);
  // Not awaited: whether the sign-in server answers or not, the connection is removed.
  void endSessionsAtServers(deps, await deps.credentials.removeSecrets(connection));
}

async function addVault(
  deps: Pick<Deps, 'targets'>,
  own: OwnConnections,
  adding: AddConnectionForm,
  argument: unknown,
): Promise<void> {
  if (!hasOwnConnection(deps)) {
    await adding.promptForAndAddConnection();
    return;
  }
  const title = vscode.l10n.t('Select the connection to add a vault to');
  const connection = await own.pickConnection(argument, title);
  if (connection) await openVaultForm(own, connection, getVaultIDOfNode(argument));
}

/** Whether there is a connection other than that of the local vault. */
const hasOwnConnection = ({ targets }: Pick<Deps, 'targets'>): boolean =>
  targets.connections().some(({ local }) => !local);

const getVaultIDOfNode = (argument: unknown): string | undefined =>
  typeof argument === 'object' &&
  argument !== null &&
  'vaultID' in argument &&
  typeof argument.vaultID === 'string'
    ? argument.vaultID
    : undefined;
