import * as vscode from 'vscode';
import { countStatement, planPaging } from '../../core/sql/paging.ts';
import type { CheckOptions, Statement } from '../../core/sql/types.ts';
import type { Deps } from '../deps.ts';
import { dialectOptions } from '../dialectOptions.ts';
import { toRange } from './positions.ts';
import type { DocumentReader } from './reading/reader.ts';
import { selector } from './selector.ts';

/** Characters; of a larger document each statement can be run, and what that would cost is not worked out. */
const planLimit = 100_000;
/** Statements; making a lens for each of many more would hold up everything else. The command runs the others too. */
const lensLimit = 1_000;

/** Above each statement: run it, count its rows where they can be counted, and how many requests its LIMIT costs. */
export function registerCodeLens(deps: Deps, reader: DocumentReader): vscode.Disposable {
  const changes = new vscode.EventEmitter<void>();
  const provider = vscode.languages.registerCodeLensProvider(selector, {
    onDidChangeCodeLenses: changes.event,
    async provideCodeLenses(document, token) {
      const text = document.getText();
      const statements = await reader.read('splitStatements', text);
      if (token.isCancellationRequested) return undefined;
      const options = dialectOptions(document, deps);
      return statements.slice(0, lensLimit).flatMap((statement) => {
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
