import type * as vscode from 'vscode';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import type { AnyConnection, Targets } from '../../targets/targets.ts';

/**
 * Returns a string that identifies a connection by name, address, and account ID, because with
 * another address or account it may have different events.
 */
export const connectionIdentity = (connection: AnyConnection | undefined): string | undefined =>
  connection && JSON.stringify([connection.name, connection.baseUrl, connection.accountID]);

interface Switched {
  readonly name: string;
  /**
   * Name of the connection to which queries went when the switch was made; undefined if there was none. The switch ends
   * if queries go to another connection.
   */
  readonly from: string | undefined;
}

/**
 * Determines the connection from which events are requested: the one to which queries go, unless `switchToConnection`
 * selected another one.
 */
export class ConnectionSwitch implements vscode.Disposable {
  readonly #targets: Targets;
  readonly #accounts = new Map<string, string>();
  readonly #listening: vscode.Disposable;
  #switched: Switched | undefined;

  constructor(targets: Targets) {
    this.#targets = targets;
    // A switch that ended stays ended, even if queries go back or the connection exists again.
    this.#listening = targets.onDidChange(() => {
      if (!this.#findSwitchedConnection()) this.#switched = undefined;
    });
  }

  hasVaults(): boolean {
    return this.#targets.all().length > 0;
  }
  /** Whether the local vault is neither running nor starting. */
  canStartLocalVault(): boolean {
    return this.#targets.getLocalVaultState().kind === 'stopped';
  }
  current(): AnyConnection | undefined {
    return this.#findSwitchedConnection() ?? this.#targets.currentConnection();
  }
  identity(): string | undefined {
    return connectionIdentity(this.current());
  }

  /**
   * Switches to the events of the connection with this name. Returns whether the current connection
   * changed.
   */
  switchToConnection(name: string): boolean {
    const before = this.identity();
    const current = this.#targets.currentConnection()?.name;
    this.#switched = name === current ? undefined : { name, from: current };
    return this.identity() !== before;
  }

  /**
   * Sets the account ID of the current connection for this window. An account ID in the settings
   * takes precedence.
   */
  setAccountIDForWindow(accountID: string): void {
    const identity = this.identity();
    if (identity) this.#accounts.set(identity, accountID);
  }
  /**
   * Returns `filters` with the account ID of the current connection added if one is known, because the service requires
   * one (S25). An account ID in `filters` takes precedence.
   */
  addKnownAccountID(filters: AuditFilters): AuditFilters {
    return { ...this.#getAccountFilter(), ...filters };
  }
  /**
   * Returns the account ID in `filters` as a filter if there is a current connection whose account ID
   * is unknown, or else no filter.
   */
  getRequiredAccountFilter({ accountID }: AuditFilters): AuditFilters {
    return accountID && this.current() && !this.#getAccountFilter().accountID ? { accountID } : {};
  }
  /** Drops the account IDs that the user typed. */
  forgetTypedAccountIDs(): void {
    this.#accounts.clear();
  }
  dispose(): void {
    this.#listening.dispose();
  }

  #findSwitchedConnection(): AnyConnection | undefined {
    const switched = this.#switched;
    if (!switched || switched.from !== this.#targets.currentConnection()?.name) return undefined;
    return this.#targets.connections().find(({ name }) => name === switched.name);
  }

  #getAccountFilter(): AuditFilters {
    const current = this.current();
    const accountID = current?.accountID || this.#accounts.get(connectionIdentity(current) ?? '');
    return accountID ? { accountID } : {};
  }
}
