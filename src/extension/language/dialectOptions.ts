import type * as vscode from 'vscode';
import type { CheckOptions } from '../../core/sql/lint/options.ts';
import type { Deps } from '../app/deps.ts';
import { type DocumentTarget, documentTarget } from '../connections/documentTarget.ts';

/** The check's options for a document: the user's settings, and the columns of the local vault where it is the target. */
export const dialectOptions = (document: vscode.TextDocument, deps: Deps): CheckOptions =>
  optionsFor(documentTarget(document, deps), deps);

/** As `dialectOptions`, for a document whose target is known. */
export function optionsFor(found: DocumentTarget, { settings }: Pick<Deps, 'settings'>): CheckOptions {
  const local = found.kind === 'found' ? (found.target.connection.local?.columns ?? []) : [];
  return {
    allow: settings.allowedConstructs(),
    columns: [...settings.columnPolicies(), ...local],
    literalHints: settings.literalHints(),
  };
}
