import * as vscode from 'vscode';
import { oneLine } from '../../../core/messages/oneLine.ts';
import {
  formatConnectionFile,
  hasCommandArguments,
  listOrigins,
} from '../../../core/service/connections/connectionFile.ts';
import type { Connection } from '../../../core/service/connections/connections.ts';
import type { CommandTable } from '../../app/commands.ts';
import type { Deps } from '../../app/deps.ts';
import { createDefaultExportUri } from '../../platform/exportLocation.ts';
import { confirmReplacingFile } from '../../platform/replacing.ts';
import { describeWriteError } from '../../platform/writeProblem.ts';
import { getKindNames } from '../kindNames.ts';

type ExportConnectionsDeps = Pick<Deps, 'fileSinks' | 'log' | 'messages' | 'targets'>;

export function createExportCommands(deps: ExportConnectionsDeps): CommandTable {
  return {
    'vaultsql.connection.export': (argument) =>
      exportConnections(deps, argument instanceof vscode.Uri ? argument : undefined),
  };
}

async function exportConnections(
  deps: ExportConnectionsDeps,
  given: vscode.Uri | undefined,
): Promise<number> {
  const all = deps.targets.connections().filter(({ local }) => !local);
  if (all.length === 0) {
    void deps.messages.info(vscode.l10n.t('No connections to export.'));
    return 0;
  }
  const chosen = given ? all : await pickConnections(all);
  if (chosen.length === 0) return 0;
  const commands = chosen.filter(hasCommandArguments);
  const included = given || commands.length === 0 ? [] : await pickCommandsToExportWithArguments(commands);
  if (!included) return 0;
  const uri = given ?? (await pickSaveLocation());
  if (!uri || (given && !(await confirmReplacingFile(deps.messages, given)))) return 0;
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  try {
    await deps.fileSinks.writeWhole(uri, Buffer.from(formatConnectionFile(chosen, new Set(included))));
  } catch (error) {
    const kind = error instanceof Error ? error.name : 'error';
    deps.log.warn(`exported connections were not written: ${kind}`);
    void deps.messages.error(describeWriteError(error, name));
    return 0;
  }
  void deps.messages.info(describeExport(chosen.length, commands.length - included.length, name));
  return chosen.length;
}

function describeExport(count: number, commandsWithoutArguments: number, name: string): string {
  const exported =
    count === 1
      ? vscode.l10n.t('Exported 1 connection to “{0}”, without the secrets stored for it.', name)
      : vscode.l10n.t('Exported {0} connections to “{1}”, without the secrets stored for them.', count, name);
  if (commandsWithoutArguments === 0) return exported;
  const leftOut =
    commandsWithoutArguments === 1
      ? vscode.l10n.t('The arguments of 1 token command were left out.')
      : vscode.l10n.t('The arguments of {0} token commands were left out.', commandsWithoutArguments);
  return `${exported} ${leftOut}`;
}

async function pickConnections(connections: readonly Connection[]): Promise<readonly Connection[]> {
  const items = connections.map((connection) => ({
    connection,
    label: oneLine(connection.name),
    description: oneLine([...listOrigins(connection), getKindNames()[connection.auth.kind]].join(' · ')),
    picked: true,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Export connections'),
    placeHolder: vscode.l10n.t('Tokens, sessions, and client secrets are not exported'),
    canPickMany: true,
  });
  return picked?.map(({ connection }) => connection) ?? [];
}

/**
 * Lets the user pick the connections whose token commands are exported with arguments. Undefined if the user cancels.
 */
async function pickCommandsToExportWithArguments(
  connections: readonly Connection[],
): Promise<readonly Connection[] | undefined> {
  const items = connections.map((connection) => ({
    connection,
    label: oneLine(connection.name),
    detail: connection.auth.kind === 'command' ? oneLine(JSON.stringify(connection.auth.command), 2_000) : '',
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Include the arguments of these commands?'),
    placeHolder: vscode.l10n.t(
      'Only the program is exported, unless you select the connection. Check for secrets.',
    ),
    canPickMany: true,
  });
  return picked?.map(({ connection }) => connection);
}

const pickSaveLocation = (): Thenable<vscode.Uri | undefined> =>
  vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export connections'),
    saveLabel: vscode.l10n.t('Export'),
    defaultUri: createDefaultExportUri('vault-sql-connections.json'),
    filters: { JSON: ['json'] },
  });
