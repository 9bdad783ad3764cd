import * as vscode from 'vscode';
import type { StatementRange } from '../../../core/sql/lexer/statements.ts';
import { createCheckOptionsForDocument, type DialectDeps } from '../dialectOptions.ts';
import { toRange } from '../positions.ts';
import type { DocumentReader } from '../reading/reader.ts';
import { DOCUMENT_SELECTOR } from '../selector.ts';
import { planStatements, type StatementPlan, type StatementPlans } from '../statementPlans.ts';

/**
 * Maximum length, in UTF-16 code units, of a document whose statements are checked for lenses. In a longer document,
 * Run is the only kind of lens, and statements with errors have it too.
 */
const MAX_PLANNED_LENGTH = 100_000;
/** Maximum number of statements with lenses, because more would block the extension host. */
const MAX_STATEMENTS_WITH_LENSES = 1_000;

/** Registers the code lenses above statements: Run, Count rows, and the number of requests that a LIMIT costs. */
export function registerCodeLens(deps: DialectDeps, reader: DocumentReader): vscode.Disposable {
  const changes = new vscode.EventEmitter<void>();
  const plans = new WeakMap<vscode.TextDocument, StatementPlans>();
  const provider = vscode.languages.registerCodeLensProvider(DOCUMENT_SELECTOR, {
    onDidChangeCodeLenses: changes.event,
    async provideCodeLenses(document, token) {
      const text = document.getText();
      const statements = (await reader.read('splitStatements', text)).slice(0, MAX_STATEMENTS_WITH_LENSES);
      if (token.isCancellationRequested) return undefined;
      const isPlanned = text.length <= MAX_PLANNED_LENGTH;
      const sources = isPlanned ? statements.map(({ start, end }) => text.slice(start, end)) : [];
      const known = planStatements(
        sources,
        createCheckOptionsForDocument(document, deps),
        plans.get(document),
      );
      plans.set(document, known);
      return statements.flatMap((statement, index) => {
        const range = toRange(document, statement);
        const plan = known.bySource.get(sources[index] ?? '');
        // Running a statement with errors would only repeat what the check found.
        if (plan?.isNeverSent) return [];
        const commands = [createRunCommand(document, statement)];
        if (plan) commands.push(...createPlanCommands(document, statement, plan, deps.settings.pageSize()));
        return commands.map((command) => new vscode.CodeLens(range, command));
      });
    },
  });
  const listening = deps.settings.onDidChange((changed) => {
    if (changed('vaultsql.dialect') || changed('vaultsql.results.pageSize')) changes.fire();
  });
  const aiming = deps.targets.onDidChange(() => changes.fire());
  return vscode.Disposable.from(provider, listening, aiming, changes);
}

const createRunCommand = (document: vscode.TextDocument, { start }: StatementRange): vscode.Command => ({
  title: `$(play)\u00a0${vscode.l10n.t('Run')}`,
  tooltip: vscode.l10n.t('Run this statement'),
  command: 'vaultsql.query.run',
  arguments: [document.uri, start],
});

function createPlanCommands(
  document: vscode.TextDocument,
  { start }: StatementRange,
  { canBeCounted, total }: StatementPlan,
  pageSize: number,
): vscode.Command[] {
  const commands: vscode.Command[] = [];
  if (canBeCounted) {
    commands.push({
      title: vscode.l10n.t('Count rows'),
      tooltip: vscode.l10n.t('Run COUNT(*) over the same rows, ignoring LIMIT and OFFSET'),
      command: 'vaultsql.query.countRows',
      arguments: [document.uri, start],
    });
  }
  if (total !== undefined && total > pageSize) {
    const requests = Math.ceil(total / pageSize);
    commands.push({
      title: vscode.l10n.t('LIMIT {0} → {1} requests', total, requests),
      tooltip: vscode.l10n.t(
        'The vault returns at most {0} records per request. Each page is loaded when you go to it.',
        pageSize,
      ),
      // A lens with an empty command is plain text.
      command: '',
    });
  }
  return commands;
}
