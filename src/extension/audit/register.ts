import * as vscode from 'vscode';
import type { AuditTrail, LocalTrail } from '../../core/audit/table/trail.ts';
import type { LoadedEvent } from '../../core/audit/table/trailReads.ts';
import type { NamesSource } from '../app/auditNames.ts';
import type { Deps } from '../app/deps.ts';
import { createDisposableStore } from '../app/disposables.ts';
import type { AuditEventsApi } from '../app/featureApis.ts';
import { AuditActions } from './actions/auditActions.ts';
import type { ChosenParts } from './actions/chosen.ts';
import { createCommandTitleGetter } from './actions/commandTitles.ts';
import { createTrailCommands, type DisplayedTable, type TrailActionParts } from './actions/trailActions.ts';
import {
  createRemoveFilterCommand,
  loadNewestForAppliedQuestion,
  promptAndFilterByTimeRange,
  promptForAndApplyFilters,
} from './commands/filterCommands.ts';
import { goBackToKeptEvents } from './commands/goBack.ts';
import {
  loadAllOlder,
  loadNewestOrReadAdditions,
  loadOlderOrNewest,
  loadOlderSince,
} from './commands/loadCommands.ts';
import { createQueryCommands, findAndRevealEventOfQuery } from './commands/queryCommands.ts';
import { createVaultCommands, loadNewestEventsOfVault } from './commands/vaultCommands.ts';
import { exportAuditFile, readDisplayedEvents } from './export/eventsFile.ts';
import { exportEvents } from './export/exportEvents.ts';
import { AuditFiles } from './files/auditFiles.ts';
import { exportOrConfirmDroppingMarks } from './marks/unsavedMarks.ts';
import { AuditModel } from './model/auditModel.ts';
import { registerAutomaticLoads } from './model/automaticLoads.ts';
import { connectionIdentity } from './model/connectionSwitch.ts';
import { AuditFollower } from './model/follower.ts';
import { createLoadedVaultNames } from './model/loadedNames.ts';
import { NewQueryCounter } from './model/newRequests.ts';
import { RequestFlow } from './model/requestFlow.ts';
import type { ModelState } from './model/state.ts';
import { registerTokenFailureUpdates } from './model/tokenFailures.ts';
import { createMyQueriesCommands } from './myQueries/myQueries.ts';
import { createFilterPicker } from './pickers/filterPick.ts';
import { type AddedCommands, wrapCommandsToReportErrors } from './sourceProblems.ts';
import { RoutedTrail } from './sources/routedTrail.ts';
import { ThreadTrail } from './sources/threadTrail.ts';
import { registerEventsSql } from './sql/sqlCommands.ts';
import type { TableActions } from './tableActions.ts';
import { OpenedTables } from './tables/openedTables.ts';
import { createEventDocuments, type EventDocuments } from './views/documents.ts';
import { AuditTableView } from './views/table/view.ts';
import type { AuditNode } from './views/tree/auditNode.ts';
import { registerRedrawing } from './views/tree/redrawing.ts';
import { revealEvent } from './views/tree/revealing.ts';
import { registerSelectionContextKeys } from './views/tree/selectedKey.ts';
import { type AuditTree, createAuditTree } from './views/tree/tree.ts';
import { createTreeOptions, type TreeOptions } from './views/tree/treeOptions.ts';
import { registerViewState } from './views/tree/viewState.ts';

export interface AuditFeature extends vscode.Disposable {
  readonly tree: vscode.TreeDataProvider<AuditNode>;
  readonly onDidChangeTree: vscode.Event<AuditNode | undefined>;
  readonly api: Omit<AuditEventsApi, 'showWhoReadWhat'>;
  readonly names: NamesSource;
  createTable(): AuditTableView;
}

function resetAfterTrailFailure(
  { log, messages }: Pick<Deps, 'log' | 'messages'>,
  { source }: Pick<AuditModel, 'source'>,
  error: unknown,
): void {
  log.defect('audit trail', error);
  source.displayEmptyListing();
  void messages.error(vscode.l10n.t('The audit trail stopped unexpectedly. Load the events again.'));
}

interface ActionsParts {
  readonly documents: EventDocuments;
  readonly flow: Pick<
    RequestFlow,
    'promptIfNeededAndLoadNewest' | 'showViewAndEnsureVaultAndAccount' | 'loadNewestClearingLocalFilters'
  >;
  readonly newRequests: Pick<NewQueryCounter, 'getNewQueryCount'>;
  readonly view: Pick<vscode.TreeView<AuditNode>, 'selection'>;
}

