/** The vault that a misspelt `-- vault:` directive probably means, and the quick fix that names it. */
import * as vscode from 'vscode';
import { readTarget, type TargetDirective } from '../../../core/sql/execution/target.ts';
import { isTypo } from '../../../core/sql/lint/spelling.ts';
import type { Deps } from '../../app/deps.ts';
import { targetLabel } from '../../targets/targets.ts';
import { toRange } from '../positions.ts';

/** `<connection>/<vault>` of the one vault whose name differs by a letter; undefined where there is none. */
export function meantTarget(directive: TargetDirective, deps: Pick<Deps, 'targets'>): string | undefined {
  const { connection, vault } = directive;
  if (deps.targets.find(connection, vault)) return undefined;
  const written = `${connection}/${vault}`.toLowerCase();
  return deps.targets
    .all()
    .map(targetLabel)
    .find((label) => label.toLowerCase() === written || isTypo(written, label.toLowerCase()));
}

/** The quick fix for the directive, where the range touches it. */
export function targetFix(
  document: vscode.TextDocument,
  range: vscode.Range,
  deps: Pick<Deps, 'targets'>,
): vscode.CodeAction[] {
  const directive = readTarget(document.getText());
  const meant = directive && meantTarget(directive, deps);
  if (!directive || meant === undefined) return [];
  const place = toRange(document, directive);
  if (!place.intersection(range)) return [];
  const fix = new vscode.CodeAction(vscode.l10n.t('Change to {0}', meant), vscode.CodeActionKind.QuickFix);
  fix.edit = new vscode.WorkspaceEdit();
  fix.edit.replace(document.uri, place, `-- vault: ${meant}`);
  return [fix];
}
