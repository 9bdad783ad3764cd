import * as vscode from 'vscode';
import type { CommandTable } from '../commands.ts';
import type { Deps } from '../deps.ts';
import { targetLabel } from '../targets.ts';
import { pickTarget, targetOfNode } from './pick.ts';

export function targetCommands(deps: Deps): CommandTable {
  return {
    /** Answers the chosen target's label, or undefined: other features run it before a query. */
    'vaultsql.query.selectVault': async (argument) => {
      if (deps.targets.all().length === 0) {
        await deps.messages.info(
          vscode.l10n.t('No vault is configured yet.'),
          {
            label: vscode.l10n.t('Start Local Vault'),
            run: () => vscode.commands.executeCommand('vaultsql.localVault.start'),
          },
          {
            label: vscode.l10n.t('Add Connection'),
            run: () => vscode.commands.executeCommand('vaultsql.connection.add'),
          },
        );
        return undefined;
      }
      const target = targetOfNode(deps, argument) ?? (await pickTarget(deps));
      if (!target) return undefined;
      deps.targets.choose(target);
      return targetLabel(target);
    },
    'vaultsql.query.new': async (argument) => {
      const target = targetOfNode(deps, argument);
      if (target) deps.targets.choose(target);
      const directive = target ? `-- vault: ${targetLabel(target)}\n` : '';
      const document = await vscode.workspace.openTextDocument({ language: 'vaultsql', content: directive });
      const editor = await vscode.window.showTextDocument(document);
      const end = document.positionAt(directive.length);
      editor.selection = new vscode.Selection(end, end);
    },
  };
}
