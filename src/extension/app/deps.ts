import type * as vscode from 'vscode';
import type { VaultClient } from '../../core/service/client.ts';
import type { TrailTable } from '../../core/service/connections/trailTable.ts';
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
import type { OwnActorIDs } from '../targets/ownActorIDs.ts';
import type { ServiceProfiles } from '../targets/serviceProfiles.ts';
import type { AnyConnection, Targets } from '../targets/targets.ts';
import type { AuditNames } from './auditNames.ts';
import type { Commands } from './commands.ts';
import type { DisplayedQuery } from './displayedQuery.ts';
import type { EventAnswers } from './eventAnswers.ts';
import type { AuditEventsApi, ConnectionsApi, LocalVaultApi, QueriesApi } from './featureApis.ts';
import type { ForgetEvents } from './forgetting.ts';
import type { Help } from './help.ts';
import type { KnownNames } from './knownNames.ts';
import type { LastRuns } from './lastRuns.ts';
import type { TransportAndTimeout } from './service.ts';
import type { SqlLanguage } from './sqlLanguage.ts';
import type { TimeZone } from './timeZone.ts';

/** The services that a feature receives when it is registered, and the functions of other features. */
export interface Deps extends Pick<ForgetEvents, 'onWillForget' | 'mayForget' | 'onForget' | 'forget'> {
  readonly context: vscode.ExtensionContext;
  readonly commands: Commands;
  readonly settings: Settings;
  readonly schemas: Pick<
    SchemaFiles,
    'load' | 'tables' | 'allTables' | 'sources' | 'listUnreadFiles' | 'onDidChange'
  >;
  readonly targets: Targets;
  readonly serviceProfiles: Pick<
    ServiceProfiles,
    | 'getUncontradictedProfile'
    | 'getCheckedService'
    | 'store'
    | 'markProfilePartContradicted'
    | 'retainProfilesOf'
    | 'onDidChange'
  >;
  readonly ownActorIDs: Pick<OwnActorIDs, 'getActorID' | 'storeActorID' | 'retainActorIDsOf'>;
  readonly credentials: Credentials;
  readonly commandApprovals: Pick<CommandApprovals, 'promptUnlessApproved'>;
  readonly log: Log;
  readonly messages: Messages;
  readonly links: Links;
  readonly clipboard: Clipboard;
  loadExport(): ExportBundle;
  readonly fileSinks: Pick<FileSinks, 'open' | 'writeWhole'>;
  readonly webviews: Webviews;
  readonly walkthrough: Pick<Walkthrough, 'isDone' | 'markDone'>;
  readonly networkLog: NetworkLog;
  language(): SqlLanguage;
  knownNames(): KnownNames;
  client(connection: AnyConnection): VaultClient;
  /**
   * Returns the transport and the timeout of a connection. They are for requests that `client` can't send, such as a
   * request without a token.
   */
  channel(connection: AnyConnection): TransportAndTimeout;
  /**
   * Returns the transport and the timeout for requests to the table of audit events that the connection `name` names.
   * The transport refuses requests to other origins, and sends none of the connection's credentials.
   */
  trailChannel(name: string, trail: TrailTable): TransportAndTimeout;
  readonly help: Help;
  connections(): ConnectionsApi;
  localVault(): LocalVaultApi;
  queries(): QueriesApi;
  auditEvents(): AuditEventsApi;
  readonly displayedQuery: DisplayedQuery;
  readonly lastRuns: LastRuns;
  readonly eventAnswers: EventAnswers;
  readonly auditNames: AuditNames;
  readonly timeZone: TimeZone;
}
