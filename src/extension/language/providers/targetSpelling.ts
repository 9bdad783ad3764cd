import * as vscode from 'vscode';
import { readVaultDirective, type TargetDirective } from '../../../core/sql/execution/target.ts';
import { isTypo } from '../../../core/sql/lint/spelling.ts';
import type { Deps } from '../../app/deps.ts';
import { formatTarget } from '../../targets/targets.ts';
import { toRange } from '../positions.ts';

/**
 * Returns the label (see `formatTarget`) of a vault that the directive probably misspells. The label and the directive
 * may differ in case and by one typing error. Undefined if there is no such vault, or if the directive names a known
 * vault.
 */
export function suggestTarget(directive: TargetDirective, deps: Pick<Deps, 'targets'>): string | undefined {
  const { connection, vault } = directive;
  if (deps.targets.find(connection, vault)) return undefined;
  const written = `${connection}/${vault}`.toLowerCase();
  return deps.targets
    .all()
    .map(formatTarget)
    .find((label) => label.toLowerCase() === written || isTypo(written, label.toLowerCase()));
}

/**
 * Returns the quick fix for a misspelt directive (`-- vault:`) in an array. The array is empty if `range` does not
 * touch the directive or if `suggestTarget` has no suggestion.
 */
export function createTargetFix(
  document: vscode.TextDocument,
  range: vscode.Range,
  deps: Pick<Deps, 'targets'>,
): vscode.CodeAction[] {
  const directive = readVaultDirective(document.getText());
  const suggestion = directive && suggestTarget(directive, deps);
  if (!directive || suggestion === undefined) return [];
  const place = toRange(document, directive);
  if (!place.intersection(range)) return [];
  const fix = new vscode.CodeAction(
    vscode.l10n.t('Change to {0}', suggestion),
    vscode.CodeActionKind.QuickFix,
  );
  fix.edit = new vscode.WorkspaceEdit();
  fix.edit.replace(document.uri, place, `-- vault: ${suggestion}`);
  return [fix];
}
