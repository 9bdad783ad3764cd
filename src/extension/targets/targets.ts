import * as vscode from 'vscode';
import {
  type Connection,
  type ConnectionProblem,
  readConnections,
  type VaultRef,
} from '../../core/service/connections/connections.ts';
import type { ColumnPolicy, VaultTable } from '../../core/sql/dialect/schema.ts';
import { isUsableAddress } from '../../node/address.ts';
import type { Settings } from '../platform/settings.ts';

/** The connection to the running local vault. */
export interface LocalConnection extends Connection {
  readonly local: {
    readonly token: string;
    readonly columns: readonly ColumnPolicy[];
    readonly tables: readonly VaultTable[];
  };
}
/** The state of the local vault. If the start failed, `cause` is a one-line reason for the user. */
export type LocalVaultState =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly connection: LocalConnection }
  | { readonly kind: 'failed'; readonly reason: 'portInUse' | 'failed'; readonly cause: string };
/** A connection from the settings, or that of the local vault, which has the property `local`. */
export type AnyConnection = Connection & Partial<Pick<LocalConnection, 'local'>>;

/** A vault of a connection. Queries are sent to a target. */
export interface Target {
  readonly connection: AnyConnection;
  readonly vault: VaultRef;
}

/**
 * Returns the text that identifies a vault within its connection: its name, or its ID if another vault has the same
 * name.
 */
const getUniqueVaultName = ({ vaults }: AnyConnection, { id, name }: VaultRef): string =>
  vaults.some((other) => other.name === name && other.id !== id) ? id : name;

/**
 * Returns `<connection>/<vault>`, as the directive `-- vault:` spells it, where the vault is identified by its name, or
 * by its ID if the name is ambiguous. Returns the connection's name alone for a target without a vault name, such as
 * that of audit events.
 */
export const formatTarget = ({ connection, vault }: Target): string =>
  vault.name === '' ? connection.name : `${connection.name}/${getUniqueVaultName(connection, vault)}`;

/**
 * Returns the target with the same connection and vault from the current settings; undefined if there is none. Prefers
 * a vault with the same ID and name, because two vaults of a connection may have the same name; otherwise, looks the
 * vault's name up as `find` does.
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

/**
 * The configured connections and their vaults, and the target to which queries are sent. Of the chosen target, only the
 * connection's name and the vault's name or ID are stored.
 */
export interface Targets extends vscode.Disposable {
  /**
   * Returns the valid connections of the settings, followed by that of the local vault while it is running, which
   * replaces a connection with the same name.
   */
  connections(): readonly AnyConnection[];
  problems(): readonly ConnectionProblem[];
  all(): readonly Target[];
  /**
   * Returns the vault with this name, or else with this ID, in the connection with this name. Undefined if there is
   * none.
   */
  find(connection: string, vault: string): Target | undefined;
  /**
   * Returns the target that was chosen last; undefined if it no longer exists. If none was ever chosen, returns the
   * only target if there is exactly one. After a local vault has run in this window, that default is not used, because
   * a query intended for made-up records must not be sent to a real service unless the user chose it.
   */
  current(): Target | undefined;
  /**
   * Returns the connection of the current target. Without one, returns the only connection, under the conditions under
   * which `current` returns the only target. The connection may have no vault.
   */
  currentConnection(): AnyConnection | undefined;
  choose(target: Target): void;
  /**
   * Returns the name of the connection that was chosen last, even if it no longer exists; undefined if none was ever
   * chosen.
   */
  chosenConnection(): string | undefined;
  /** Returns the state of this window's local vault. While it is running, it is one of the connections. */
  localVault(): LocalVaultState;
  setLocalVault(state: LocalVaultState): void;
  /** Fires after the setting `vaultsql.connections` changed, and after calls of `choose` and `setLocalVault`. */
  readonly onDidChange: vscode.Event<void>;
}

const STORAGE_KEY = 'vaultsql.target';

export function createTargets(settings: Settings, memento: vscode.Memento): Targets {
  const changes = new vscode.EventEmitter<void>();
  let localVault: LocalVaultState = { kind: 'stopped' };
  let hadLocal = false;
  let read = readConnections(settings.connections(), isUsableAddress);
  const listening = settings.onDidChange((changed) => {
    if (!changed('vaultsql.connections')) return;
    read = readConnections(settings.connections(), isUsableAddress);
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
  const chosen = () => memento.get<{ connection: string; vault: string }>(STORAGE_KEY);
  const only = <T>(every: readonly T[]): T | undefined =>
    every.length === 1 && !hadLocal && !chosen() ? every[0] : undefined;
  const current = (): Target | undefined => {
    const names = chosen();
    return names ? find(names.connection, names.vault) : only(all());
  };
  return {
    connections,
    chosenConnection: () => chosen()?.connection,
    problems: () => read.problems,
    all,
    find,
    current,
    currentConnection: () => current()?.connection ?? only(connections()),
    choose(target) {
      const { connection, vault } = target;
      void memento.update(STORAGE_KEY, {
        connection: connection.name,
        vault: getUniqueVaultName(connection, vault),
      });
      changes.fire();
    },
    localVault: () => localVault,
    setLocalVault(state) {
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
