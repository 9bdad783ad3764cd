import * as vscode from 'vscode';
import type { CommandTable } from './commands.ts';

/** The help pages of `media/help`, in the editor's own preview of Markdown. */
export function helpCommands({ extensionUri }: vscode.ExtensionContext): CommandTable {
  const folder = vscode.Uri.joinPath(extensionUri, 'media', 'help');
  return {
    /** Opens the page of that name, or the index if there is no such page. */
    'vaultsql.openHelp': async (argument) => {
      const files = await vscode.workspace.fs.readDirectory(folder);
      const wanted = typeof argument === 'string' ? `${argument}.md` : '';
      const page = files.find(([file]) => file === wanted)?.[0] ?? 'index.md';
      // The editor's Markdown support can be turned off like any extension. The text is readable without it.
      const hasPreview = vscode.extensions.getExtension('vscode.markdown-language-features') !== undefined;
      await vscode.commands.executeCommand(
        hasPreview ? 'markdown.showPreview' : 'vscode.open',
        vscode.Uri.joinPath(folder, page),
      );
    },
  };
}
