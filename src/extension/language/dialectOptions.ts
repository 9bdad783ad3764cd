import type * as vscode from 'vscode';
import type { CheckOptions } from '../../core/sql/lint/options.ts';
import type { Deps } from '../app/deps.ts';
import { documentTarget } from '../connections/documentTarget.ts';
import type { Target } from '../connections/targets.ts';

/** The check's options for a document: the user's settings, and the columns of the local vault where it is the target. */
export function dialectOptions(document: vscode.TextDocument, deps: Deps): CheckOptions {
  const found = documentTarget(document, deps);
  return optionsFor(found.kind === 'found' ? found.target : undefined, deps);
}

/** As `dialectOptions`, where the target is known. */
export function optionsFor(target: Target | undefined, { settings }: Pick<Deps, 'settings'>): CheckOptions {
  return {
    allow: settings.allowedConstructs(),
    columns: [...settings.columnPolicies(), ...(target?.connection.local?.columns ?? [])],
    literalHints: settings.literalHints(),
  };
}
