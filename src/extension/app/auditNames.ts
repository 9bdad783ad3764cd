/** Which vaults and tables audit events have shown: given by audit, read by the tree of vaults. Names only, in memory. */
import * as vscode from 'vscode';
import type { VaultNames } from '../../core/audit/table/trail.ts';
import type { AnyConnection } from '../targets/targets.ts';

/** Names of vaults and tables that occur in the loaded audit events. */
export interface LoadedNames {
  /** The connection that they are of. */
  readonly connection: AnyConnection;
  readonly vaults: readonly VaultNames[];
}
/** Of a connection what its events showed that were loaded last, by `vaultsMet`. */
export type MetNames = ReadonlyMap<string, readonly VaultNames[]>;

/** Nothing where a connection of that name has another address by now. */
export const vaultsMet = (met: MetNames | undefined, connection: AnyConnection): readonly VaultNames[] =>
  met?.get(keyOf(connection)) ?? [];

const keyOf = ({ name, baseUrl, accountID }: AnyConnection): string =>
  JSON.stringify([name, baseUrl, accountID]);

/** Where the names come from. */
export interface NamesSource {
  /** Nothing where no events are loaded, or those of a file. */
  read(): Promise<LoadedNames | undefined>;
  readonly onDidChange: vscode.Event<void>;
}
export interface AuditNames {
  read(): Promise<MetNames>;
  readonly onDidChange: vscode.Event<void>;
}
/**
 * Sets the source from which the names of vaults and tables are read. The source is registered by the audit feature,
 * later than the readers of the names.
 */
export type SetAuditNames = (source: NamesSource) => vscode.Disposable;

/** Connections whose names are kept: those read last. */
const MAX_CONNECTIONS = 20;

export class MetVaults implements AuditNames, vscode.Disposable {
  readonly #changes = new vscode.EventEmitter<void>();
  #source: NamesSource | undefined;
  /** The newest last. */
  #met = new Map<string, readonly VaultNames[]>();
  #reading: Promise<MetNames> | undefined;
  readonly onDidChange = this.#changes.event;

  read(): Promise<MetNames> {
    this.#reading ??= this.#read(this.#met);
    return this.#reading;
  }
  setSource(source: NamesSource): vscode.Disposable {
    this.#source = source;
    this.#reading = undefined;
    return source.onDidChange(() => this.#changed());
  }
  forget(): void {
    this.#met = new Map();
    this.#changed();
  }
  dispose(): void {
    this.#changes.dispose();
  }

  /** `met`: that of now; what is read after all was forgotten is not kept. */
  async #read(met: Map<string, readonly VaultNames[]>): Promise<MetNames> {
    const loaded = await this.#source?.read();
    if (loaded) {
      const key = keyOf(loaded.connection);
      met.delete(key);
      met.set(key, loaded.vaults);
      for (const oldest of met.keys()) if (met.size > MAX_CONNECTIONS) met.delete(oldest);
    }
    return met;
  }
  #changed(): void {
    this.#reading = undefined;
    this.#changes.fire();
  }
}
