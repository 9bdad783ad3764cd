import * as vscode from 'vscode';

/**
 * The row that the keyboard is on, of the tree that has it. The editor tells what is selected, not where the keyboard is: its
 * own command takes that row into the selection or out of it, and back.
 */
export async function focusedNodes<T>(view: Pick<vscode.TreeView<T>, 'selection'>): Promise<readonly T[]> {
  const before = view.selection;
  await vscode.commands.executeCommand('list.toggleSelection');
  const after = view.selection;
  await vscode.commands.executeCommand('list.toggleSelection');
  return [...before, ...after].filter((node) => before.includes(node) !== after.includes(node));
}
