/** The functions that features offer to each other. `features.ts` connects the features through `Deps`. */
import type * as vscode from 'vscode';
import type { Target } from '../targets/targets.ts';

/** A registered feature. `api` contains the functions that other features may call. */
export interface RegisteredFeature<Api> extends vscode.Disposable {
  readonly api: Api;
}

/** A field of a connection that `edit` can open first. */
type ConnectionField = 'name' | 'accountID';

/** Functions that add, edit, test and sign in to connections, and select the vault that queries are sent to. */
export interface ConnectionsApi {
  /** Opens the form for a new connection. */
  add(): Promise<void>;
  /**
   * Opens the fields of the connection `name`. If there is no such connection, the user picks one; if `name` is omitted
   * and there is only one, that one is opened. If no connection is configured, opens settings.json.
   */
  edit(name?: string, field?: ConnectionField): Promise<unknown>;
  /**
   * Signs in to the connection `name`. If there is no such connection, the user picks one; if `name` is omitted and
   * there is only one, that one is used. Resolves to true if a secret, such as a token or a session, was stored.
   */
  signIn(name?: string): Promise<boolean>;
  /**
   * Prompts for the passphrase of a connection's client certificate. Resolves to true if it was stored. If the
   * connection has no client certificate, it is opened as by `edit`.
   */
  setPassphrase(name?: string): Promise<boolean>;
  /** Tests the connection `name`, or one that the user picks, and shows a report. */
  testConnection(name?: string): Promise<unknown>;
  /** Checks the service of the connection `name` and shows a report. */
  checkService(name: string): Promise<unknown>;
  /**
   * Selects `target`. If it is omitted or no longer exists, the user picks a vault. Resolves to the vault's label, or
   * undefined if none was selected.
   */
  selectVault(target?: Target): Promise<string | undefined>;
  newQuery(): Promise<void>;
}

/** Functions that start and stop the local vault and open its sample queries. */
export interface LocalVaultApi {
  /** Starts the local vault, or waits for a start in progress. Resolves to whether the local vault runs afterwards. */
  start(): Promise<boolean>;
  /**
   * Stops the local vault, or cancels its start. Resolves to false if it was neither running nor starting, or if
   * something prevents stopping, such as unsaved work that the user keeps.
   */
  stop(): Promise<boolean>;
  openSampleQueries(): Promise<void>;
}

/** Functions that run queries. */
export interface QueriesApi {
  /**
   * Runs the statement at an offset, in UTF-16 code units, of a document. Without both, runs the selected statement or
   * the one at the caret.
   */
  run(document?: vscode.Uri, offset?: number): Promise<unknown>;
  /** Like `run`, but runs a COUNT query that counts the rows of the statement. */
  countRows(document?: vscode.Uri, offset?: number): Promise<unknown>;
}

/** Functions that load and display audit events. */
export interface AuditEventsApi {
  /** Finds and shows the audit event of the query whose result is displayed. */
  showEventsOfDisplayedQuery(): Promise<unknown>;
  /**
   * Loads the events of a vault. If `text` is given, only the events that contain it are displayed. Resolves to false
   * if they were not loaded, for example because the user cancelled.
   */
  showEventsOfVault(target: Target, text?: string): Promise<boolean>;
  /** Shows which users read which tables and columns, according to the loaded audit events. */
  showWhoReadWhat(): Promise<unknown>;
}
