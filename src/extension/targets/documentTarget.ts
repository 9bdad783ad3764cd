import type * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import type { Target } from './targets.ts';

/**
 * The target of a document's statements. `found`: the vault that the document's directive (`-- vault:`) names, or
 * without a directive the current one (`Targets.current`). `unknown`: the directive names a vault that is not
 * available, for example because it is not in the settings, or because it is the local vault, which is not running.
 * `none`: there is no directive, and no current vault.
 */
export type DocumentTarget =
  | { readonly kind: 'found'; readonly target: Target; readonly byDirective: boolean }
  | { readonly kind: 'unknown'; readonly connection: string; readonly vault: string }
  | { readonly kind: 'none' };

/** Returns the vault to which a document's statements go. */
export function findDocumentTarget(
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

/** Whether the document's directive names the local vault while it is still starting. */
export const isLocalVaultStarting = (found: DocumentTarget, { targets }: Pick<Deps, 'targets'>): boolean =>
  found.kind === 'unknown' && found.connection === 'local' && targets.localVault().kind === 'starting';

/** Whether the document's directive names the local vault while it is neither running nor starting. */
export function isLocalVaultStopped(found: DocumentTarget, { targets }: Pick<Deps, 'targets'>): boolean {
  const { kind } = targets.localVault();
  return (
    found.kind === 'unknown' && found.connection === 'local' && (kind === 'stopped' || kind === 'failed')
  );
}
