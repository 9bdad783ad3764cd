import * as vscode from 'vscode';
import { sampleQueriesDocument } from '../../../core/audit/sql/sampleQueries.ts';
import { splitStatements } from '../../../core/sql/lexer/statements.ts';
import { ContextKeys } from '../../platform/contextKeys.ts';
import type { Log } from '../../platform/log.ts';
import { createEventsSqlUri, EVENTS_LANGUAGE } from './questionFiles.ts';

/**
 * The first line of the document for SQL over loaded events. If the user saves that text as a `.sql` file, this line
 * makes the file's statements run over the loaded events too.
 */
const TARGET_COMMENT = '-- target: loaded events';

/** Whether the statements of a document run over the loaded events instead of a vault. */
export const runsOverLoadedEvents = (document: vscode.TextDocument): boolean =>
  document.languageId === EVENTS_LANGUAGE ||
  (document.languageId === 'sql' && document.lineAt(0).text.trim() === TARGET_COMMENT);

/** Returns the initial text of the document for SQL over loaded events: comments about it, and sample queries. */
export function createSampleText(): string {
  const intro = [
    vscode.l10n.t('PostgreSQL over all loaded audit events, on this machine. Nothing is sent.'),
    vscode.l10n.t('This is not the dialect of the vault: GROUP BY, ORDER BY, and window functions work.'),
    vscode.l10n.t('Literals are masked as in the audit views. Times are UTC, to the microsecond.'),
  ];
  return `${TARGET_COMMENT}\n${sampleQueriesDocument(intro)}`;
}

/** Opens the document for SQL over loaded events. If the document is empty, inserts the text of `createSampleText`. */
export async function openEventsSqlDocument(): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(createEventsSqlUri());
  if (document.getText().trim() === '') {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), createSampleText());
    await vscode.workspace.applyEdit(edit);
  }
  return vscode.window.showTextDocument(document, { preview: false });
}

export class EventsSqlDocuments implements vscode.Disposable {
  readonly #problems = vscode.languages.createDiagnosticCollection('vaultsql-events');
  readonly #item = vscode.window.createStatusBarItem('vaultsql.events', vscode.StatusBarAlignment.Right, 90);
  readonly #contextKeys: ContextKeys;
  readonly #listening: vscode.Disposable;

  constructor(log: Pick<Log, 'defect'>) {
    this.#contextKeys = new ContextKeys(log);
    this.#item.name = vscode.l10n.t('Vault SQL: Loaded Events');
    this.#item.text = `$(history) ${vscode.l10n.t('loaded events')}`;
    this.#item.tooltip = vscode.l10n.t(
      'Statements of this file run over the loaded audit events. Nothing is sent.',
    );
    this.#item.command = 'vaultsql.audit.showTable';
    this.#listening = vscode.Disposable.from(
      vscode.languages.registerCodeLensProvider([EVENTS_LANGUAGE, 'sql'], {
        provideCodeLenses: createRunLenses,
      }),
      vscode.window.onDidChangeActiveTextEditor(() => this.#updateStatusItem()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (!runsOverLoadedEvents(document)) return;
        this.#problems.delete(document.uri);
        this.#updateStatusItem();
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#problems.delete(uri)),
    );
    this.#updateStatusItem();
  }

  /**
   * Marks the error of a statement in the document, in place of any earlier mark. `position` is where in the statement
   * the error is, counted from 1 in Unicode code points.
   */
  markStatementError(
    document: vscode.TextDocument,
    statement: StatementInDocument,
    message: string,
    position = 1,
  ): void {
    const before = [...statement.text].slice(0, position - 1).join('').length;
    const at = document.positionAt(statement.start + before);
    const range = document.getWordRangeAtPosition(at) ?? new vscode.Range(at, at.translate(0, 1));
    const problem = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
    problem.source = 'PostgreSQL';
    this.#problems.set(document.uri, [problem]);
  }

  clearErrorMarks({ uri }: vscode.TextDocument): void {
    this.#problems.delete(uri);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#item.dispose();
    this.#problems.dispose();
    this.#contextKeys.dispose();
  }

  #updateStatusItem(): void {
    const document = vscode.window.activeTextEditor?.document;
    const isOurs = document !== undefined && runsOverLoadedEvents(document);
    if (isOurs) this.#item.show();
    else this.#item.hide();
    this.#contextKeys.scheduleContextKey('vaultsql.asksEvents', isOurs);
  }
}

/** A statement, and its start offset in the document in UTF-16 code units. */
export interface StatementInDocument {
  readonly text: string;
  readonly start: number;
}

function createRunLenses(document: vscode.TextDocument): vscode.CodeLens[] {
  if (!runsOverLoadedEvents(document)) return [];
  return splitStatements(document.getText()).map(({ start, end }) => {
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    return new vscode.CodeLens(range, {
      title: `$(play)\u00a0${vscode.l10n.t('Run over loaded events')}`,
      tooltip: vscode.l10n.t('Run this statement over the loaded audit events, on this machine'),
      command: 'vaultsql.audit.runSql',
      arguments: [document.uri, start],
    });
  });
}
