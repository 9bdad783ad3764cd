/**
 * Names of vaults and tables that occur in loaded audit events. The audit feature provides them, and the tree of
 * vaults and completion use them. Only names are kept, and only in memory.
 */
import * as vscode from 'vscode';
import type { VaultNames } from '../../core/audit/table/trail.ts';
import type { AnyConnection } from '../targets/targets.ts';

/** Names of vaults and tables that occur in the audit events loaded for one connection. */
export interface LoadedNames {
  /** The connection whose audit events contain the names. */
  readonly connection: AnyConnection;
  readonly vaults: readonly VaultNames[];
}
/**
 * Vaults and tables named by the audit events last loaded for each connection. Look up a connection with
 * `getMetVaults`.
 */
export type MetNames = ReadonlyMap<string, readonly VaultNames[]>;

/**
 * Returns the vaults and tables named by the audit events that were last loaded from a connection, even if these are no
 * longer loaded. Empty if none are known, also if the events came from a connection of the same name with another
 * address or account.
 */
export const getMetVaults = (met: MetNames | undefined, connection: AnyConnection): readonly VaultNames[] =>
  met?.get(createConnectionKey(connection)) ?? [];

const createConnectionKey = ({ name, baseUrl, accountID }: AnyConnection): string =>
  JSON.stringify([name, baseUrl, accountID]);

/** Provides the names that occur in the audit events loaded now. */
export interface NamesSource {
  /**
   * Resolves to undefined if no events of the current connection are loaded, if the loaded events come from a file,
   * or if a later call or other events have replaced this call.
   */
  read(): Promise<LoadedNames | undefined>;
  readonly onDidChange: vscode.Event<void>;
}
export interface AuditNames {
  read(): Promise<MetNames>;
  readonly onDidChange: vscode.Event<void>;
}
/**
 * Sets the source from which the names of vaults and tables are read. The audit feature calls it when it starts,
 * which is later than the features that read the names. Disposing the result stops change notifications from the
 * source.
 */
export type SetAuditNames = (source: NamesSource) => vscode.Disposable;

/** Maximum number of connections whose names are kept. The names read longest ago are removed first. */
const MAX_CONNECTIONS = 20;

export class MetVaults implements AuditNames, vscode.Disposable {
  readonly #changes = new vscode.EventEmitter<void>();
  #source: NamesSource | undefined;
  /** Names by connection. The most recently read connection is last. */
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
    return source.onDidChange(() => this.#discardRead());
  }
  forget(): void {
    this.#met = new Map();
    this.#discardRead();
  }
  dispose(): void {
    this.#changes.dispose();
  }

  /**
   * Adds the names of the loaded events to `met` and returns it. `met`: the map in use when the read began.
   * `forget` replaces the map, so names that arrive after a call of `forget` are discarded.
   */
  async #read(met: Map<string, readonly VaultNames[]>): Promise<MetNames> {
    const loaded = await this.#source?.read();
    if (loaded) {
      const key = createConnectionKey(loaded.connection);
      met.delete(key);
      met.set(key, loaded.vaults);
      for (const oldest of met.keys()) if (met.size > MAX_CONNECTIONS) met.delete(oldest);
    }
    return met;
  }
  #discardRead(): void {
    this.#reading = undefined;
    this.#changes.fire();
  }
}
