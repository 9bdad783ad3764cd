import type * as vscode from 'vscode';
import type { CheckOptions } from '../../core/sql/lint/options.ts';
import type { Deps } from '../app/deps.ts';
import { documentTarget } from '../connections/documentTarget.ts';

/** The check's options for a document: the user's settings, and the columns of the local vault where it is the target. */
export function dialectOptions(document: vscode.TextDocument, deps: Deps): CheckOptions {
  const found = documentTarget(document, deps);
  const local = found.kind === 'found' ? (found.target.connection.local?.columns ?? []) : [];
  return {
    allow: deps.settings.allowedConstructs(),
    columns: [...deps.settings.columnPolicies(), ...local],
    literalHints: deps.settings.literalHints(),
  };
}
