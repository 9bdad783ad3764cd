/**
 * What features offer to each other. `features.ts` connects them: a feature calls another one through `Deps`, and
 * never by the ID of its command.
 */
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
  /** Opens the form for a new connection. Resolves when the user is done or leaves the form. */
  add(): Promise<void>;
  /**
   * Opens the fields of the connection `name`. If there is no such connection, the user picks one; if `name` is omitted
   * and there is only one, that one is opened. If no connection is configured, opens settings.json.
   */
  edit(name?: string, field?: ConnectionField): Promise<unknown>;
  /**
   * Signs in to the connection `name`. If there is no such connection, the user picks one; if `name` is omitted and
   * there is only one, that one is used. Resolves to true if a token, a session or a client secret was stored.
   */
  signIn(name?: string): Promise<boolean>;
  /**
   * Prompts for the passphrase of a connection's client certificate. Resolves to true if it was stored. If the
   * connection has no client certificate, it is opened as by `edit`.
   */
  setPassphrase(name?: string): Promise<boolean>;
  /** Runs Test Connection. Resolves when the user closes the report or cancels. */
  testConnection(name?: string): Promise<unknown>;
  /**
   * Runs Check This Service. Resolves once the report is displayed, or if nothing was checked, for example because the
   * user cancelled.
   */
  checkService(name: string): Promise<unknown>;
  /**
   * Selects `target`. Without a target, or if it no longer exists, the user picks a vault. Resolves to the vault's
   * label, or undefined if none was selected.
   */
  selectVault(target?: Target): Promise<string | undefined>;
  /** Opens a new, empty query document, whose statements are sent to the selected vault. */
  newQuery(): Promise<void>;
}

/** Functions that start and stop the local vault and open its sample queries. */
export interface LocalVaultApi {
  /**
   * Starts the local vault, or waits for a start in progress. Resolves to true once it is running, also if it was
   * running already, and to false if the start failed or was cancelled.
   */
  start(): Promise<boolean>;
  /**
   * Stops the local vault, or cancels its start. Resolves to false if it was neither running nor starting, or if the
   * user keeps unsaved work.
   */
  stop(): Promise<boolean>;
  openSampleQueries(): Promise<void>;
}

/** Functions that run queries. Each promise resolves when the first page is displayed or none will follow. */
export interface QueriesApi {
  /** Runs the statement at an offset of a document; without both, the selected statement or the one at the caret. */
  run(document?: vscode.Uri, offset?: number): Promise<unknown>;
  /** Like `run`, but runs a COUNT query that counts the rows of the statement. */
  countRows(document?: vscode.Uri, offset?: number): Promise<unknown>;
}

/** Functions that load and display audit events. */
export interface AuditEventsApi {
  /** Finds and shows the audit event of the query whose result is displayed. */
  showEventsOfDisplayedQuery(): Promise<unknown>;
  /**
   * Loads the events of a vault. With `text`, only those that contain it are displayed. Resolves to false if they were
   * not loaded, for example because the user cancelled.
   */
  showEventsOfVault(target: Target, text?: string): Promise<boolean>;
  /** Shows which users read which tables and columns, according to the loaded audit events. */
  showWhoReadWhat(): Promise<unknown>;
}
