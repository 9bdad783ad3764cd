import * as vscode from 'vscode';
import type { DialectProblem } from '../../../core/sql/dialect/settings.ts';
import type { Deps } from '../../app/deps.ts';
import type { ValueProblem } from '../../platform/settingValues.ts';

type SettingsProblemsDeps = Pick<Deps, 'log' | 'messages' | 'settings'>;

/**
 * Registers warnings about invalid settings. Invalid parts of the dialect settings are not applied, so a column may be
 * less protected than the user believes.
 */
export function registerSettingsProblems(deps: SettingsProblemsDeps): vscode.Disposable {
  const { settings } = deps;
  const reportDialect = createWarningReporter(deps, () => {
    const problems = settings.dialectProblems();
    const inColumns = problems[0]?.path.startsWith('vaultsql.dialect.columns');
    return {
      text: describeDialectProblems(problems),
      key: inColumns ? 'vaultsql.dialect.columns' : 'vaultsql.dialect.allow',
    };
  });
  const reportValues = createWarningReporter(deps, () => {
    const problems = settings.valueProblems();
    return { text: problems.map(describeValueProblem).join(' '), key: problems[0]?.name ?? '' };
  });
  reportDialect();
  reportValues();
  return settings.onDidChange((changed) => {
    if (changed('vaultsql.dialect')) reportDialect();
    if (changed('vaultsql')) reportValues();
  });
}

interface Report {
  readonly text: string;
  readonly key: string;
}

function createWarningReporter(deps: SettingsProblemsDeps, createReport: () => Report): () => void {
  let reported = '';
  return () => {
    const { text, key } = createReport();
    if (text === reported) return;
    reported = text;
    if (text === '') return;
    const open = {
      label: vscode.l10n.t('Open Settings'),
      run: () =>
        vscode.commands.executeCommand('workbench.action.openSettingsJson', {
          revealSetting: { key, edit: false },
        }),
    };
    deps.messages.warn(text, open).catch((error) => deps.log.defect('settings', error));
  };
}

function describeValueProblem(problem: ValueProblem): string {
  const { name } = problem;
  switch (problem.kind) {
    case 'number': {
      const { minimum, maximum, used } = problem;
      return vscode.l10n.t(
        '{0} must be a whole number from {1} to {2}. {3} is used.',
        name,
        minimum,
        maximum,
        used,
      );
    }
    case 'choice':
      return vscode.l10n.t('{0} must be one of {1}. Its default is used.', name, problem.values.join(', '));
    case 'switch':
      return vscode.l10n.t('{0} must be true or false. Its default is used.', name);
    case 'cursor':
      return vscode.l10n.t(
        '{0} must be null or name both timestamp and changeID. Older events are not loaded.',
        name,
      );
  }
}

function describeDialectProblems(problems: readonly DialectProblem[]): string {
  const [first] = problems;
  if (!first) return '';
  const what = describeDialectProblem(first);
  const more = problems.length - 1;
  return more === 0
    ? vscode.l10n.t('{0} It is not applied.', what)
    : vscode.l10n.t('{0} This and {1} more dialect settings are not applied.', what, more);
}

function describeDialectProblem({ path, reason }: DialectProblem): string {
  switch (reason) {
    case 'not-a-list':
      return vscode.l10n.t('{0} must be a list.', path);
    case 'not-an-object':
      return vscode.l10n.t('{0} must be an object.', path);
    case 'not-text':
      return vscode.l10n.t('{0} must be text.', path);
    case 'unknown-rule':
      return vscode.l10n.t('{0} is not a column rule.', path);
    case 'never-allowed':
      return vscode.l10n.t('{0} can’t be allowed: the vault is read-only.', path);
  }
}