function registerActions(
  deps: Pick<
    Deps,
    'clipboard' | 'connections' | 'context' | 'lastRuns' | 'messages' | 'ownActorIDs' | 'queries' | 'settings'
  > & {
    readonly commands: AddedCommands;
  },
  model: AuditModel,
  { documents, flow, newRequests, view }: ActionsParts,
): AuditActions {
  const { clipboard, commands, connections, context, lastRuns, messages, ownActorIDs, queries, settings } =
    deps;
  const { filters, marks, masking, selection, state, trail } = model;
  const queryParts = {
    documents,
    messages,
    origin: () => state.getServiceConnection(),
    runQuery: () => queries().run(),
  };
  const actions = new AuditActions({
    ...queryParts,
    clipboard,
    marks,
    masking,
    isOfFile: () => state.file() !== undefined,
    changeQuestion: (change) => filters.changeQuestion(change),
    setLocalFilters: (local) => filters.setLocalFilters(local),
    requestedFilters: () => filters.getRequestedServiceFilters(),
    load: (requested) => flow.promptIfNeededAndLoadNewest(requested),
    loadNewestClearingLocalFilters: (requested) => flow.loadNewestClearingLocalFilters(requested),
    titleOf: createCommandTitleGetter(context.extension.packageJSON),
  });
  const find: ChosenParts['findByChangeID'] = (changeID) => trail.find(state.getListingNumber(), changeID);
  const findEventOf: ChosenParts['findEventOf'] = (document) => documents.findEventOf(document);
  commands.add(
    actions.createActionCommands({
      messages,
      view,
      findByChangeID: find,
      findEventOf,
      selected: () => selection.getSelectedEvent(),
    }),
  );
  const selectVault = (): Promise<unknown> => connections().selectVault();
  commands.add(
    createMyQueriesCommands({
      ...queryParts,
      flow,
      lastRuns,
      model,
      newRequests,
      ownActorIDs,
      selectVault,
      settings,
    }),
  );
  return actions;
}

const registerSelection = (
  view: Pick<vscode.TreeView<AuditNode>, 'onDidChangeSelection'>,
  selection: Pick<AuditModel['selection'], 'selectEvent'>,
): vscode.Disposable =>
  view.onDidChangeSelection(({ selection: [node] }) => {
    if (node?.kind === 'event' || node?.kind === 'value') selection.selectEvent(node.event);
  });

const tableActions = (
  parts: TrailActionParts & { readonly flow: Pick<RequestFlow, 'promptIfNeededAndRetry'> },
): Omit<TableActions, 'auditActions' | 'export' | 'exportEvents'> => ({
  load: (filters) => parts.flow.promptIfNeededAndLoadNewest(filters),
  retry: () => parts.flow.promptIfNeededAndRetry(),
  refresh: () => loadNewestOrReadAdditions(parts, 'table'),
  goBack: () => goBackToKeptEvents(parts),
  loadOlder: () => loadOlderOrNewest(parts, 'table'),
  loadAllOlder: () => loadAllOlder(parts, 'table'),
  loadSince: (time) => loadOlderSince(parts, time),
  chooseFilter: () => promptForAndApplyFilters(parts, 'table'),
  chooseRange: () => promptAndFilterByTimeRange(parts),
  askServer: () => loadNewestForAppliedQuestion(parts, 'table'),
});

/**
 * Marks the walkthrough's step about the audit event of a query as done when the time of the newest loaded event
 * changes after a query was run in this window. Events of files do not count.
 */
export function registerWalkthroughStep(
  state: Pick<ModelState, 'file' | 'isLoaded' | 'onDidChange' | 'provenance'>,
  walkthrough: Pick<Deps['walkthrough'], 'isDone' | 'markDone'>,
): vscode.Disposable {
  let newest: string | undefined;
  return state.onDidChange(() => {
    if (!state.isLoaded() || state.file()) return;
    const before = newest;
    newest = state.provenance().newest;
    if (newest !== undefined && newest !== before && walkthrough.isDone('run')) walkthrough.markDone('audit');
  });
}

interface RedrawParts {
  readonly log: Deps['log'];
  readonly model: Pick<AuditModel, 'marks' | 'masking' | 'selection' | 'state' | 'trail'>;
  readonly newRequests: Pick<NewQueryCounter, 'onDidChange'>;
  readonly options: Pick<TreeOptions, 'onDidChange'>;
  readonly targets: Pick<Deps['targets'], 'onDidChange'>;
  readonly tree: Pick<AuditTree, 'refresh' | 'updateNews'>;
  readonly view: vscode.TreeView<AuditNode>;
}

function registerRedraws(parts: RedrawParts): vscode.Disposable {
  const { log, model, newRequests, options, targets, tree, view } = parts;
  const redraw = (): void => tree.refresh();
  return vscode.Disposable.from(
    registerViewState(model, view, log),
    registerSelectionContextKeys(model, view, log),
    registerRedrawing(model.state.onDidChange, view, redraw),
    options.onDidChange(redraw),
    newRequests.onDidChange(() => tree.updateNews()),
    // A step to start the local vault is displayed only while the local vault is stopped. Displayed events are not read
    // again, because the address of their source may no longer be in the settings.
    targets.onDidChange(() => {
      if (model.state.phase().content !== 'events') redraw();
    }),
    // Redraw the whole tree, because the editor writes items that are redrawn singly to its own log.
    model.marks.onDidChange(redraw),
  );
}

/**
 * Registers the audit feature. `view` is the tree view in the side panel. `sourceOver` returns the
 * source from which the views read events, by default the store itself.
 */
