import type * as vscode from 'vscode';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import type { AnyConnection, Targets } from '../../targets/targets.ts';

/** What belongs together: another address or account has other events, even under the same name of a connection. */
export const identityOf = (connection: AnyConnection | undefined): string | undefined =>
  connection && JSON.stringify([connection.name, connection.baseUrl, connection.accountID]);

/** Switched to without moving where queries go. */
interface Switched {
  readonly name: string;
  /** Where queries went then: as long as they go there, the switch holds. */
  readonly from: string | undefined;
}

/** Whose events are requested: the connection that queries go to, or another one, until queries go elsewhere. */
export class ConnectionSwitch implements vscode.Disposable {
  readonly #targets: Targets;
  /** Account IDs that the person typed, by connection; for this window only. */
  readonly #accounts = new Map<string, string>();
  readonly #listening: vscode.Disposable;
  #switched: Switched | undefined;

  constructor(targets: Targets) {
    this.#targets = targets;
    // Left once, it is over, also when queries go back or the connection is there again.
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

  /** Switches to the events of that connection; false where these are the present one's. */
  switchTo(name: string): boolean {
    const before = this.identity();
    const current = this.#targets.currentConnection()?.name;
    this.#switched = name === current ? undefined : { name, from: current };
    return this.identity() !== before;
  }

  /** The account of the current connection where its settings name none. */
  setAccount(accountID: string): void {
    const identity = this.identity();
    if (identity) this.#accounts.set(identity, accountID);
  }
  /** What is sent for these filters: accountID is required (S25), the connection's own unless the person set another. */
  sentFilters(filters: AuditFilters): AuditFilters {
    return { ...this.#account(), ...filters };
  }
  /** The account ID of `filters` where the connection has none: nothing can be asked without it. */
  neededAccount({ accountID }: AuditFilters): AuditFilters {
    return accountID && this.current() && !this.#account().accountID ? { accountID } : {};
  }
  /** Drops the account IDs that were typed. */
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
