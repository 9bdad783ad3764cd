/** Which vaults and tables the loaded audit events show: given by audit, read by the tree of vaults. */
import * as vscode from 'vscode';
import type { VaultNames } from '../../core/audit/table/trail.ts';

/** Of the events that are loaded. */
export interface LoadedNames {
  /** The connection that they are of. */
  readonly connection: string;
  readonly vaults: readonly VaultNames[];
}
export interface AuditNames {
  /** Nothing where no events are loaded, or those of a file. */
  read(): Promise<LoadedNames | undefined>;
  readonly onDidChange: vscode.Event<void>;
}
/** Says where the names come from, once there is something. */
export type SetAuditNames = (source: AuditNames) => vscode.Disposable;

export function createAuditNames(): AuditNames & vscode.Disposable & { readonly setSource: SetAuditNames } {
  const changes = new vscode.EventEmitter<void>();
  let source: AuditNames | undefined;
  let reading: Promise<LoadedNames | undefined> | undefined;
  return {
    read() {
      reading ??= source?.read() ?? Promise.resolve(undefined);
      return reading;
    },
    onDidChange: changes.event,
    setSource(given) {
      source = given;
      reading = undefined;
      return given.onDidChange(() => {
        reading = undefined;
        changes.fire();
      });
    },
    dispose: () => changes.dispose(),
  };
}
