import type * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import type { Target } from './targets.ts';

/**
 * The vault of a document's statements. `unknown`: the document's directive (`-- vault:`) names a vault that is not
 * available. `none`: there is no directive, and no current vault.
 */
export type DocumentTarget =
  | { readonly kind: 'found'; readonly target: Target; readonly byDirective: boolean }
  | { readonly kind: 'unknown'; readonly connection: string; readonly vault: string }
  | { readonly kind: 'none' };

/**
 * Finds the vault for a document's statements: the one that the document's directive (`-- vault:`) names, or the
 * current vault if there is no directive.
 */
export function findDocumentTarget(
  document: vscode.TextDocument,
  deps: Pick<Deps, 'targets' | 'language'>,
): DocumentTarget {
  const directive = deps.language().readVaultDirective(document.getText());
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
 * True if the document's directive names an unavailable vault of the connection `local` while the local vault is
 * starting.
 */
export const namesStartingLocalVault = (found: DocumentTarget, { targets }: Pick<Deps, 'targets'>): boolean =>
  found.kind === 'unknown' &&
  found.connection === 'local' &&
  targets.getLocalVaultState().kind === 'starting';

/**
 * True if the document's directive names an unavailable vault of the connection `local`, and the local vault is stopped
 * or failed to start.
 */
export function namesStoppedLocalVault(found: DocumentTarget, { targets }: Pick<Deps, 'targets'>): boolean {
  const { kind } = targets.getLocalVaultState();
  return (
    found.kind === 'unknown' && found.connection === 'local' && (kind === 'stopped' || kind === 'failed')
  );
}
