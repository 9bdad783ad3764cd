import * as vscode from 'vscode';

/**
 * Returns an array with the focused node of a tree, or an empty array if the focus is elsewhere. The editor reports
 * which nodes are selected but not which one is focused. So the selection of the focused row is toggled twice: the node
 * whose selection changes is the focused one.
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
