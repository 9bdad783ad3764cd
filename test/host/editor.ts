import * as vscode from 'vscode';
import { eventually } from '../run/waiting.ts';

export { eventually };

/**
 * A new document with that text. The editor gives it the name of one that was just closed, and now and then that one's
 * text too, since it is not quite gone; then another is made, which has another name.
 */
function newDocument(content: string): Promise<vscode.TextDocument> {
  const lines = (text: string): string => text.replace(/\r\n?/g, '\n');
  return eventually('a new document with its own text', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'vaultsql', content });
    return lines(document.getText()) === lines(content) && document;
  });
}

/** Opens a `.vaultsql` document with that text; `|` marks the caret where there is one. */
export async function openQuery(marked: string): Promise<vscode.TextEditor> {
  const caret = marked.indexOf('|');
  const content = caret < 0 ? marked : marked.slice(0, caret) + marked.slice(caret + 1);
  const document = await newDocument(content);
  const editor = await vscode.window.showTextDocument(document);
  const at = document.positionAt(Math.max(0, caret));
  editor.selection = new vscode.Selection(at, at);
  return editor;
}

/** The diagnostics of a document once there are `count` of them. */
export function diagnosticsOf(document: vscode.TextDocument, count: number): Promise<vscode.Diagnostic[]> {
  const found = (): vscode.Diagnostic[] =>
    vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'vaultsql');
  const missing = (): string => {
    const messages = found().map(({ message }) => message);
    return `${count} diagnostics, not ${messages.length} (${messages.slice(0, 5).join(' ')}) of ${document.getText().length} characters`;
  };
  return eventually(missing, () => found().length === count && found());
}

/**
 * Closes all editors. A document is closed a little after its editor, and until then the next new one, which gets
 * its name, would have its text: that is waited for. An empty one would stay for minutes, as there is nothing to throw
 * away when it is closed, and so it gets something.
 */
export async function closeAll(): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const shown = new Set(
    tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? input.uri.toString() : [])),
  );
  // One that was opened without an editor stays for minutes, and does no harm.
  const closing = (): vscode.TextDocument[] =>
    vscode.workspace.textDocuments.filter(({ isUntitled, uri }) => isUntitled && shown.has(uri.toString()));
  const filling = new vscode.WorkspaceEdit();
  for (const { uri } of closing().filter((document) => document.getText() === ''))
    filling.insert(uri, new vscode.Position(0, 0), ' ');
  await vscode.workspace.applyEdit(filling);
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await eventually(
    () => `without ${closing().map(({ uri, isDirty }) => `${uri}${isDirty ? ', changed' : ''}`)}`,
    () => closing().length === 0,
  );
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

/** Waits for a command and leaves what it asks, takes away what it says: it may be waiting for either. */
export async function untilLeft<T>(running: Thenable<T>): Promise<T> {
  await untilRead(running, 'workbench.action.closeQuickOpen');
  return running;
}

/** Waits for a command that says something at its end, and takes the notification away: the command waits for that. */
export async function untilRead(running: Thenable<unknown>, ...more: readonly string[]): Promise<void> {
  let isOver = false;
  const over = Promise.resolve(running).finally(() => {
    isOver = true;
  });
  await eventually('the end of the command', async () => {
    for (const id of ['notifications.clearAll', ...more]) await vscode.commands.executeCommand(id);
    return isOver;
  });
  await over;
}
