import * as vscode from 'vscode';
import { rethrowUnlessCancelled } from '../../../core/audit/table/cancelling.ts';
import type { LoadedNames, NamesSource } from '../../app/auditNames.ts';
import type { AuditModel } from './auditModel.ts';

/**
 * Creates the source of the vaults, tables, and columns that are named in the loaded events. `readLoadedNames` resolves
 * to undefined if the names are not available, for example for events of files, because their connection is unknown.
 */
export function createLoadedVaultNames(
  model: Pick<AuditModel, 'state' | 'trail'>,
): NamesSource & vscode.Disposable {
  const changes = new vscode.EventEmitter<void>();
  let pending: AbortController | undefined;
  let last = createNamesKey(model);
  const listening = model.state.onDidChange(() => {
    const now = createNamesKey(model);
    if (now === last) return;
    last = now;
    changes.fire();
  });
  return {
    onDidChange: changes.event,
    async readLoadedNames(): Promise<LoadedNames | undefined> {
      // A connection's address may change without a change of the model's state, so the key is created again.
      last = createNamesKey(model);
      const origin = model.state.getServiceConnection();
      if (!origin || last === undefined) return undefined;
      const listing = model.state.getListingNumber();
      pending?.abort();
      const own = new AbortController();
      pending = own;
      const vaults = await model.trail.vaultNames(listing, own.signal).catch(rethrowUnlessCancelled);
      return vaults && listing === model.state.getListingNumber()
        ? { connection: origin, vaults }
        : undefined;
    },
    dispose() {
      pending?.abort();
      vscode.Disposable.from(listening, changes).dispose();
    },
  };
}

/**
 * Returns a key that changes when the names may have changed, because reading the names is slow. Undefined if there are
 * no names to read.
 */
function createNamesKey({ state }: Pick<AuditModel, 'state'>): string | undefined {
  const origin = state.getServiceConnection();
  if (!origin || !state.isLoaded() || state.isListingOfOtherConnection()) return undefined;
  return JSON.stringify([origin.name, state.getListingNumber(), state.provenance().loaded]);
}
