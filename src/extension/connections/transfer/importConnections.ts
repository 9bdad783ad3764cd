import * as vscode from 'vscode';
import { cleanForDisplay, oneLine } from '../../../core/messages/oneLine.ts';
import {
  addOrReplaceConnections,
  listMachineResources,
  listOrigins,
  MAX_FILE_LENGTH,
  type MachineResource,
  type ParsedConnectionFile,
  parseConnectionFile,
} from '../../../core/service/connections/connectionFile.ts';
import type { Connection } from '../../../core/service/connections/connections.ts';
import { findEntry } from '../../../core/service/connections/settingEntries.ts';
import { isUsableAddress } from '../../../node/address.ts';
import type { CommandTable } from '../../app/commands.ts';
import type { Deps } from '../../app/deps.ts';
import { readBoundedFile } from '../../platform/boundedFile.ts';
import { getKindNames } from '../kindNames.ts';
import { OwnConnections } from '../ownConnections.ts';
import { describeProblem } from '../problems.ts';

type ImportConnectionsDeps = Pick<Deps, 'context' | 'log' | 'messages' | 'settings' | 'targets'>;

export function createImportCommands(deps: ImportConnectionsDeps): CommandTable {
  const own = new OwnConnections(deps);
  return {
    'vaultsql.connection.import': (argument) =>
      importConnections(deps, own, argument instanceof vscode.Uri ? argument : undefined),
  };
}

async function importConnections(
  deps: ImportConnectionsDeps,
  own: OwnConnections,
  given: vscode.Uri | undefined,
): Promise<number> {
  const uri = given ?? (await pickFile());
  if (!uri) return 0;
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const read = await readFile(uri);
  if (!read.ok) {
    void deps.messages.warn(vscode.l10n.t('Could not import {0}: {1}', name, describeReadFailure(read)));
    return 0;
  }
  showProblems(deps, name, read);
  const usable = read.connections.filter((connection) => !hasReservedName(connection));
  if (usable.length === 0) {
    void deps.messages.warn(vscode.l10n.t('{0} has no connection to import.', name));
    return 0;
  }
  const picked = await pickConnections(own, usable, name);
  const agreed: Connection[] = [];
  for (const connection of picked) if (await confirmImport(deps, connection)) agreed.push(connection);
  if (agreed.length === 0 || !(await own.writeEntries(addOrReplaceConnections(own.readEntries(), agreed))))
    return 0;
  void deps.messages.info(
    agreed.length === 1
      ? vscode.l10n.t('Imported 1 connection, without a token.')
      : vscode.l10n.t('Imported {0} connections, without tokens.', agreed.length),
  );
  return agreed.length;
}

/**
 * Whether a connection has the name that is reserved for the local vault. Statements for `local/local-vault` must never
 * be sent to another service.
 */
const hasReservedName = ({ name }: Connection): boolean => name === 'local';

const pickFile = async (): Promise<vscode.Uri | undefined> =>
  (
    await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Import connections'),
      openLabel: vscode.l10n.t('Import'),
      filters: { JSON: ['json'] },
    })
  )?.[0];

type Unread = { readonly ok: false; readonly reason: 'unreadable' };
type Refused = Exclude<ParsedConnectionFile, { readonly ok: true }> | Unread;

async function readFile(uri: vscode.Uri): Promise<ParsedConnectionFile | Unread> {
  const read = await readBoundedFile(uri, MAX_FILE_LENGTH);
  if (read.ok) return parseConnectionFile(new TextDecoder().decode(read.contents), isUsableAddress);
  // For example, the file is missing, is a folder, or has no read permission. The message does not say which.
  return { ok: false, reason: read.reason === 'too-large' ? 'too-large' : 'unreadable' };
}

function describeReadFailure(read: Refused): string {
  switch (read.reason) {
    case 'unreadable':
      return vscode.l10n.t('The file can’t be read.');
    case 'too-large':
      return vscode.l10n.t('The file is too large.');
    case 'not-json':
      return vscode.l10n.t('The file is not valid JSON.');
    case 'other':
      return vscode.l10n.t('The file is not an export of connections.');
    case 'newer-version':
      return vscode.l10n.t('The file is in a format of another version.');
  }
}

function showProblems(
  deps: ImportConnectionsDeps,
  name: string,
  { connections, problems }: Extract<ParsedConnectionFile, { readonly ok: true }>,
): void {
  const [first] = problems;
  if (first)
    void deps.messages.warn(
      vscode.l10n.t(
        'Some connections of {0} can’t be imported. {1}',
        name,
        describeProblem({ ...first, path: first.path.replace(/^vaultsql\./, '') }),
      ),
    );
  if (connections.some(hasReservedName))
    void deps.messages.warn(
      vscode.l10n.t('The connection “local” was skipped. This name is reserved for the local vault.'),
    );
}

interface Item extends vscode.QuickPickItem {
  readonly connection: Connection;
}

async function pickConnections(
  own: OwnConnections,
  connections: readonly Connection[],
  file: string,
): Promise<readonly Connection[]> {
  const items: readonly Item[] = connections.map((connection) => {
    const isThere = findEntry(own.readEntries(), connection.name) !== undefined;
    const uses = listMachineResources(connection);
    return {
      connection,
      label: oneLine(connection.name),
      description: oneLine(
        [connection.environment, ...listOrigins(connection), getKindNames()[connection.auth.kind]].join(
          ' · ',
        ),
      ),
      detail: [
        ...(isThere ? [vscode.l10n.t('Replaces your connection of this name.')] : []),
        ...uses.map((use) => oneLine(describeMachineUse(use))),
      ].join(' '),
      picked: !isThere && uses.length === 0,
    };
  });
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Import connections from {0}', oneLine(file)),
    placeHolder: vscode.l10n.t('Select connections. Nothing is sent; sign in afterwards.'),
    canPickMany: true,
    ignoreFocusOut: true,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.map(({ connection }) => connection) ?? [];
}

async function confirmImport({ messages }: Pick<Deps, 'messages'>, connection: Connection): Promise<boolean> {
  const uses = listMachineResources(connection);
  if (uses.length === 0) return true;
  return messages.confirm(
    vscode.l10n.t('Import “{0}”, which uses this machine?', oneLine(connection.name)),
    [
      ...uses.map((use) => cleanForDisplay(describeMachineUse(use))),
      vscode.l10n.t('Requests go to {0}.', listOrigins(connection).join(', ')),
      vscode.l10n.t('Import it only if you trust the author of the file.'),
    ].join('\n\n'),
    vscode.l10n.t('Import'),
  );
}

function describeMachineUse(use: MachineResource): string {
  switch (use.kind) {
    case 'program': {
      const command = JSON.stringify(use.command);
      return use.variables.length === 0
        ? vscode.l10n.t('Runs this program to get a token: {0}.', command)
        : vscode.l10n.t(
            'Runs this program to get a token: {0}, with the environment variables {1}.',
            command,
            use.variables.join(', '),
          );
    }
    case 'variable':
      return vscode.l10n.t('Sends the environment variable {0} as the token.', use.name);
    case 'keyFile':
      return vscode.l10n.t('Signs in with the key file {0}.', use.file);
    case 'certificate':
      return vscode.l10n.t('Reads the client certificate file {0}.', use.file);
  }
}
