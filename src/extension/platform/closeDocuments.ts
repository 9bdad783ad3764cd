import * as vscode from 'vscode';

/**
 * Closes the tabs of text documents for which `shouldClose` returns true. A tab that compares two documents is closed
 * if `shouldClose` returns true for at least one of them.
 */
export async function closeDocuments(shouldClose: (uri: vscode.Uri) => boolean): Promise<void> {
  const getTabUris = ({ input }: vscode.Tab): readonly vscode.Uri[] => {
    if (input instanceof vscode.TabInputText) return [input.uri];
    return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
  };
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(tabs.filter((tab) => getTabUris(tab).some(shouldClose)));
}
