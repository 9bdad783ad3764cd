import * as vscode from 'vscode';
import type { StatementFinder } from '../app/sqlLanguage.ts';

/**
 * A statement to be run: its text and its document, with the offset at which the text starts there, in UTF-16 code units.
 */
export interface Chosen {
  readonly document: vscode.TextDocument;
  readonly text: string;
  readonly offset: number;
}
type ChosenOutcome =
  | { readonly ok: true; readonly chosen: Chosen }
  | { readonly ok: false; readonly why: 'noEditor' | 'noStatement' | 'several' };

/**
 * The statement to run: at the offset a lens gives, in the selection, or at the caret. A selection that holds
 * several statements is refused: the service takes one, and running a part of what is marked would surprise.
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
    return atOffset(language, document, offset);
  }
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== 'vaultsql') return { ok: false, why: 'noEditor' };
  const { document, selection } = editor;
  if (selection.isEmpty) return atOffset(language, document, document.offsetAt(selection.active));
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

function atOffset(
  { statementToRun }: StatementFinder,
  document: vscode.TextDocument,
  offset: number,
): ChosenOutcome {
  const text = document.getText();
  const found = statementToRun(text, offset);
  if (!found) return { ok: false, why: 'noStatement' };
  return { ok: true, chosen: { document, text: text.slice(found.start, found.end), offset: found.start } };
}
