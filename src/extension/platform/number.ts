import * as vscode from 'vscode';

/** Formats a number with the separators of the editor's display language. */
export const formatNumber = (value: number): string => value.toLocaleString(vscode.env.language);
