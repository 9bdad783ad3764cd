import * as vscode from 'vscode';

/** A number with the separators of the person's language. */
export const number = (value: number): string => value.toLocaleString(vscode.env.language);
