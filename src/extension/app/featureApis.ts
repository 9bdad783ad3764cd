import type * as vscode from 'vscode';
import type { Target } from '../targets/targets.ts';

export interface RegisteredFeature<Api> extends vscode.Disposable {
  readonly api: Api;
}

type ConnectionField = 'name' | 'accountID' | 'trail';

export interface ConnectionsApi {
  add(): Promise<void>;
  /**
   * Lets the user edit the connection `name`, beginning with `field`. If there is no such connection, the user may pick
   * one. If the settings have no valid connection, opens the settings.
   */
  edit(name?: string, field?: ConnectionField): Promise<unknown>;
  /**
   * Signs in to the connection `name`. If there is no such connection, the user may pick one. Resolves to true if a
   * secret, such as a token or a session, was stored.
   */
  signIn(name?: string): Promise<boolean>;
  /**
   * Lets the user enter the passphrase of a connection's client certificate. If the connection has no client
   * certificate, lets the user edit the connection instead. Resolves to true if a passphrase was stored.
   */
  setPassphrase(name?: string): Promise<boolean>;
  testConnection(name?: string): Promise<unknown>;
  /** Lets the user check whether the service of a connection behaves as documented. */
  checkService(name: string): Promise<unknown>;
  /**
   * Selects the vault for documents that name none: `target`, or one that the user picks. Resolves to the vault's
   * label; undefined if none was selected.
   */
  selectVault(target?: Target): Promise<string | undefined>;
  /**
   * Selects a vault that the user picks, to run the active document. If the document's directive names an unknown vault,
   * replaces the directive. Resolves to the vault's label; undefined if none was selected.
   */
  selectVaultOfActiveDocument(): Promise<string | undefined>;
  newQuery(): Promise<void>;
}

export interface LocalVaultApi {
  /** Starts the local vault if necessary. Resolves to whether it runs afterwards. */
  start(): Promise<boolean>;
  /**
   * Stops the local vault, or cancels its start. Resolves to false if nothing was stopped, for example because the user
   * keeps unsaved work.
   */
  stop(): Promise<boolean>;
  openSampleQueries(): Promise<void>;
}

export interface QueriesApi {
  /**
   * Runs the statement at an offset, in UTF-16 code units, of a document. Unless both are given, runs a statement of
   * the active editor.
   */
  run(document?: vscode.Uri, offset?: number): Promise<unknown>;
  countRows(document?: vscode.Uri, offset?: number): Promise<unknown>;
}

/** One step of the test of a connection's table of audit events. */
export interface TrailTestLine {
  readonly label: string;
  readonly state: 'passed' | 'warning' | 'failed' | 'unknown';
  /** Why the step failed or has a warning, and what the user can do. */
  readonly text?: string;
}

export interface AuditEventsApi {
  showEventsOfDisplayedQuery(): Promise<unknown>;
  /**
   * Loads the newest events of a vault. If `text` is given, only the events that contain it are displayed. Resolves to
   * false if the events were not loaded.
   */
  showEventsOfVault(target: Target, text?: string): Promise<boolean>;
  showWhoReadWhat(): Promise<unknown>;
  /**
   * Tests the table of audit events that the connection `connection` names. Prompts for its password if none is stored.
   * Resolves to undefined if the connection names no table, or if the user cancels.
   */
  testTrail(connection: string, signal: AbortSignal): Promise<readonly TrailTestLine[] | undefined>;
  /** Displays the newest events of the table of audit events that the connection `connection` names. */
  openTrail(connection: string): Promise<unknown>;
}
