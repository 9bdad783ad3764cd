import * as vscode from 'vscode';

export function createTabIcon({ extensionUri }: Pick<vscode.ExtensionContext, 'extensionUri'>): {
  readonly light: vscode.Uri;
  readonly dark: vscode.Uri;
} {
  const getIconUri = (theme: 'light' | 'dark'): vscode.Uri =>
    vscode.Uri.joinPath(extensionUri, 'media', `file-${theme}.svg`);
  return { light: getIconUri('light'), dark: getIconUri('dark') };
}
