import type * as vscode from 'vscode';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import type { AnyConnection, Targets } from '../../targets/targets.ts';

/**
 * Returns a string that identifies the connection by its name, address, and account ID; undefined if there is no
 * connection. With another address or account, a connection of the same name may have different events.
 */
export const connectionIdentity = (connection: AnyConnection | undefined): string | undefined =>
  connection && JSON.stringify([connection.name, connection.baseUrl, connection.accountID]);

/** A connection that the user selected for audit events while queries go to another one. */
interface Switched {
  readonly name: string;
  /**
   * Name of the connection to which queries went when the user selected this one; undefined if there was none. The
   * selection ends as soon as queries go to a connection other than `from`.
   */
  readonly from: string | undefined;
}

/**
 * Determines the connection from which events are requested: the one to which queries go, unless the user switched to
 * another one. A switch ends as soon as queries go to another connection or its connection no longer exists.
 */
export class ConnectionSwitch implements vscode.Disposable {
  readonly #targets: Targets;
  /**
   * Account IDs that the user typed, by the identity of the connection (`connectionIdentity`). Stored in memory only,
   * for this window.
   */
  readonly #accounts = new Map<string, string>();
  readonly #listening: vscode.Disposable;
  #switched: Switched | undefined;

  constructor(targets: Targets) {
    this.#targets = targets;
    // A switch that ended stays ended, even if queries go back or the connection exists again.
    this.#listening = targets.onDidChange(() => {
      if (!this.#switchedTo()) this.#switched = undefined;
    });
  }

  hasVaults(): boolean {
    return this.#targets.all().length > 0;
  }
  /** Returns the connection from which events are requested; undefined if there is none. */
  current(): AnyConnection | undefined {
    return this.#switchedTo() ?? this.#targets.currentConnection();
  }
  /**
   * Returns the identity (`connectionIdentity`) of the connection from which events are requested; undefined if there
   * is none.
   */
  identity(): string | undefined {
    return connectionIdentity(this.current());
  }

  /**
   * Switches to the events of the connection with this name. Returns false if events are still requested from the
   * same connection as before.
   */
  switchTo(name: string): boolean {
    const before = this.identity();
    const current = this.#targets.currentConnection()?.name;
    this.#switched = name === current ? undefined : { name, from: current };
    return this.identity() !== before;
  }

  /**
   * Sets the account ID of the current connection for this window. It is used only if the connection's settings
   * contain no account ID. Does nothing if there is no connection.
   */
  setAccount(accountID: string): void {
    const identity = this.identity();
    if (identity) this.#accounts.set(identity, accountID);
  }
  /**
   * Returns the filters with the account ID of the current connection added if it is known, because the service
   * requires one (S25). An account ID in `filters` takes precedence.
   */
  sentFilters(filters: AuditFilters): AuditFilters {
    return { ...this.#account(), ...filters };
  }
  /**
   * Returns the account ID in `filters` if there is a connection whose account ID is not known, because nothing can be
   * requested without one. Returns an empty object otherwise.
   */
  neededAccount({ accountID }: AuditFilters): AuditFilters {
    return accountID && this.current() && !this.#account().accountID ? { accountID } : {};
  }
  /** Drops the account IDs that the user typed. */
  forget(): void {
    this.#accounts.clear();
  }
  dispose(): void {
    this.#listening.dispose();
  }

  #switchedTo(): AnyConnection | undefined {
    const switched = this.#switched;
    if (!switched || switched.from !== this.#targets.currentConnection()?.name) return undefined;
    return this.#targets.connections().find(({ name }) => name === switched.name);
  }

  #account(): AuditFilters {
    const current = this.current();
    const accountID = current?.accountID || this.#accounts.get(connectionIdentity(current) ?? '');
    return accountID ? { accountID } : {};
  }
}