export function registerAudit(
  deps: Deps,
  view: vscode.TreeView<AuditNode>,
  table: DisplayedTable,
  sourceOver: (store: LocalTrail) => AuditTrail = (local) => local,
): AuditFeature {
  const { clipboard, loadExport, fileSinks, language, log, messages, settings, targets } = deps;
  const commands = wrapCommandsToReportErrors(deps);
  const store = createDisposableStore();
  const entry = vscode.Uri.joinPath(deps.context.extensionUri, 'dist', 'trail.cjs').fsPath;
  const local = store.add(new ThreadTrail(entry, (error) => resetAfterTrailFailure(deps, model, error)));
  const exportDisplayed = (to?: vscode.Uri): Promise<boolean> =>
    exportEvents({ loadExport, fileSinks, language, messages, model, settings }, to);
  const routed = new RoutedTrail(sourceOver(local));
  const model: AuditModel = store.add(new AuditModel(deps, local, exportDisplayed, routed));
  store.add(model.state.onDidDropListing((listing) => routed.remove(listing)));
  const { marks, masking, selection, state } = model;
  const flow = new RequestFlow(model, view, () => deps.connections().selectVault());
  const options = store.add(createTreeOptions(masking));
  const documents = store.add(createEventDocuments(targets, model));
  const redraws = store.add(new vscode.EventEmitter<AuditNode | undefined>());
  const newRequests = store.add(new NewQueryCounter(state, deps.networkLog));
  const tree = createAuditTree({
    model,
    options,
    readQuery: () => language().readQuery,
    newRequests: () => newRequests.getNewQueryCount(),
    onChange: (node) => redraws.fire(node),
  });
  const picker = createFilterPicker();
  const files = new AuditFiles(model, messages);
  const tables = new OpenedTables({ ...deps, model, trail: routed });
  store.add(model.state.onDidDropListing((listing) => tables.forgetOpenedTable(listing)));
  async function reveal(row: LoadedEvent): Promise<void> {
    selection.selectEvent(row.event);
    await tree.revealWhileIncomplete(row, async () => {
      // The tree draws a limited number of events. An event that can't be revealed there is opened as a document.
      if (!(await revealEvent(tree, view, row))) await documents.openEvent(row.event);
    });
  }
  store.add(registerSelection(view, selection));
  store.add(registerRedraws({ log, model, newRequests, options, targets, tree, view }));
  store.add(registerAutomaticLoads(model, deps, view));
  store.add(registerTokenFailureUpdates(model, deps.credentials));
  const unsavedMarks = { exportEvents: exportDisplayed, marks, messages };
  store.add(
    deps.onWillForget(({ connection, waitUntil }) =>
      waitUntil(exportOrConfirmDroppingMarks(unsavedMarks, connectionIdentity(connection))),
    ),
  );
  store.add(
    deps.onForget(() => {
      model.forgetAuditData();
      documents.forgetEvents();
      picker.forgetRecentValues();
      files.forgetOpenedFiles();
      tables.forgetOpenedTable();
    }),
  );
  const { displayedQuery, walkthrough } = deps;
  store.add(registerWalkthroughStep(state, walkthrough));
  const queryParts = { flow, messages, model, reveal, displayedQuery, walkthrough };
  const follower = store.add(new AuditFollower({ files, flow, log, messages, model, settings, view }));
  const trailParts = {
    clipboard,
    loadExport,
    fileSinks,
    files,
    flow,
    follower,
    language,
    messages,
    model,
    options,
    ownActorIDs: deps.ownActorIDs,
    picker,
    settings,
    table,
    tables,
    view,
  } satisfies TrailActionParts;
  commands.add(createTrailCommands(trailParts));
  commands.add(createRemoveFilterCommand(trailParts));
  const auditActions = registerActions({ ...deps, commands }, model, { documents, flow, newRequests, view });
  commands.add(createQueryCommands(queryParts));
  commands.add(createVaultCommands({ connections: deps.connections, flow, model, targets }));
  store.add(
    registerEventsSql({
      commands,
      eventAnswers: deps.eventAnswers,
      exportEvents: exportDisplayed,
      extensionUri: deps.context.extensionUri,
      help: deps.help,
      log,
      messages,
      model,
      onForget: deps.onForget,
    }),
  );
  const actions: TableActions = {
    ...tableActions(trailParts),
    exportEvents: exportDisplayed,
    auditActions,
    export: async (what, to) =>
      exportAuditFile({ ...deps, masking }, what, await readDisplayedEvents(model), to),
  };
  return {
    tree,
    api: {
      showEventsOfDisplayedQuery: () => findAndRevealEventOfQuery(queryParts),
      showEventsOfVault: (target, text) => loadNewestEventsOfVault({ flow, model }, target, text),
      testTrail: (name, signal) => tables.testTable(name, signal),
      openTrail: (name) => tables.openTable(name),
    },
    names: store.add(createLoadedVaultNames(model)),
    onDidChangeTree: redraws.event,
    createTable: () => store.add(new AuditTableView(deps, model, actions)),
    dispose: () => store.dispose(),
  };
}
