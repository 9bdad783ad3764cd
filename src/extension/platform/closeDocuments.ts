import * as vscode from 'vscode';

/** Closes the tabs of the documents that `isMeant` is true for; of a comparison of two, where it is for either. */
export async function closeDocuments(isMeant: (uri: vscode.Uri) => boolean): Promise<void> {
  const urisOf = ({ input }: vscode.Tab): readonly vscode.Uri[] => {
    if (input instanceof vscode.TabInputText) return [input.uri];
    return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
  };
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(tabs.filter((tab) => urisOf(tab).some(isMeant)));
}
