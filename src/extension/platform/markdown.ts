import * as vscode from 'vscode';

/** Shows a Markdown document in the editor's preview, or as text if the editor's Markdown extension is disabled. */
export async function showMarkdown(uri: vscode.Uri): Promise<void> {
  const hasPreview = vscode.extensions.getExtension('vscode.markdown-language-features') !== undefined;
  await vscode.commands.executeCommand(hasPreview ? 'markdown.showPreview' : 'vscode.open', uri);
}
