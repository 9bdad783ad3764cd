import * as vscode from 'vscode';

/** The icon of a tab that is not a file; without one the editor draws that of a text file, which light themes hardly show. */
export function tabIcon({ extensionUri }: Pick<vscode.ExtensionContext, 'extensionUri'>): {
  readonly light: vscode.Uri;
  readonly dark: vscode.Uri;
} {
  const icon = (theme: 'light' | 'dark'): vscode.Uri =>
    vscode.Uri.joinPath(extensionUri, 'media', `file-${theme}.svg`);
  return { light: icon('light'), dark: icon('dark') };
}
