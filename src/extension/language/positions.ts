import * as vscode from 'vscode';

export const toRange = (
  document: vscode.TextDocument,
  { start, end }: { readonly start: number; readonly end: number },
): vscode.Range => new vscode.Range(document.positionAt(start), document.positionAt(end));

/** Creates an empty Markdown text in which HTML, command links and icons are disabled. */
export function createSafeMarkdown(): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.isTrusted = false;
  text.supportHtml = false;
  text.supportThemeIcons = false;
  return text;
}

/**
 * Appends plain text as a paragraph. Unlike with `appendText` of the editor, spaces stay breakable, so that long lines
 * wrap.
 */
export const appendPlainParagraph = (text: vscode.MarkdownString, plain: string): vscode.MarkdownString =>
  text.appendMarkdown(`${plain.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&').replaceAll(/\s+/g, ' ')}\n\n`);
