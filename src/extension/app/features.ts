/** Entry point of the bundle `dist/features.cjs`: creates the services that features share, and starts the features. */
import * as vscode from 'vscode';
import { NetworkLog } from '../../core/service/networkLog.ts';
import { createCredentials } from '../../node/credentials/credentials.ts';
import { createLockRunner } from '../../node/credentials/lock.ts';
import { loadSignIn } from '../../node/signIn/load.ts';
import { registerAuditViews } from '../audit/registerViews.ts';
import { registerConnections } from '../connections/register.ts';
import { CommandApprovals } from '../connections/signIn/commandApprovals.ts';
import { loadExport } from '../export/load.ts';
import { loadLanguage, registerLanguageLazily } from '../language/load.ts';
import { registerLocalVault } from '../localVault/register.ts';
import { registerNetwork } from '../network/register.ts';
import { createClipboard } from '../platform/clipboard.ts';
import { FileSinks } from '../platform/fileSink.ts';
import { createLinks } from '../platform/links.ts';
import { createLog } from '../platform/log.ts';
import { createMessages } from '../platform/messages.ts';
import { SchemaFiles } from '../platform/schemaFiles.ts';
import { createSettings } from '../platform/settings.ts';
import { Walkthrough } from '../platform/walkthrough.ts';
import { Webviews } from '../platform/webview.ts';
import { registerResults } from '../results/register.ts';
import { OwnActorIDs } from '../targets/ownActorIDs.ts';
import { ServiceProfiles } from '../targets/serviceProfiles.ts';
import { createTargets } from '../targets/targets.ts';
import { AuditNameCache } from './auditNames.ts';
import type { Commands } from './commands.ts';
import type { Deps } from './deps.ts';
import { createDisplayedQuery } from './displayedQuery.ts';
import { createDisposableStore } from './disposables.ts';
import { createEventAnswers } from './eventAnswers.ts';
import { createForgetEvents } from './forgetting.ts';
import { createHelp } from './help.ts';
import { LastRuns } from './lastRuns.ts';
import { createLazyGetter } from './once.ts';
import { createNetwork, createServiceAccess } from './service.ts';
import { createTimeZone } from './timeZone.ts';

const listWorkspaceFolders = (): readonly string[] =>
  (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === 'file' ? uri.fsPath : []));
const createEmitter = <T>() => new vscode.EventEmitter<T>();

export function startFeatures(context: vscode.ExtensionContext, commands: Commands): vscode.Disposable {
  const store = createDisposableStore();
  const fileSinks = store.add(new FileSinks());
  const log = store.add(createLog());
  const onDefect = (what: string, error: unknown): void => {
    log.defect(what, error);
    showDefectMessage(what);
  };
  const messages = createMessages(onDefect);
  const settings = store.add(createSettings());
  const schemas = store.add(new SchemaFiles(log));
  const networkLog = new NetworkLog();
  store.add({ dispose: networkLog.onChange((added) => added && log.writeRequestAttempt(added)) });
  const network = store.add(createNetwork(settings, networkLog));
  const commandApprovals = new CommandApprovals(context.globalState, messages);
  const credentials = store.add(
    createCredentials({
      secrets: context.secrets,
      workspaceFolders: listWorkspaceFolders,
      createEmitter,
      loadSignIn,
      mayRunCommand: (connection) => commandApprovals.promptUnlessApprovedOrDeclined(connection),
      getNetwork: (connection) => ({ ...network.getConnectionNetwork(connection), now: Date.now }),
      runExclusively: createLockRunner(vscode.Uri.joinPath(context.globalStorageUri, 'locks').fsPath),
      log,
    }),
  );
  const targets = store.add(createTargets(settings, context.workspaceState));
  const serviceProfiles = store.add(new ServiceProfiles(context.globalState));
  const ownActorIDs = new OwnActorIDs(context.secrets);
  const links = store.add(createLinks(messages));
  const service = createServiceAccess(network, credentials);
  const showDefectMessage = (what: string): void =>
    void messages.error(vscode.l10n.t('“{0}” failed unexpectedly. This is a bug in Vault SQL.', what), {
      label: vscode.l10n.t('Show Log'),
      run: () => log.show(),
    });
  commands.setDefectHandler(onDefect);
  const webviews = new Webviews(context.extensionUri, (what, failure, isUnanswered) => {
    log.failure(what, failure);
    if (isUnanswered) showDefectMessage(what);
  });
  const help = createHelp(context);
  commands.add({
    'vaultsql.openHelp': (page) => help.open(typeof page === 'string' ? page : undefined),
  });
  const { onWillForget, mayForget, onForget, forget } = store.add(createForgetEvents());
  const clipboard = store.add(createClipboard(settings.clipboardClearDelaySeconds));
  const { displayedQuery, setDisplayedQuery } = createDisplayedQuery();
  const timeZone = store.add(createTimeZone());
  const eventAnswers = store.add(createEventAnswers());
  const lastRuns = store.add(new LastRuns());
  store.add(onForget(() => lastRuns.clearRunsAndRequests()));
  store.add(onForget(() => void serviceProfiles.removeAllProfiles()));
  store.add(onForget(() => void ownActorIDs.removeAllActorIDs()));
  const auditNames = store.add(new AuditNameCache());
  store.add(onForget(() => auditNames.forgetNames()));
  const deps: Deps = {
    context,
    commands,
    settings,
    schemas,
    targets,
    serviceProfiles,
    ownActorIDs,
    credentials,
    log,
    messages,
    links,
    clipboard,
    fileSinks,
    displayedQuery,
    timeZone,
    webviews,
    networkLog,
    eventAnswers,
    auditNames,
    lastRuns,
    onWillForget,
    mayForget,
    onForget,
    forget,
    commandApprovals,
    walkthrough: new Walkthrough(context.extension.id),
    language: loadLanguage,
    loadExport,
    knownNames: createLazyGetter(() => store.add(loadLanguage().createKnownNames(deps))),
    client: service.client,
    channel: service.channel,
    trailChannel: service.trailChannel,
    help,
    connections: () => vaults.api,
    localVault: () => localVault.api,
    queries: () => results.api,
    auditEvents: () => audit.api,
  };
  store.add(registerLanguageLazily(deps));
  const vaults = store.add(registerConnections(deps));
  const results = store.add(registerResults(deps, setDisplayedQuery));
  const audit = store.add(registerAuditViews(deps, (source) => auditNames.setSource(source)));
  const localVault = store.add(registerLocalVault(deps));
  store.add(registerNetwork(deps));
  return store;
}
