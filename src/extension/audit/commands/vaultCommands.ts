import * as vscode from 'vscode';
import { noFilters } from '../../../core/audit/table/filter.ts';
import type { CommandTable } from '../../app/commands.ts';
import { targetOfNode } from '../../targets/pick.ts';
import type { Target } from '../../targets/targets.ts';
import { type AuditContext, ready } from '../context.ts';
import { createRequestSequence } from '../model/requestSequence.ts';

/** Commands that begin with a vault. */
export function vaultCommands(context: AuditContext): CommandTable {
  const { deps } = context;
  return {
    /** Of the vault of a tree's node, or the selected one; `text` of the argument is what the events are to contain. */
    'vaultsql.vault.showAuditEvents': async (argument) => {
      const given = targetOfNode(deps, argument);
      if (!given && !deps.targets.current())
        await vscode.commands.executeCommand('vaultsql.query.selectVault');
      const target = given ?? deps.targets.current();
      return target !== undefined && showVaultEvents(context, target, textOf(argument));
    },
  };
}

/** Whether they were loaded: after a refusal others may be there still. What was asked for meanwhile is not overwritten. */
export async function showVaultEvents(
  context: AuditContext,
  target: Target,
  text: string | undefined,
): Promise<boolean> {
  const { model } = context;
  if (!(await model.source.mayReplace())) return false;
  model.source.switchConnection(target.connection.name);
  if (!(await ready(context))) return false;
  const isAnswered = await createRequestSequence(model.requests).search({ vaultID: target.vault.id });
  if (!isAnswered || model.state.error()) return false;
  if (text !== undefined) model.filters.setLocal({ ...noFilters, text });
  return true;
}

const textOf = (argument: unknown): string | undefined =>
  typeof argument === 'object' &&
  argument !== null &&
  'text' in argument &&
  typeof argument.text === 'string' &&
  argument.text !== ''
    ? argument.text
    : undefined;
