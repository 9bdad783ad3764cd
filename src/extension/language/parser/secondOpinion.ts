import * as vscode from 'vscode';
import { secondParserSentence } from '../../../core/messages/secondParser.ts';
import { shiftRange } from '../../../core/sql/syntax/ranges.ts';
import type { Deps } from '../../app/deps.ts';
import { createDisposableStore } from '../../app/disposables.ts';
import { localizeSentence } from '../../platform/messages.ts';
import { createCheckOptionsForDocument, type DialectDeps } from '../dialectOptions.ts';
import { toRange } from '../positions.ts';
import type { DocumentReader } from '../reading/reader.ts';
import { LANGUAGE_ID } from '../selector.ts';
import { createParser, type ParseOutcome, type Parser } from './parser.ts';

const IDLE_MS = 600;
const MAX_DOCUMENT_LENGTH = 300_000;
const MAX_CACHED_OUTCOMES = 500;

/**
 * Registers the warnings of a second parser, for statements that pass the check only because the user's settings allow
 * a construct.
 */
export function registerParserWarnings(
  deps: DialectDeps & Pick<Deps, 'context' | 'log'>,
  reader: DocumentReader,
  parser: Parser = createDefaultParser(deps),
): vscode.Disposable {
  const store = createDisposableStore();
  const collection = store.add(vscode.languages.createDiagnosticCollection('vaultsql-parser'));
  const timers = new Map<vscode.TextDocument, ReturnType<typeof setTimeout>>();
  const kept = new Map<string, ParseOutcome>();
  store.add(parser);

  const parseCached = async (statement: string): Promise<ParseOutcome> => {
    const known = kept.get(statement);
    if (known) return known;
    const outcome = await parser.parse(statement);
    if (kept.size >= MAX_CACHED_OUTCOMES) kept.clear();
    // A parse that failed or timed out is not cached, because it may succeed the next time.
    if (outcome.kind !== 'unknown' || outcome.why.startsWith('too-')) kept.set(statement, outcome);
    return outcome;
  };
  const updateWarnings = async (document: vscode.TextDocument): Promise<void> => {
    const { version } = document;
    const text = document.getText();
    if (text.length > MAX_DOCUMENT_LENGTH) return;
    const found: vscode.Diagnostic[] = [];
    const inDoubt = await reader.read(
      'statementsInDoubt',
      text,
      createCheckOptionsForDocument(document, deps),
    );
    for (const { start, end } of inDoubt) {
      const outcome = await parseCached(text.slice(start, end));
      if (document.isClosed || document.version !== version) return;
      if (outcome.kind !== 'error' || !outcome.isTrusted) continue;
      const at = shiftRange(outcome, start);
      found.push(createWarning(toRange(document, at), text.slice(at.start, at.end)));
    }
    collection.set(document.uri, found);
  };
  const scheduleUpdate = (document: vscode.TextDocument, delay: number): void => {
    if (document.languageId !== LANGUAGE_ID) return;
    clearTimeout(timers.get(document));
    const later = (): void => {
      timers.delete(document);
      if (!document.isClosed)
        updateWarnings(document).catch((error) => deps.log.defect('second opinion', error));
    };
    timers.set(document, setTimeout(later, delay));
  };
  const scheduleAll = (): void => {
    for (const document of vscode.workspace.textDocuments) scheduleUpdate(document, 0);
  };

  store.add(vscode.workspace.onDidOpenTextDocument((document) => scheduleUpdate(document, IDLE_MS)));
  store.add(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length === 0) return;
      if (collection.get(document.uri)?.length) collection.delete(document.uri);
      scheduleUpdate(document, IDLE_MS);
    }),
  );
  store.add(
    vscode.workspace.onDidCloseTextDocument((document) => {
      clearTimeout(timers.get(document));
      timers.delete(document);
      collection.delete(document.uri);
    }),
  );
  store.add(deps.targets.onDidChange(scheduleAll));
  store.add(deps.settings.onDidChange((changed) => changed('vaultsql.dialect') && scheduleAll()));
  store.add({
    dispose() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  });
  scheduleAll();
  return store;
}

const createDefaultParser = ({ context }: Pick<Deps, 'context'>): Parser =>
  createParser({ entry: vscode.Uri.joinPath(context.extensionUri, 'dist', 'parser.cjs').fsPath });

function createWarning(range: vscode.Range, found: string): vscode.Diagnostic {
  const made = new vscode.Diagnostic(
    range,
    localizeSentence(secondParserSentence(found)),
    vscode.DiagnosticSeverity.Warning,
  );
  made.source = 'vaultsql';
  made.code = 'syntax';
  return made;
}
