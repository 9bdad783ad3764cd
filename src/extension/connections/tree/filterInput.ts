import * as vscode from 'vscode';
import type { Deps } from '../../app/deps.ts';
import type { TreeFilter } from './filter.ts';
import type { TreeNode } from './nodes.ts';

/**
 * Asks for the text that filters the tree, which follows while the person types. Enter keeps it and goes to the first row
 * that was found; a click on a row keeps it too. Escape restores the filter that there was.
 */
export async function askForFilter(
  deps: Pick<Deps, 'targets' | 'messages'>,
  filter: TreeFilter,
  view: vscode.TreeView<TreeNode>,
): Promise<void> {
  if (deps.targets.connections().length === 0) {
    // Not awaited: a notification stays as long as the person likes.
    void deps.messages.info(vscode.l10n.t('No vault configured.'));
    return;
  }
  await vscode.commands.executeCommand('vaultsql.vaults.focus');
  const before = filter.typed;
  const input = vscode.window.createInputBox();
  input.title = vscode.l10n.t('Filter vaults, tables, and columns');
  input.placeholder = vscode.l10n.t('Type parts of names: vault, table, column');
  input.value = before.text;
  input.valueSelection = [0, before.text.length];
  // A click into the tree is no Escape.
  input.ignoreFocusOut = true;
  let end: 'left' | 'accepted' | 'clicked' = 'left';
  const endAs = (how: typeof end): void => {
    end = how;
    input.hide();
  };
  const parts = [
    input,
    input.onDidChangeValue((value) => filter.set(value)),
    input.onDidAccept(() => endAs('accepted')),
    view.onDidChangeSelection(({ selection }) => selection.length > 0 && endAs('clicked')),
  ];
  try {
    await new Promise<void>((resolve) => {
      parts.push(input.onDidHide(() => resolve()));
      input.show();
    });
  } finally {
    vscode.Disposable.from(...parts).dispose();
  }
  if (end === 'left') filter.restore(before);
  else if (end === 'accepted') await showFirst(filter, view);
}

/** Where nothing was found, the row of the filter, which changes or clears it. */
async function showFirst(filter: TreeFilter, view: vscode.TreeView<TreeNode>): Promise<void> {
  const { first, top } = filter.isOn ? await filter.nodes() : { first: undefined, top: [] };
  const node = first ?? top[0];
  const focus = (): Thenable<unknown> => vscode.commands.executeCommand('vaultsql.vaults.focus');
  // While the tree is drawn again the editor may not know the row.
  await (node ? view.reveal(node, { select: false, focus: true }).then(undefined, focus) : focus());
}
