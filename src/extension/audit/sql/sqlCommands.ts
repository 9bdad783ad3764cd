import * as vscode from 'vscode';
import { MAX_SQL_EVENTS } from '../../../core/audit/sql/eventTables.ts';
import {
  findStatementToRun,
  isInCommentedOutStatement,
  isInHeaderComment,
} from '../../../core/sql/execution/statementToRun.ts';
import type { Deps } from '../../app/deps.ts';
import { showProgress } from '../../platform/dialogs.ts';
import { formatNumber } from '../../platform/number.ts';
import type { AuditModel } from '../model/auditModel.ts';
import {
  createEventAnswer,
  createFailedOutcome,
  decodeStatementOutcome,
  describeStatementProblem,
  dropResultsWhenMasksChange,
  MAX_ROWS,
} from './answers.ts';
import { EventsSql, type StatementResult } from './eventsSql.ts';
import { EventsSqlDocuments, runsOverLoadedEvents, type StatementInDocument } from './questionDocuments.ts';

interface RunSummary {
  readonly kind: StatementResult['kind'] | 'commentedOut' | 'noStatement';
  readonly rows?: number;
}

interface EventsSqlParts extends Pick<Deps, 'eventAnswers' | 'help' | 'log' | 'messages' | 'onForget'> {
  readonly commands: Pick<Deps['commands'], 'add'>;
  readonly extensionUri: vscode.Uri;
  readonly model: Pick<AuditModel, 'filters' | 'marks' | 'masking' | 'state' | 'local'>;
  exportEvents(): unknown;
}

export function registerEventsSql(parts: EventsSqlParts): vscode.Disposable {
  const { eventAnswers, extensionUri, messages, model } = parts;
  const { masking } = model;
  const entry = vscode.Uri.joinPath(extensionUri, 'dist', 'localVault', 'eventsSql.cjs').fsPath;
  const events = new EventsSql({
    filters: model.filters,
    marks: model.marks,
    state: model.state,
    trail: model.local,
    masking,
    entry,
  });
  const documents = new EventsSqlDocuments(parts.log);

  async function run(uri: unknown, offset: unknown): Promise<RunSummary> {
    const chosen = chooseStatement(uri, offset);
    if (!chosen) {
      void messages.info(vscode.l10n.t('Put the caret in a statement of “Query Loaded Events with SQL”.'));
      return { kind: 'nothing' };
    }
    if (chosen === 'commentedOut' || chosen === 'noStatement') {
      void messages.info(
        chosen === 'commentedOut'
          ? vscode.l10n.t('Uncomment this statement to run it.')
          : vscode.l10n.t('No statement here. Put the caret in one.'),
      );
      return { kind: chosen };
    }
    const { document, statement } = chosen;
    documents.clearErrorMarks(document);
    const askedAt = Date.now();
    const answered = await runStatementWithProgress(events, statement.text);
    if (answered.kind !== 'rows') {
      showStatementProblem(answered, statement.text, askedAt);
      if (answered.kind === 'refused')
        documents.markStatementError(document, statement, answered.message, answered.position);
      return { kind: answered.kind };
    }
    if (answered.unreadable > 0) void messages.warn(unreadableText(answered.unreadable));
    const first = decodeStatementOutcome(answered, Date.now() - askedAt);
    eventAnswers.show(createEventAnswer(events, statement.text, answered, askedAt, first));
    return { kind: 'rows', rows: first.ok ? (first.value.records?.length ?? 0) : 0 };
  }

  function showStatementProblem(
    answered: Exclude<StatementResult, { readonly kind: 'rows' }>,
    statement: string,
    askedAt: number,
  ): void {
    if (answered.kind === 'tooMany') {
      void messages.warn(
        vscode.l10n.t(
          '{0} events are loaded; SQL here takes up to {1}. Export them to Parquet and query the file with DuckDB.',
          formatNumber(answered.events),
          formatNumber(MAX_SQL_EVENTS),
        ),
        {
          label: vscode.l10n.t('Export…'),
          run: () => parts.exportEvents(),
        },
        {
          label: vscode.l10n.t('Recipes'),
          run: () => parts.help.open('duckdb'),
        },
      );
    } else if (answered.kind === 'nothing') {
      void messages.info(vscode.l10n.t('No audit events are loaded. Load some first.'));
    } else if (answered.kind !== 'cancelled') {
      // In the results, so that rows of an earlier statement are not taken for rows of this one.
      const failed = createFailedOutcome(describeStatementProblem(answered));
      const facts = events.getEventsFacts();
      eventAnswers.show(createEventAnswer(events, statement, facts, askedAt, failed));
    }
  }

  parts.commands.add({
    'vaultsql.audit.runSql': run,
  });
  const listening = dropResultsWhenMasksChange(masking, events, eventAnswers);
  const forgetting = parts.onForget(() => events.endProcessAndDropTables());
  return vscode.Disposable.from(listening, forgetting, documents, events);
}

function chooseStatement(
  uri: unknown,
  offset: unknown,
):
  | { readonly document: vscode.TextDocument; readonly statement: StatementInDocument }
  | 'commentedOut'
  | 'noStatement'
  | undefined {
  const editor = vscode.window.activeTextEditor;
  const document =
    uri instanceof vscode.Uri
      ? vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString())
      : editor?.document;
  if (!document || !runsOverLoadedEvents(document)) return undefined;
  const text = document.getText();
  if (editor?.document === document && typeof offset !== 'number' && !editor.selection.isEmpty) {
    const start = document.offsetAt(editor.selection.start);
    return { document, statement: { text: document.getText(editor.selection), start } };
  }
  const caret = editor?.document === document ? document.offsetAt(editor.selection.active) : 0;
  if (typeof offset !== 'number') {
    if (isInCommentedOutStatement(text, caret)) return 'commentedOut';
    if (isInHeaderComment(text, caret)) return 'noStatement';
  }
  const found = findStatementToRun(text, typeof offset === 'number' ? offset : caret);
  if (!found) return 'noStatement';
  return { document, statement: { text: text.slice(found.start, found.end), start: found.start } };
}

function runStatementWithProgress(events: EventsSql, sql: string): Promise<StatementResult> {
  const settings = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Running over loaded events'),
    cancellable: true,
  };
  return Promise.resolve(
    showProgress(settings, (progress, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      let before = 0;
      return events.runOverLoadedEvents({
        sql,
        maxRows: MAX_ROWS,
        signal: abort.signal,
        onLoaded(count, of) {
          const message = vscode.l10n.t('{0} of {1} events in tables', formatNumber(count), formatNumber(of));
          // The count starts again if the tables are filled again, for example because the masks changed.
          const increment = Math.max(0, (100 * (count - before)) / of);
          progress.report({ message, increment });
          before = Math.max(before, count);
        },
      });
    }),
  );
}

const unreadableText = (events: number): string =>
  events === 1
    ? vscode.l10n.t('PostgreSQL can’t hold the JSON of 1 event; it is NULL there.')
    : vscode.l10n.t('PostgreSQL can’t hold the JSON of {0} events; it is NULL there.', formatNumber(events));
