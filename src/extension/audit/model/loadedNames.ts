import * as vscode from 'vscode';
import type { LoadedNames, NamesSource } from '../../app/auditNames.ts';
import type { AuditModel } from './auditModel.ts';

/** What the loaded events show of vaults; of those of a file nothing, since it is unknown whose they are. */
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

/** What the names depend on: they are read from all loaded events, which is work. Undefined where there are none. */
function sourceOf({ state }: Pick<AuditModel, 'state'>): string | undefined {
  const origin = state.origin();
  if (!origin || !state.isLoaded() || state.isStale()) return undefined;
  return JSON.stringify([origin.name, state.listing(), state.provenance().loaded]);
}
