import type * as vscode from 'vscode';
import { readTarget } from '../core/sql/target.ts';
import type { Target, Targets } from './targets.ts';

/** Where a document's statements go: its directive's vault, else the one chosen for the window. */
export type DocumentTarget =
  | { readonly kind: 'found'; readonly target: Target; readonly byDirective: boolean }
  | { readonly kind: 'unknown'; readonly connection: string; readonly vault: string }
  | { readonly kind: 'none' };

export function documentTarget(document: vscode.TextDocument, targets: Targets): DocumentTarget {
  const directive = readTarget(document.getText());
  if (directive) {
    const target = targets.find(directive.connection, directive.vault);
    return target
      ? { kind: 'found', target, byDirective: true }
      : { kind: 'unknown', connection: directive.connection, vault: directive.vault };
  }
  const target = targets.current();
  return target ? { kind: 'found', target, byDirective: false } : { kind: 'none' };
}
