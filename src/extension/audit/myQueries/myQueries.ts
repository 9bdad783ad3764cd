import * as vscode from 'vscode';
import type { DistinctQuery } from '../../../core/audit/feed/distinctQueries.ts';
import type { CommandTable } from '../../app/commands.ts';
import type { LastRuns } from '../../app/lastRuns.ts';
import type { Settings } from '../../platform/settings.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import { compareEventQueryWithEditor, type EventQueryParts } from '../actions/eventActions.ts';
import { focusAuditView } from '../auditView.ts';
import type { AuditModel } from '../model/auditModel.ts';
import type { NewQueryCounter } from '../model/newRequests.ts';
import type { RequestFlow } from '../model/requestFlow.ts';
import { createRequestSequence } from '../model/requestSequence.ts';
import { findKnownActorID, type OwnActorParts, promptForAndStoreActorID } from '../pickers/ownActorPick.ts';
import { openPick } from '../pickers/quickPick.ts';
import type { EventDocuments } from '../views/documents.ts';
import {
  type Choice,
  createLoadItems,
  createMyQueriesPlaceholder,
  createMyQueriesTitle,
  createQueryItems,
  findItemsWithText,
  type ListedQueries,
  type QueryItem,
} from './items.ts';
import { readOwnQueries } from './ownQueries.ts';

interface QueryParts extends EventQueryParts {
  readonly documents: EventQueryParts['documents'] & Pick<EventDocuments, 'openWholeQuery'>;
}

interface MyQueriesParts extends QueryParts, Pick<OwnActorParts, 'ownActorIDs'> {
  readonly flow: Pick<RequestFlow, 'showViewAndEnsureVaultAndAccount'>;
  readonly lastRuns: Pick<LastRuns, 'getRowCount'>;
  readonly newRequests: Pick<NewQueryCounter, 'getNewQueryCount'>;
  readonly settings: Pick<Settings, 'pageSize'>;
  readonly model: OwnActorParts['model'] & Pick<AuditModel, 'connections' | 'filters' | 'source'>;
  selectVault(): Promise<unknown>;
}

const actions = { open: openWholeQuery, run: runWholeQuery, compare: compareWithEditor };

function openWholeQuery(query: DistinctQuery, { documents, origin }: QueryParts): Promise<boolean> {
  return documents.openWholeQuery(query, origin());
}

function compareWithEditor({ firstPage }: DistinctQuery, parts: QueryParts): unknown {
  return compareEventQueryWithEditor(firstPage, parts);
}

/** Opens the query in a document and runs it from its first page, so that all of its pages can be displayed. */
async function runWholeQuery(query: DistinctQuery, parts: QueryParts): Promise<unknown> {
  return (await openWholeQuery(query, parts)) ? parts.runQuery() : undefined;
}

export const createMyQueriesCommands = (parts: MyQueriesParts): CommandTable => ({
  'vaultsql.queries.mine': () => showMyQueries(parts),
});

/**
 * Lists the user's distinct queries from the loaded audit events, and opens, runs, or compares the one that the user
 * selects. Opening the list does not itself request events; the user can select an item that does.
 */
async function showMyQueries(parts: MyQueriesParts): Promise<unknown> {
  const { model, selectVault } = parts;
  if (!model.connections.current()) await selectVault();
  const connection = model.connections.current();
  if (!connection) return undefined;
  const identity = model.connections.identity();
  let actorID =
    (await findKnownActorID(parts, connection)) ?? (await promptForAndStoreActorID(parts, connection));
  while (actorID !== undefined && model.connections.identity() === identity) {
    const listed = await readListedQueries(parts, connection, actorID);
    const choice = listed && (await pickQuery(parts, listed));
    switch (choice?.kind) {
      case undefined:
        return undefined;
      case 'event':
        return actions[choice.action](choice.query, parts);
      case 'showError':
        return focusAuditView();
      case 'changeID':
        actorID = (await promptForAndStoreActorID(parts, connection, actorID)) ?? actorID;
        break;
      case 'load':
        if (!(await loadQueriesPage(parts, connection, actorID, choice.page))) return undefined;
    }
  }
  return undefined;
}

/**
 * Returns the queries of the actor in the displayed events of the connection, be they of the service or of its table in
 * ClickHouse. Undefined if the user cancels reading them.
 */
