import * as vscode from 'vscode';
import type { CommandTable } from '../app/commands.ts';
import type { Deps } from '../app/deps.ts';
import { documentTarget } from '../targets/documentTarget.ts';
import { pickTarget, targetOfNode } from '../targets/pick.ts';
import { type Target, targetLabel } from '../targets/targets.ts';

/** The line that sends the statements of a document to a vault; a name with line breaks stays on it. */
export const directiveOf = (target: Target): string =>
  `-- vault: ${targetLabel(target).replaceAll(/[\r\n]+/g, ' ')}`;

/** Opens a new document, the caret at its end. */
export async function openQuery(content: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'vaultsql', content });
  const end = document.positionAt(content.length);
  // Not set afterwards: what is typed at once would come before it.
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(end, end) });
}

/** Where the file in front names a vault that there is not, the choice is written there: it would have no effect else. */
async function replaceUnknown(deps: Deps, target: Target): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== 'vaultsql' || documentTarget(document, deps).kind !== 'unknown') return;
  const directive = deps.language().readTarget(document.getText());
  if (!directive) return;
  const range = new vscode.Range(document.positionAt(directive.start), document.positionAt(directive.end));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, directiveOf(target));
  await vscode.workspace.applyEdit(edit);
}

export function targetCommands(deps: Deps): CommandTable {
  return {
    /** Answers the chosen target's label, or undefined: other features run it before a query. */
    'vaultsql.query.selectVault': async (argument) => {
      if (deps.targets.all().length === 0) {
        await deps.messages.info(
          vscode.l10n.t('No vault configured.'),
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
      await replaceUnknown(deps, target);
      return targetLabel(target);
    },
    'vaultsql.query.new': async (argument) => {
      const target = targetOfNode(deps, argument);
      if (target) deps.targets.choose(target);
      await openQuery(target ? `${directiveOf(target)}\n` : '');
    },
  };
}
