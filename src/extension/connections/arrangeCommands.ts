import * as vscode from 'vscode';
import { freeName, withCopy, withSwapped } from '../../core/service/connections/entries.ts';
import type { CommandTable } from '../app/commands.ts';
import type { Deps } from '../app/deps.ts';
import { showInputBox } from '../platform/dialogs.ts';
import { OwnConnections } from './ownConnections.ts';

/** Copies connections, and puts them in another order. Each answers true once the settings are written. */
export function arrangeCommands(deps: Deps): CommandTable {
  const own = new OwnConnections(deps);
  return {
    'vaultsql.connection.duplicate': (argument) => duplicate(deps, own, argument),
    'vaultsql.connection.moveUp': (argument) => move(deps, own, argument, -1),
    'vaultsql.connection.moveDown': (argument) => move(deps, own, argument, 1),
  };
}

async function duplicate(deps: Deps, own: OwnConnections, argument: unknown): Promise<boolean> {
  const connection = await own.pick(argument, vscode.l10n.t('Duplicate which connection?'));
  if (!connection) {
    await deps.messages.info(vscode.l10n.t('No connections to duplicate.'));
    return false;
  }
  const name = await showInputBox({
    title: vscode.l10n.t('Duplicate {0}', connection.name),
    prompt: vscode.l10n.t('Name of the copy. Its token is not copied.'),
    value: freeName(vscode.l10n.t('{0} copy', connection.name), own.names()),
    ignoreFocusOut: true,
    validateInput: (value) => own.nameProblem(value.trim()),
  });
  if (!name) return false;
  return own.write(withCopy(own.entries(), connection.name, name.trim()));
}

async function move(deps: Deps, own: OwnConnections, argument: unknown, by: 1 | -1): Promise<boolean> {
  const connection = await own.pick(
    argument,
    by === -1 ? vscode.l10n.t('Move which connection up?') : vscode.l10n.t('Move which connection down?'),
  );
  if (!connection) {
    await deps.messages.info(vscode.l10n.t('No connections to move.'));
    return false;
  }
  // As the tree shows them: entries that can't be used, and the local vault, are no neighbours.
  const names = deps.targets.connections().flatMap(({ name, local }) => (local ? [] : name));
  const neighbour = names[names.indexOf(connection.name) + by];
  if (neighbour === undefined) return false;
  return own.write(withSwapped(own.entries(), connection.name, neighbour));
}
