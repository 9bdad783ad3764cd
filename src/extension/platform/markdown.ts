import * as vscode from 'vscode';

/**
 * Shows a Markdown document in the editor's preview. The editor's Markdown support can be turned off like any
 * extension: the text is shown then, which is readable without it.
 */
export async function showMarkdown(uri: vscode.Uri): Promise<void> {
  const hasPreview = vscode.extensions.getExtension('vscode.markdown-language-features') !== undefined;
  await vscode.commands.executeCommand(hasPreview ? 'markdown.showPreview' : 'vscode.open', uri);
}
