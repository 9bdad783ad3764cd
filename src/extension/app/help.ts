import * as vscode from 'vscode';
import { showMarkdown } from '../platform/markdown.ts';
import type { Choice } from '../platform/messages.ts';

export interface Help {
  /** Opens a help page by its file name without `.md`; opens the index if there is no such page. */
  open(page?: string): Promise<void>;
  createChoice(page: string): Choice;
}

export function createHelp({ extensionUri }: Pick<vscode.ExtensionContext, 'extensionUri'>): Help {
  const folder = vscode.Uri.joinPath(extensionUri, 'media', 'help');
  const open = async (name?: string): Promise<void> => {
    const files = await vscode.workspace.fs.readDirectory(folder);
    const page = files.find(([file]) => file === `${name}.md`)?.[0] ?? 'index.md';
    await showMarkdown(vscode.Uri.joinPath(folder, page));
  };
  return {
    open,
    createChoice: (page) => ({ label: vscode.l10n.t('Open Help'), run: () => open(page) }),
  };
}
