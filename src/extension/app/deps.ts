import type * as vscode from 'vscode';
import type { VaultClient } from '../../core/service/client.ts';
import type { NetworkLog } from '../../core/service/networkLog.ts';
import type { Credentials } from '../../node/credentials/credentials.ts';
import type { CommandApprovals } from '../connections/signIn/commandApprovals.ts';
import type { ExportBundle } from '../export/load.ts';
import type { Clipboard } from '../platform/clipboard.ts';
import type { FileSinks } from '../platform/fileSink.ts';
import type { Links } from '../platform/links.ts';
import type { Log } from '../platform/log.ts';
import type { Messages } from '../platform/messages.ts';
import type { SchemaFiles } from '../platform/schemaFiles.ts';
import type { Settings } from '../platform/settings.ts';
import type { Walkthrough } from '../platform/walkthrough.ts';
import type { Webviews } from '../platform/webview.ts';
import type { AnyConnection, Targets } from '../targets/targets.ts';
import type { AuditNames } from './auditNames.ts';
import type { Commands } from './commands.ts';
import type { EventAnswers } from './eventAnswers.ts';
import type { AuditEventsApi, ConnectionsApi, LocalVaultApi, QueriesApi } from './featureApis.ts';
import type { Forgetting } from './forgetting.ts';
import type { Help } from './help.ts';
import type { KnownNames } from './knownNames.ts';
import type { LastRuns } from './lastRuns.ts';
import type { ShownQuery } from './shownQuery.ts';
import type { SqlLanguage } from './sqlLanguage.ts';
import type { TimeZone } from './timeZone.ts';

/**
 * What every feature receives. Features do not import each other: they meet here. Commands are for users, so no feature
 * runs one of another feature.
 */
export interface Deps extends Pick<Forgetting, 'onWillForget' | 'mayForget' | 'onForget' | 'forget'> {
  readonly context: vscode.ExtensionContext;
  readonly commands: Commands;
  readonly settings: Settings;
  /** The tables and columns described in the `.vaultsql/schema.json` files of the workspace. */
  readonly schemas: Pick<SchemaFiles, 'load' | 'tables' | 'allTables' | 'sources' | 'unread' | 'onDidChange'>;
  readonly targets: Targets;
  readonly credentials: Credentials;
  /** Which token commands the user agreed to run. */
  readonly commandApprovals: Pick<CommandApprovals, 'review'>;
  readonly log: Log;
  readonly messages: Messages;
  readonly links: Links;
  readonly clipboard: Clipboard;
  /** Opens files to be written; half-written ones are removed when the extension stops. */
  /** What writes to files that the user exports to; loaded at the first call. */
  exporting(): ExportBundle;
  readonly fileSinks: Pick<FileSinks, 'open' | 'writeWhole'>;
  readonly webviews: Webviews;
  /** Marks the steps of the walkthrough for new users as done. */
  readonly walkthrough: Pick<Walkthrough, 'markDone'>;
  readonly networkLog: NetworkLog;
  /** The dialect; loaded at the first call. */
  language(): SqlLanguage;
  /** What this window knows of the names of tables; made at the first call. */
  knownNames(): KnownNames;
  client(connection: AnyConnection): VaultClient;
  readonly help: Help;
  connections(): ConnectionsApi;
  localVault(): LocalVaultApi;
  queries(): QueriesApi;
  auditEvents(): AuditEventsApi;
  readonly shownQuery: ShownQuery;
  /** How the last run from each document ended. */
  readonly lastRuns: LastRuns;
  /** Answers over loaded audit events: given by audit, shown by results. */
  readonly eventAnswers: EventAnswers;
  /** What audit events have shown of vaults: given by audit. */
  readonly auditNames: AuditNames;
  /** In which zone times are shown. */
  readonly timeZone: TimeZone;
}
