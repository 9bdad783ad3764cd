import * as vscode from 'vscode';

/**
 * Returns the focused node of a tree in an array, which is empty if the focus is elsewhere. Toggles the selection of
 * the focused row twice, because the editor reports only the selection.
 */
export async function findFocusedNodes<T>(
  view: Pick<vscode.TreeView<T>, 'selection'>,
): Promise<readonly T[]> {
  const before = view.selection;
  await vscode.commands.executeCommand('list.toggleSelection');
  const after = view.selection;
  await vscode.commands.executeCommand('list.toggleSelection');
  return [...before, ...after].filter((node) => before.includes(node) !== after.includes(node));
}
