/** Between core's offsets and the editor's positions. */
import * as vscode from 'vscode';

export const toRange = (
  document: vscode.TextDocument,
  { start, end }: { readonly start: number; readonly end: number },
): vscode.Range => new vscode.Range(document.positionAt(start), document.positionAt(end));

/** An empty Markdown text in which nothing is trusted: no HTML, no commands, no icons. */
export function markdown(): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.isTrusted = false;
  text.supportHtml = false;
  text.supportThemeIcons = false;
  return text;
}

/**
 * A paragraph of plain text: its punctuation is escaped, so it is shown as it is. (The editor's own `appendText`
 * makes spaces non-breaking, and a long line would not wrap.)
 */
export const addParagraph = (text: vscode.MarkdownString, plain: string): vscode.MarkdownString =>
  text.appendMarkdown(`${plain.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&').replaceAll(/\s+/g, ' ')}\n\n`);
