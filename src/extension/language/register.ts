import * as vscode from 'vscode';
import type { Deps } from '../deps.ts';
import { registerCodeLens } from './codeLens.ts';
import { registerDiagnostics } from './diagnostics.ts';

/** The `.vaultsql` language: diagnostics and a lens for each statement. */
export const registerLanguage = (deps: Deps): vscode.Disposable =>
  vscode.Disposable.from(registerDiagnostics(deps), registerCodeLens());
