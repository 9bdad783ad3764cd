import * as vscode from 'vscode';
import { countStatement, planPaging } from '../../core/sql/paging.ts';
import { splitStatements } from '../../core/sql/statements.ts';
import type { CheckOptions, Statement } from '../../core/sql/types.ts';
import type { Deps } from '../deps.ts';
import { dialectOptions } from '../dialectOptions.ts';
import { toRange } from './positions.ts';
import { selector } from './selector.ts';

/** Characters; of a larger document each statement can be run, and what that would cost is not worked out. */
const planLimit = 200_000;

/** Above each statement: run it, count its rows where they can be counted, and how many requests its LIMIT costs. */
export function registerCodeLens(deps: Deps): vscode.Disposable {
  const changes = new vscode.EventEmitter<void>();
  const provider = vscode.languages.registerCodeLensProvider(selector, {
    onDidChangeCodeLenses: changes.event,
    provideCodeLenses(document) {
      const text = document.getText();
      const options = dialectOptions(document, deps);
      return splitStatements(text).flatMap((statement) => {
        const range = toRange(document, statement);
        const commands = [runCommand(document, statement)];
        if (text.length <= planLimit) {
          commands.push(...planned(document, statement, options, deps.settings.pageSize()));
        }
        return commands.map((command) => new vscode.CodeLens(range, command));
      });
    },
  });
  const listening = deps.settings.onDidChange((changed) => {
    if (changed('vaultsql.dialect') || changed('vaultsql.results.pageSize')) changes.fire();
  });
  return vscode.Disposable.from(provider, listening, changes);
}

const runCommand = (document: vscode.TextDocument, { start }: Statement): vscode.Command => ({
  title: `$(play)\u00a0${vscode.l10n.t('Run')}`,
  tooltip: vscode.l10n.t('Run this statement against the vault'),
  command: 'vaultsql.query.run',
  arguments: [document.uri, start],
});

function planned(
  document: vscode.TextDocument,
  { start, end }: Statement,
  options: CheckOptions,
  pageSize: number,
): vscode.Command[] {
  const text = document.getText().slice(start, end);
  const commands: vscode.Command[] = [];
  if (countStatement(text, options).ok) {
    commands.push({
      title: vscode.l10n.t('Count rows'),
      tooltip: vscode.l10n.t('Run COUNT(*) over the same rows, without LIMIT and OFFSET'),
      command: 'vaultsql.query.countRows',
      arguments: [document.uri, start],
    });
  }
  const plan = planPaging(text, options);
  if (plan.kind === 'paged' && plan.total !== undefined && plan.total > pageSize) {
    const requests = Math.ceil(plan.total / pageSize);
    commands.push({
      title: vscode.l10n.t('LIMIT {0} → {1} requests', plan.total, requests),
      tooltip: vscode.l10n.t(
        'The vault returns {0} records a request at most; the pages are read as you ask for them, each by a request of its own.',
        pageSize,
      ),
      // Only a text.
      command: '',
    });
  }
  return commands;
}
