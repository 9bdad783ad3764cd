import * as vscode from 'vscode';
import type { Deps } from '../../app/deps.ts';
import { createDisposableStore } from '../../app/disposables.ts';
import type { DialectDeps } from '../dialectOptions.ts';
import type { FindKnownTables } from '../knownTables.ts';
import type { DocumentReader } from '../reading/reader.ts';
import { LANGUAGE_ID } from '../selector.ts';
import { checkDocument } from './findings.ts';

export const DEBOUNCE_MS = 60;
/** Milliseconds without a change after which the word at the caret no longer counts as incomplete. */
const IDLE_MS = 1_000;

interface CheckState {
  timer?: ReturnType<typeof setTimeout>;
  isTyping: boolean;
  hasWithheldFindings: boolean;
}

export function registerDiagnostics(
  deps: DialectDeps & Pick<Deps, 'log'>,
  reader: DocumentReader,
  findTables: FindKnownTables,
): vscode.Disposable {
  const store = createDisposableStore();
  const collection = store.add(vscode.languages.createDiagnosticCollection('vaultsql'));
  const watched = new Map<vscode.TextDocument, CheckState>();

  const check = async (document: vscode.TextDocument, known: CheckState, typing: boolean): Promise<void> => {
    await deps.schemas.load();
    const checked = await checkDocument(
      document,
      deps,
      reader,
      findTables,
      typing ? listCaretOffsets(document) : [],
    );
    // The document was changed, closed, or given another language. Another check follows if one is needed.
    if (!checked || document.languageId !== LANGUAGE_ID || watched.get(document) !== known) return;
    known.hasWithheldFindings = checked.hasWithheldFindings;
    collection.set(document.uri, checked.diagnostics);
    if (checked.hasWithheldFindings && !known.timer) scheduleCheck(document, IDLE_MS - DEBOUNCE_MS, false);
  };
  const scheduleCheck = (document: vscode.TextDocument, delay: number, typing: boolean): void => {
    if (document.languageId !== LANGUAGE_ID) return;
    const known = watched.get(document) ?? { isTyping: false, hasWithheldFindings: false };
    watched.set(document, known);
    clearTimeout(known.timer);
    known.isTyping = typing;
    known.timer = setTimeout(() => {
      delete known.timer;
      if (document.isClosed || document.languageId !== LANGUAGE_ID) return;
      known.isTyping = false;
      check(document, known, typing).catch((error) => deps.log.defect('check', error));
    }, delay);
  };
  const scheduleAll = (): void => {
    for (const document of vscode.workspace.textDocuments) scheduleCheck(document, 0, false);
  };
  const stopWatching = (document: vscode.TextDocument): void => {
    clearTimeout(watched.get(document)?.timer);
    watched.delete(document);
    collection.delete(document.uri);
  };

  store.add(vscode.workspace.onDidOpenTextDocument((document) => scheduleCheck(document, 0, false)));
  store.add(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      // An event without changes is about the dirty state, for example after saving.
      if (contentChanges.length > 0) scheduleCheck(document, DEBOUNCE_MS, true);
    }),
  );
  store.add(
    vscode.window.onDidChangeTextEditorSelection(({ textEditor: { document } }) => {
      // The caret may have left the incomplete word. During typing, the check after the change handles this.
      const known = watched.get(document);
      if (known?.hasWithheldFindings && !known.isTyping) scheduleCheck(document, 0, false);
    }),
  );
  store.add(vscode.workspace.onDidCloseTextDocument(stopWatching));
  store.add(deps.targets.onDidChange(scheduleAll));
  store.add(deps.settings.onDidChange((changed) => changed('vaultsql.dialect') && scheduleAll()));
  store.add(deps.schemas.onDidChange(scheduleAll));
  store.add(deps.serviceProfiles.onDidChange(scheduleAll));
  store.add({
    dispose() {
      for (const { timer } of watched.values()) clearTimeout(timer);
    },
  });
  scheduleAll();
  return store;
}

const listCaretOffsets = (document: vscode.TextDocument): number[] =>
  vscode.window.visibleTextEditors
    .filter((editor) => editor.document === document)
    .flatMap(({ selections }) => selections.map(({ active }) => document.offsetAt(active)));
