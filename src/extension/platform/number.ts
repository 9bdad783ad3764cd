import * as vscode from 'vscode';

export const formatNumber = (value: number): string => value.toLocaleString(vscode.env.language);
