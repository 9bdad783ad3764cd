import * as vscode from 'vscode';
import type { LoadedNames, NamesSource } from '../../app/auditNames.ts';
import type { AuditModel } from './auditModel.ts';

/** The names of vaults that the loaded events reveal. Events of files reveal none, since their connection is unknown. */
export function namesOfLoaded(model: Pick<AuditModel, 'state' | 'trail'>): NamesSource & vscode.Disposable {
  const changes = new vscode.EventEmitter<void>();
  let last = sourceOf(model);
  const listening = model.state.onDidChange(() => {
    const now = sourceOf(model);
    if (now === last) return;
    last = now;
    changes.fire();
  });
  return {
    onDidChange: changes.event,
    async read(): Promise<LoadedNames | undefined> {
      // The address of a connection may change without a word.
      last = sourceOf(model);
      const origin = model.state.origin();
      if (!origin || last === undefined) return undefined;
      const listing = model.state.listing();
      const vaults = await model.trail.vaultNames(listing);
      return vaults && listing === model.state.listing() ? { connection: origin, vaults } : undefined;
    },
    dispose: () => vscode.Disposable.from(listening, changes).dispose(),
  };
}

/** A key that changes when the names may have changed; undefined if no events reveal any. Reading the names is slow. */
function sourceOf({ state }: Pick<AuditModel, 'state'>): string | undefined {
  const origin = state.origin();
  if (!origin || !state.isLoaded() || state.isStale()) return undefined;
  return JSON.stringify([origin.name, state.listing(), state.provenance().loaded]);
}
