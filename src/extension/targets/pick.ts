import * as vscode from 'vscode';
import { oneLine, shortenMiddle } from '../../core/messages/oneLine.ts';
import { isRecord } from '../../protocol/validate.ts';
import type { Deps } from '../app/deps.ts';
import { type AnyConnection, findSameTarget, formatTarget, type Target } from './targets.ts';

/**
 * Maximum length, in UTF-16 code units, of the names in one row of a list of connections or vaults, which the editor cuts
 * off at about 600 px. If the names of a vault and its connection are longer together, the connections are in a second
 * line.
 */
const MAX_ROW_LENGTH = 60;

/**
 * Returns the connection for a command. Only connections for which `canPick` is true are considered. `argument`: the
 * connection's name or its tree node. If `argument` names none of these connections, prompts the user to pick one. A
 * single connection is returned without a prompt if `argument` contains no name. Undefined if there is no connection to
 * pick or the user cancels.
 */
export async function pickConnection(
  deps: Pick<Deps, 'targets'>,
  argument: unknown,
  title: string,
  canPick: (connection: AnyConnection) => boolean = () => true,
): Promise<AnyConnection | undefined> {
  const name =
    typeof argument === 'string'
      ? argument
      : isRecord(argument) && isRecord(argument.connection)
        ? argument.connection.name
        : undefined;
  const all = deps.targets.connections().filter(canPick);
  const named = all.find((connection) => connection.name === name);
  if (named || all.length === 0) return named;
  if (all.length === 1 && name === undefined) return all[0];
  const picked = await vscode.window.showQuickPick(
    all.map((connection) => ({
      label: oneLine(shortenMiddle(connection.name, MAX_ROW_LENGTH)),
      description: connection.environment,
      connection,
    })),
    { title },
  );
  return picked?.connection;
}

/**
 * Returns the current target for a tree node, as `findSameTarget` finds it. Undefined if the target no longer exists,
 * or if `argument` is not a tree node with a target.
 */
export function findTargetOfNode(deps: Pick<Deps, 'targets'>, argument: unknown): Target | undefined {
  if (!isRecord(argument) || !isRecord(argument.target)) return undefined;
  const { connection, vault } = argument.target;
  if (!isRecord(connection) || !isRecord(vault)) return undefined;
  const { name: ofConnection } = connection;
  const { id, name: ofVault } = vault;
  if (typeof ofConnection !== 'string' || typeof ofVault !== 'string') return undefined;
  return findSameTarget(deps.targets, {
    connection: { name: ofConnection },
    vault: { id: typeof id === 'string' ? id : ofVault, name: ofVault },
  });
}

/** Prompts the user for one of all vaults. Undefined if the user cancels. */
export async function pickVault(deps: Pick<Deps, 'targets'>): Promise<Target | undefined> {
  const current = deps.targets.current();
  const all = deps.targets.all();
  const isAnyLong = all.some(
    ({ connection, vault }) => connection.name.length + vault.name.length > MAX_ROW_LENGTH,
  );
  const items = all.map((target) => {
    const { connection, vault } = target;
    const name = oneLine(shortenMiddle(connection.name, MAX_ROW_LENGTH));
    const of = `${name} · ${connection.environment}`;
    const isSelected = current !== undefined && formatTarget(current) === formatTarget(target);
    const selected = isSelected ? vscode.l10n.t('Selected') : '';
    const [description, detail] = isAnyLong ? [selected, of] : [of, selected];
    return {
      label: `$(database) ${oneLine(shortenMiddle(vault.name, MAX_ROW_LENGTH))}`,
      description,
      ...(detail === '' ? {} : { detail }),
      target,
    };
  });
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Choose a vault'),
    placeHolder: vscode.l10n.t('Queries are sent to the selected vault'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.target;
}
