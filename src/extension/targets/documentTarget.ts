import type * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import type { Target } from './targets.ts';

/** Where a document's statements go: its directive's vault, else the one chosen for the window. */
export type DocumentTarget =
  | { readonly kind: 'found'; readonly target: Target; readonly byDirective: boolean }
  | { readonly kind: 'unknown'; readonly connection: string; readonly vault: string }
  | { readonly kind: 'none' };

export function documentTarget(
  document: vscode.TextDocument,
  deps: Pick<Deps, 'targets' | 'language'>,
): DocumentTarget {
  const directive = deps.language().readTarget(document.getText());
  if (directive) {
    const target = deps.targets.find(directive.connection, directive.vault);
    return target
      ? { kind: 'found', target, byDirective: true }
      : { kind: 'unknown', connection: directive.connection, vault: directive.vault };
  }
  const target = deps.targets.current();
  return target ? { kind: 'found', target, byDirective: false } : { kind: 'none' };
}

/**
 * Whether the document is directed to the local vault while that is still starting. Its queries then wait for the start
 * instead of failing.
 */
export const isStarting = (found: DocumentTarget, { targets }: Pick<Deps, 'targets'>): boolean =>
  found.kind === 'unknown' && found.connection === 'local' && targets.localVault().kind === 'starting';

/** Whether the document names the local vault, which is not running: to start it is all that is missing. */
export function isStopped(found: DocumentTarget, { targets }: Pick<Deps, 'targets'>): boolean {
  const { kind } = targets.localVault();
  return (
    found.kind === 'unknown' && found.connection === 'local' && (kind === 'stopped' || kind === 'failed')
  );
}
