import * as vscode from 'vscode';

/**
 * Returns the node that has the keyboard focus in the tree `view`, in an array; an empty array if the focus is
 * elsewhere. Toggles the selection of the focused row twice to find it, because the editor reports only the selection.
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
