import * as vscode from 'vscode';
import { shortenMiddle } from '../../core/messages/oneLine.ts';
import {
  type Connection,
  type ConnectionProblem,
  parseConnections,
  type VaultRef,
} from '../../core/service/connections/connections.ts';
import type { ColumnPolicy, VaultTable } from '../../core/sql/dialect/schema.ts';
import { isUsableAddress } from '../../node/address.ts';
import type { Settings } from '../platform/settings.ts';

export interface LocalConnection extends Connection {
  readonly local: {
    readonly token: string;
    /** The actor of the requests with `token` in audit events. */
    readonly actor: string;
    readonly columns: readonly ColumnPolicy[];
    readonly tables: readonly VaultTable[];
  };
}
export type LocalVaultState =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly connection: LocalConnection }
  | { readonly kind: 'failed'; readonly reason: 'portInUse' | 'failed'; readonly cause: string };
/** A connection. `local` is set for the connection to the local vault. */
export type AnyConnection = Connection & Partial<Pick<LocalConnection, 'local'>>;

/** A vault and the connection through which it is queried. */
export interface Target {
  readonly connection: AnyConnection;
  readonly vault: VaultRef;
}

const getUniqueVaultName = ({ vaults }: AnyConnection, { id, name }: VaultRef): string =>
  vaults.some((other) => other.name === name && other.id !== id) ? id : name;

/**
 * Returns `<connection>/<vault>`. `<vault>` is the vault's ID if another vault of the connection has the same name.
 * Returns the connection's name alone if the vault's name is empty.
 */
export const formatTarget = ({ connection, vault }: Target): string =>
  vault.name === '' ? connection.name : `${connection.name}/${getUniqueVaultName(connection, vault)}`;

/**
 * Returns `formatTarget` of a target in at most `limit` UTF-16 code units, shortened as by `shortenTargetName`.
 */
export const shortenTarget = ({ connection, vault }: Target, limit: number): string =>
  vault.name === ''
    ? shortenMiddle(connection.name, limit)
    : shortenTargetName(connection.name, getUniqueVaultName(connection, vault), limit);

/**
 * Returns `<connection>/<vault>` in at most `limit` UTF-16 code units. An ellipsis replaces the middle of each name that
 * is too long, because names often differ only at their end.
 */
export function shortenTargetName(connection: string, vault: string, limit: number): string {
  const namesLimit = limit - '/'.length;
  const connectionLimit = Math.max(Math.floor(namesLimit / 2), namesLimit - vault.length);
  const start = shortenMiddle(connection, connectionLimit);
  return `${start}/${shortenMiddle(vault, namesLimit - start.length)}`;
}

/**
 * Looks up a target again among the current ones. Returns the one with the same connection name, vault ID and vault
 * name. If there is none, returns what `find` returns for the two names.
 */
export function findSameTarget(
  targets: Pick<Targets, 'all' | 'find'>,
  { connection, vault }: { readonly connection: { readonly name: string }; readonly vault: VaultRef },
): Target | undefined {
  const same = targets
    .all()
    .find(
      (one) =>
        one.connection.name === connection.name && one.vault.id === vault.id && one.vault.name === vault.name,
    );
  return same ?? targets.find(connection.name, vault.name);
}

export interface Targets extends vscode.Disposable {
  /**
   * Returns the valid connections of the settings. While the local vault is running, its connection is added, and
   * replaces a connection with the same name.
   */
  connections(): readonly AnyConnection[];
  problems(): readonly ConnectionProblem[];
  all(): readonly Target[];
  /**
   * Finds a target by its connection's name and its vault's name. If no vault of the connection has that name, `vault`
   * is looked up as an ID.
   */
  find(connection: string, vault: string): Target | undefined;
  /**
   * Returns the target that was last chosen in this workspace; undefined if it no longer exists. If none was ever
   * chosen, a single target is the default until a local vault runs in this window. After that, there is no default,
   * because a query intended for made-up records must not be sent to a real service.
   */
  current(): Target | undefined;
  /**
   * Returns the connection of the current target. If there is none, a single connection is the default, even if it has
   * no vault, under the same conditions as a single target in `current`.
   */
  currentConnection(): AnyConnection | undefined;
  choose(target: Target): void;
  /**
   * Returns the connection name of the target that was last chosen in this workspace, even if the connection no longer
   * exists; undefined if no target was ever chosen.
   */
  getChosenConnectionName(): string | undefined;
  getLocalVaultState(): LocalVaultState;
  setLocalVaultState(state: LocalVaultState): void;
  /** Fires after the setting `vaultsql.connections` changed, and after calls of `choose` and `setLocalVaultState`. */
  readonly onDidChange: vscode.Event<void>;
}

const STORAGE_KEY = 'vaultsql.target';

export function createTargets(settings: Settings, memento: vscode.Memento): Targets {
  const changes = new vscode.EventEmitter<void>();
  let localVault: LocalVaultState = { kind: 'stopped' };
  let hadLocal = false;
  let read = parseConnections(settings.connections(), isUsableAddress);
  const listening = settings.onDidChange((changed) => {
    if (!changed('vaultsql.connections')) return;
    read = parseConnections(settings.connections(), isUsableAddress);
    changes.fire();
  });
  const connections = (): readonly AnyConnection[] => {
    const local = localVault.kind === 'running' ? localVault.connection : undefined;
    const configured = read.connections.filter((connection) => connection.name !== local?.name);
    return local ? [...configured, local] : configured;
  };
  const all = (): readonly Target[] =>
    connections().flatMap((connection) => connection.vaults.map((vault) => ({ connection, vault })));
  const find = (connection: string, vault: string): Target | undefined => {
    const inConnection = all().filter((target) => target.connection.name === connection);
    return (
      inConnection.find((target) => target.vault.name === vault) ??
      inConnection.find((target) => target.vault.id === vault)
    );
  };
  const readChosenNames = () => memento.get<{ connection: string; vault: string }>(STORAGE_KEY);
  const pickSoleDefault = <T>(every: readonly T[]): T | undefined =>
    every.length === 1 && !hadLocal && !readChosenNames() ? every[0] : undefined;
  const current = (): Target | undefined => {
    const names = readChosenNames();
    return names ? find(names.connection, names.vault) : pickSoleDefault(all());
  };
  return {
    connections,
    getChosenConnectionName: () => readChosenNames()?.connection,
    problems: () => read.problems,
    all,
    find,
    current,
    currentConnection: () => current()?.connection ?? pickSoleDefault(connections()),
    choose(target) {
      const { connection, vault } = target;
      void memento.update(STORAGE_KEY, {
        connection: connection.name,
        vault: getUniqueVaultName(connection, vault),
      });
      changes.fire();
    },
    getLocalVaultState: () => localVault,
    setLocalVaultState(state) {
      localVault = state;
      hadLocal ||= state.kind === 'running';
      changes.fire();
    },
    onDidChange: changes.event,
    dispose() {
      listening.dispose();
      changes.dispose();
    },
  };
}
