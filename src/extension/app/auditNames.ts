import * as vscode from 'vscode';
import type { VaultNames } from '../../core/audit/table/trail.ts';
import type { AnyConnection } from '../targets/targets.ts';

export interface LoadedNames {
  readonly connection: AnyConnection;
  readonly vaults: readonly VaultNames[];
}
/** The vaults and tables named in audit events, by connection. Use `getNamesOfConnection` to look one up. */
export type NamesByConnection = ReadonlyMap<string, readonly VaultNames[]>;

/** Returns the vaults and tables named in the audit events of a connection; empty if none are known. */
export const getNamesOfConnection = (
  names: NamesByConnection | undefined,
  connection: AnyConnection,
): readonly VaultNames[] => names?.get(createConnectionKey(connection)) ?? [];

const createConnectionKey = ({ name, baseUrl, accountID }: AnyConnection): string =>
  JSON.stringify([name, baseUrl, accountID]);

export interface NamesSource {
  /**
   * Returns the names in the loaded events. Undefined if they are not available, for example because the events come
   * from a file.
   */
  readLoadedNames(): Promise<LoadedNames | undefined>;
  readonly onDidChange: vscode.Event<void>;
}
export interface AuditNames {
  readNamesByConnection(): Promise<NamesByConnection>;
  readonly onDidChange: vscode.Event<void>;
}
/**
 * Sets the source from which the names of vaults and tables are read. Disposing the result stops change notifications
 * from the source.
 */
export type SetAuditNamesSource = (source: NamesSource) => vscode.Disposable;

const MAX_CONNECTIONS = 20;

export class AuditNameCache implements AuditNames, vscode.Disposable {
  readonly #changes = new vscode.EventEmitter<void>();
  #source: NamesSource | undefined;
  #names = new Map<string, readonly VaultNames[]>();
  #reading: Promise<NamesByConnection> | undefined;
  readonly onDidChange = this.#changes.event;

  readNamesByConnection(): Promise<NamesByConnection> {
    this.#reading ??= this.#addNamesOfLoadedEvents(this.#names);
    return this.#reading;
  }
  setSource(source: NamesSource): vscode.Disposable {
    this.#source = source;
    this.#reading = undefined;
    return source.onDidChange(() => this.#discardRead());
  }
  forgetNames(): void {
    this.#names = new Map();
    this.#discardRead();
  }
  dispose(): void {
    this.#changes.dispose();
  }

  /**
   * Adds the names in the loaded events to `names`, and returns that map. If `forgetNames` replaces the cache's map
   * meanwhile, the names are added to the old map, so they are not kept.
   */
  async #addNamesOfLoadedEvents(names: Map<string, readonly VaultNames[]>): Promise<NamesByConnection> {
    const loaded = await this.#source?.readLoadedNames();
    if (loaded) {
      const key = createConnectionKey(loaded.connection);
      names.delete(key);
      names.set(key, loaded.vaults);
      for (const oldest of names.keys()) if (names.size > MAX_CONNECTIONS) names.delete(oldest);
    }
    return names;
  }
  #discardRead(): void {
    this.#reading = undefined;
    this.#changes.fire();
  }
}
