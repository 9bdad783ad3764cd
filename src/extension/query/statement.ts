import * as vscode from 'vscode';
import type { StatementFinder } from '../app/sqlLanguage.ts';

/** A statement chosen to be run. `offset` is where `text` starts in `document`, in UTF-16 code units. */
export interface ChosenStatement {
  readonly document: vscode.TextDocument;
  readonly text: string;
  readonly offset: number;
}
type ChosenOutcome =
  | { readonly ok: true; readonly chosen: ChosenStatement }
  | { readonly ok: false; readonly why: 'noEditor' | 'noStatement' | 'commentedOut' | 'several' };

/**
 * Returns the statement to run. If `uri` and `offset` (in UTF-16 code units) are given, it is the one for a caret at
 * that offset in that document. Otherwise, it is the one in the selection of the active editor or, if nothing is
 * selected, the one for its caret. A query that was commented out is not run, and neither is another one in its place.
 */
export async function chooseStatement(
  language: StatementFinder,
  uri: unknown,
  offset: unknown,
): Promise<ChosenOutcome> {
  if (uri instanceof vscode.Uri && typeof offset === 'number') {
    const document = await vscode.workspace.openTextDocument(uri);
    // Another extension or a key binding may name any file.
    if (document.languageId !== 'vaultsql') return { ok: false, why: 'noEditor' };
    return chooseStatementAt(language, document, offset);
  }
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== 'vaultsql') return { ok: false, why: 'noEditor' };
  const { document, selection } = editor;
  if (selection.isEmpty) {
    const caret = document.offsetAt(selection.active);
    // Otherwise, another statement than the one that the user sees at the caret would be sent.
    if (language.isInCommentedOutQuery(document.getText(), caret)) return { ok: false, why: 'commentedOut' };
    return chooseStatementAt(language, document, caret);
  }
  const start = document.offsetAt(selection.start);
  const text = document.getText(selection);
  const [first, ...more] = language.splitStatements(text);
  if (!first) return { ok: false, why: 'noStatement' };
  if (more.length > 0) return { ok: false, why: 'several' };
  return {
    ok: true,
    chosen: { document, text: text.slice(first.start, first.end), offset: start + first.start },
  };
}

function chooseStatementAt(
  { findStatementToRun }: StatementFinder,
  document: vscode.TextDocument,
  offset: number,
): ChosenOutcome {
  const text = document.getText();
  const found = findStatementToRun(text, offset);
  if (!found) return { ok: false, why: 'noStatement' };
  return { ok: true, chosen: { document, text: text.slice(found.start, found.end), offset: found.start } };
}
