import * as vscode from 'vscode';
import type { DialectProblem } from '../../core/sql/dialectSettings.ts';
import type { Deps } from '../deps.ts';

/**
 * Says once what is wrong with `vaultsql.dialect.allow` and `.columns`, and again when something else is: what they
 * do not say rightly is not applied, and a column that a person believes protected would not be.
 */
export function registerSettingsProblems(deps: Deps): vscode.Disposable {
  let told = '';
  const tell = (): void => {
    const problems = deps.settings.dialectProblems();
    const text = sentence(problems);
    if (text === told) return;
    told = text;
    const [first] = problems;
    if (!first) return;
    const key = first.path.startsWith('vaultsql.dialect.columns')
      ? 'vaultsql.dialect.columns'
      : 'vaultsql.dialect.allow';
    const open = {
      label: vscode.l10n.t('Open Settings'),
      run: () =>
        vscode.commands.executeCommand('workbench.action.openSettingsJson', {
          revealSetting: { key, edit: false },
        }),
    };
    deps.messages.warn(text, open).catch((error) => deps.log.defect('settings', error));
  };
  tell();
  return deps.settings.onDidChange((changed) => changed('vaultsql.dialect') && tell());
}

function sentence(problems: readonly DialectProblem[]): string {
  const [first] = problems;
  if (!first) return '';
  const what = describe(first);
  const more = problems.length - 1;
  return more === 0
    ? vscode.l10n.t('{0} It is not applied.', what)
    : vscode.l10n.t('{0} This and {1} more in the dialect’s settings are not applied.', what, more);
}

function describe({ path, reason }: DialectProblem): string {
  switch (reason) {
    case 'not-a-list':
      return vscode.l10n.t('{0} must be a list.', path);
    case 'not-an-object':
      return vscode.l10n.t('{0} must be an object.', path);
    case 'not-text':
      return vscode.l10n.t('{0} must be text.', path);
    case 'unknown-rule':
      return vscode.l10n.t('{0} is none of the rules on columns.', path);
    case 'never-allowed':
      return vscode.l10n.t('{0} cannot be allowed: the vault only reads.', path);
  }
}
