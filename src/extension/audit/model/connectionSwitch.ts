import type * as vscode from 'vscode';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import type { AnyConnection, Targets } from '../../targets/targets.ts';

/** Identifies whose events a connection lists: with another address or account, the same name stands for other events. */
export const identityOf = (connection: AnyConnection | undefined): string | undefined =>
  connection && JSON.stringify([connection.name, connection.baseUrl, connection.accountID]);

/** The connection whose events are displayed although queries go to another one. */
interface Switched {
  readonly name: string;
  /** The name of the connection that queries went to at that time. The switch ends when they go elsewhere. */
  readonly from: string | undefined;
}

/** The connection whose events are requested: the one that queries go to or, until they go elsewhere, another one. */
export class ConnectionSwitch implements vscode.Disposable {
  readonly #targets: Targets;
  /** Account IDs that the user typed, by the identity of the connection; for this window only. */
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

  /** Whether any vault is configured, so that one can be selected. */
  hasVaults(): boolean {
    return this.#targets.all().length > 0;
  }
  current(): AnyConnection | undefined {
    return this.#switchedTo() ?? this.#targets.currentConnection();
  }
  identity(): string | undefined {
    return identityOf(this.current());
  }

  /** Switches to the events of the connection `name`; false if that does not change whose events are requested. */
  switchTo(name: string): boolean {
    const before = this.identity();
    const current = this.#targets.currentConnection()?.name;
    this.#switched = name === current ? undefined : { name, from: current };
    return this.identity() !== before;
  }

  /** Sets the account ID of the current connection, whose settings name none, for this window. */
  setAccount(accountID: string): void {
    const identity = this.identity();
    if (identity) this.#accounts.set(identity, accountID);
  }
  /** The filters as they are sent: with the connection's account ID unless they name one, because it is required (S25). */
  sentFilters(filters: AuditFilters): AuditFilters {
    return { ...this.#account(), ...filters };
  }
  /** The account ID among `filters` if the connection has none: nothing can be requested without it. Empty otherwise. */
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
    const accountID = current?.accountID || this.#accounts.get(identityOf(current) ?? '');
    return accountID ? { accountID } : {};
  }
}
