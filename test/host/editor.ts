import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** Opens a `.vaultsql` document with that text; `|` marks the caret where there is one. */
export async function openQuery(marked: string): Promise<vscode.TextEditor> {
  const caret = marked.indexOf('|');
  const content = caret < 0 ? marked : marked.slice(0, caret) + marked.slice(caret + 1);
  const document = await vscode.workspace.openTextDocument({ language: 'vaultsql', content });
  const editor = await vscode.window.showTextDocument(document);
  const at = document.positionAt(Math.max(0, caret));
  editor.selection = new vscode.Selection(at, at);
  return editor;
}

/** Waits until `look` gives something, for as long as a person would. */
export async function eventually<T>(
  what: string,
  look: () => T | undefined | false,
  seconds = 10,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) assert.fail(`${what}: not within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The diagnostics of a document once there are `count` of them. */
export const diagnosticsOf = (document: vscode.TextDocument, count: number): Promise<vscode.Diagnostic[]> =>
  eventually(`${count} diagnostics`, () => {
    const found = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'vaultsql');
    return found.length === count && found;
  });

/**
 * Closes all editors. A document is closed a little after its editor, and until then the next new one, which gets
 * its name, would have its text: that is waited for.
 */
export async function closeAll(): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const shown = new Set(
    tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? input.uri.toString() : [])),
  );
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  const end = Date.now() + 5_000;
  // One that was opened without an editor stays for minutes, and is in nobody's way.
  const isClosing = ({ isUntitled, uri }: vscode.TextDocument): boolean =>
    isUntitled && shown.has(uri.toString());
  while (Date.now() < end && vscode.workspace.textDocuments.some(isClosing)) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** What the extension's run and paging commands answer. */
export interface Summary {
  readonly phase: string;
  readonly rowCount: number;
  readonly firstRowNumber: number;
  readonly status: string;
  readonly title?: string;
  readonly buttons?: readonly string[];
}
export const command = <T = unknown>(id: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(`vaultsql.${id}`, ...args);

/** Waits for a command that says something at its end, and takes the notification away: the command waits for that. */
export async function untilRead(running: Thenable<unknown>): Promise<void> {
  let isOver = false;
  const over = Promise.resolve(running).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await vscode.commands.executeCommand('notifications.clearAll');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await over;
}
