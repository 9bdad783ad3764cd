import * as vscode from 'vscode';

/**
 * Returns the icon for the tab of a webview. Without an icon, the editor shows its text file icon, which is hardly
 * visible in light themes.
 */
export function createTabIcon({ extensionUri }: Pick<vscode.ExtensionContext, 'extensionUri'>): {
  readonly light: vscode.Uri;
  readonly dark: vscode.Uri;
} {
  const getIconUri = (theme: 'light' | 'dark'): vscode.Uri =>
    vscode.Uri.joinPath(extensionUri, 'media', `file-${theme}.svg`);
  return { light: getIconUri('light'), dark: getIconUri('dark') };
}
