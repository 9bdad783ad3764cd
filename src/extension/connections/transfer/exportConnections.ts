/** Export Connections: writes connections to a file for others, without secrets. */
import * as vscode from 'vscode';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { Connection } from '../../../core/service/connections/connections.ts';
import {
  connectionFileText,
  entryOf,
  originsOf,
  secretPath,
} from '../../../core/service/connections/file.ts';
import type { CommandTable } from '../../app/commands.ts';
import type { Deps } from '../../app/deps.ts';
import { placeFor } from '../../platform/exportPlace.ts';
import { writeWhole } from '../../platform/fileSink.ts';
import { mayReplace } from '../../platform/replacing.ts';
import { writeProblem } from '../../platform/writeProblem.ts';
import { kindNames } from '../kindNames.ts';

/** The command that exports connections. It answers how many are in the file; `argument` may be that file, for all of them. */
export function exportCommands(deps: Deps): CommandTable {
  return {
    'vaultsql.connection.export': (argument) =>
      exportConnections(deps, argument instanceof vscode.Uri ? argument : undefined),
  };
}

async function exportConnections(deps: Deps, given: vscode.Uri | undefined): Promise<number> {
  const all = deps.targets.connections().filter(({ local }) => !local);
  const clean = all.filter((connection) => secretPath(entryOf(connection)) === undefined);
  if (clean.length < all.length)
    void deps.messages.warn(
      vscode.l10n.t('Connections that seem to contain a secret, as in a command, are not exported.'),
    );
  if (clean.length === 0) {
    if (all.length === 0) void deps.messages.info(vscode.l10n.t('No connections to export.'));
    return 0;
  }
  const chosen = given ? clean : await pickOf(clean);
  if (chosen.length === 0) return 0;
  const uri = given ?? (await askForFile());
  if (!uri || (given && !(await mayReplace(deps.messages, given)))) return 0;
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  try {
    await writeWhole(uri, Buffer.from(connectionFileText(chosen)));
  } catch (error) {
    const kind = error instanceof Error ? error.name : 'error';
    deps.log.warn(`exported connections were not written: ${kind}`);
    void deps.messages.error(writeProblem(error, name));
    return 0;
  }
  void deps.messages.info(
    chosen.length === 1
      ? vscode.l10n.t('Exported 1 connection to “{0}”, without secrets.', name)
      : vscode.l10n.t('Exported {0} connections to “{1}”, without secrets.', chosen.length, name),
  );
  return chosen.length;
}

/** Those to export; none where the person leaves. The arguments of a command may hold what we can't tell from a secret. */
async function pickOf(connections: readonly Connection[]): Promise<readonly Connection[]> {
  const items = connections.map((connection) => ({
    connection,
    label: oneLine(connection.name),
    description: oneLine([...originsOf(connection), kindNames()[connection.auth.kind]].join(' · ')),
    ...(connection.auth.kind === 'command'
      ? {
          detail: oneLine(
            vscode.l10n.t(
              'Exports the command {0}. Check that it contains no secret.',
              JSON.stringify(connection.auth.command),
            ),
          ),
        }
      : {}),
    picked: connection.auth.kind !== 'command',
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Export connections'),
    placeHolder: vscode.l10n.t('Tokens and other secrets are not exported'),
    canPickMany: true,
  });
  return picked?.map(({ connection }) => connection) ?? [];
}

const askForFile = (): Thenable<vscode.Uri | undefined> =>
  vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export connections'),
    saveLabel: vscode.l10n.t('Export'),
    defaultUri: placeFor('vault-sql-connections.json'),
    filters: { JSON: ['json'] },
  });