async function readListedQueries(
  { model, newRequests, settings }: MyQueriesParts,
  connection: AnyConnection,
  actorID: string,
): Promise<ListedQueries | undefined> {
  const { requests, state } = model;
  const file = state.file();
  const isOfTable = file?.table?.connection === connection.name;
  const isLoaded = state.isLoaded() && (!file || isOfTable);
  const aborting = new AbortController();
  const reading = isLoaded
    ? readOwnQueries(model, {
        actorID,
        pageSize: settings.pageSize(),
        signal: aborting.signal,
      })
    : undefined;
  // A table can have billions of events.
  const own =
    isOfTable && reading
      ? await waitInPick(
          createMyQueriesTitle({ actorID, connection }, model.masking),
          vscode.l10n.t('Reading your queries from ClickHouse. Escape cancels.'),
          reading,
        )
      : await reading;
  if (isOfTable && !own) {
    aborting.abort();
    return undefined;
  }
  const listing = classifyListing(model, actorID);
  const { gaps, provenance } = state.snapshot();
  return {
    connection,
    actorID,
    own,
    isOfTable,
    unloadedRequests: newRequests.getNewQueryCount(),
    isOwnListing: isLoaded && !isOfTable && listing === 'own',
    mayHaveMore:
      !own ||
      isOfTable ||
      own.isLimited ||
      listing === 'filtered' ||
      provenance.more !== 'no' ||
      gaps.length > 0,
    olderProblem: requests.findOlderProblem(),
    error: state.error(),
  };
}

/**
 * Returns whose events the service was asked for: those of the actor alone (`own`), or of all actors (`all`). Returns
 * `filtered` if another filter, apart from the account ID, may leave out events of the actor.
 */
function classifyListing(
  { filters }: Pick<AuditModel, 'filters'>,
  actorID: string,
): 'own' | 'all' | 'filtered' {
  const { accountID: _, ...others } = filters.getAppliedFilters().service;
  const count = Object.keys(others).length;
  if (count === 0) return 'all';
  return count === 1 && others['context.actor'] === actorID ? 'own' : 'filtered';
}

function pickQuery(
  { lastRuns, model: { masking } }: Pick<MyQueriesParts, 'lastRuns' | 'model'>,
  listed: ListedQueries,
): Promise<Choice | undefined> {
  const changeID: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('edit'),
    tooltip: vscode.l10n.t('Change your ID in audit events'),
  };
  return openPick<QueryItem, Choice>((pick, done, store) => {
    pick.title = createMyQueriesTitle(listed, masking);
    pick.placeholder = createMyQueriesPlaceholder(listed);
    pick.matchOnDetail = true;
    pick.buttons = [changeID];
    const queries = createQueryItems(listed, masking, lastRuns);
    // The editor also finds items that contain the letters of the text with others between them.
    const filterItems = (): void => {
      pick.items = [...findItemsWithText(queries, pick.value), ...createLoadItems(listed)];
    };
    filterItems();
    store.add(pick.onDidChangeValue(filterItems));
    store.add(
      pick.onDidAccept(() => {
        const choice = pick.selectedItems[0]?.choice;
        if (choice) done(choice);
      }),
    );
    store.add(pick.onDidTriggerButton(() => done({ kind: 'changeID' })));
    store.add(
      pick.onDidTriggerItemButton(({ item: { choice, buttons = [] }, button }) => {
        const action = buttons.find((one) => one === button)?.action;
        if (choice?.kind === 'event' && action) done({ ...choice, action });
      }),
    );
  });
}

/**
 * Requests a page of the user's events and displays it in the audit views. Resolves to false if no request was sent, if
 * the outcome was not applied, or if the user closed the quick pick while loading.
 */
async function loadQueriesPage(
  { flow, model }: MyQueriesParts,
  connection: AnyConnection,
  actorID: string,
  page: Extract<Choice, { readonly kind: 'load' }>['page'],
): Promise<boolean> {
  if (
    !(await flow.showViewAndEnsureVaultAndAccount('table')) ||
    // Older events are added to those that are displayed.
    (page === 'newest' && !(await model.source.confirmReplacingEvents()))
  )
    return false;
  const sequence = createRequestSequence(model.requests);
  const request =
    page === 'older'
      ? sequence.loadOlder()
      : sequence.loadNewestClearingLocalFilters({ 'context.actor': actorID });
  const isApplied = await waitInPick(
    createMyQueriesTitle({ actorID, connection }, model.masking),
    vscode.l10n.t('Loading your events. Escape cancels.'),
    request,
  );
  if (isApplied !== undefined) return request;
  model.requests.cancelRequest();
  return false;
}

/**
 * Displays a busy quick pick while `work` runs. Resolves or rejects as `work` does, or resolves to undefined as soon as
 * the user closes the quick pick.
 */
async function waitInPick<Result>(
  title: string,
  placeholder: string,
  work: Promise<Result>,
): Promise<Result | undefined> {
  const isDone = await openPick<vscode.QuickPickItem, true>((pick, done) => {
    pick.title = title;
    pick.placeholder = placeholder;
    pick.busy = true;
    pick.ignoreFocusOut = true;
    void work.then(
      () => done(true),
      () => done(true),
    );
  });
  return isDone && (await work);
}
