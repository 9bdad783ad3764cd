/** A model over a service that answers when the test says so. */
import assert from 'node:assert/strict';
import type { OpenedFile } from '../../../../src/core/audit/feed/feedState.ts';
import type { AuditFilters } from '../../../../src/core/audit/filters/filters.ts';
import { noFilters } from '../../../../src/core/audit/table/filter.ts';
import { parseQueryReads } from '../../../../src/core/audit/table/queryReads.ts';
import type { LocalTrail } from '../../../../src/core/audit/table/trail.ts';
import {
  type LoadedEvent,
  readMatchingEvents,
  toLoadedEvent,
} from '../../../../src/core/audit/table/trailReads.ts';
import type { AuditRequestOptions } from '../../../../src/core/service/client.ts';
import type { ApiError, Outcome, StatusError } from '../../../../src/core/service/errors.ts';
import type { AuditEvent, AuditPage } from '../../../../src/core/service/types.ts';
import { maskLiterals } from '../../../../src/core/sql/analysis/maskLiterals.ts';
import { highlightSql } from '../../../../src/core/sql/editor/highlight.ts';
import type { CommandTable } from '../../../../src/extension/app/commands.ts';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import type { ActionParts, AuditActions } from '../../../../src/extension/audit/actions/auditActions.ts';
import type { TrailActionParts } from '../../../../src/extension/audit/actions/trailActions.ts';
import type { QueryParts } from '../../../../src/extension/audit/commands/queryCommands.ts';
import type { VaultParts } from '../../../../src/extension/audit/commands/vaultCommands.ts';
import type { AuditModel } from '../../../../src/extension/audit/model/auditModel.ts';
import type { FollowParts } from '../../../../src/extension/audit/model/follower.ts';
import type { EventMasking } from '../../../../src/extension/audit/model/masking.ts';
import type { TableActions } from '../../../../src/extension/audit/tableActions.ts';
import type { AuditNode } from '../../../../src/extension/audit/views/tree/auditNode.ts';
import type { AuditTree } from '../../../../src/extension/audit/views/tree/tree.ts';
import type { TreeOptions } from '../../../../src/extension/audit/views/tree/treeOptions.ts';
import { OwnActorIDs } from '../../../../src/extension/targets/ownActorIDs.ts';
import type { AnyConnection } from '../../../../src/extension/targets/targets.ts';
import { englishManifest } from '../../../architecture/sources.ts';
import { clonedTrail } from '../../core/audit/clonedTrail.ts';
import { EventEmitter } from '../fakeVscode.ts';
import { fakeSecrets } from '../targets/fakeSecrets.ts';
import '../withVscode.ts';

const { AuditActions: Actions } = await import('../../../../src/extension/audit/actions/auditActions.ts');
const { createCommandTitleGetter } = await import('../../../../src/extension/audit/actions/commandTitles.ts');
const { LastRuns } = await import('../../../../src/extension/app/lastRuns.ts');
const { createTimeZone } = await import('../../../../src/extension/app/timeZone.ts');
const exporter = await import('../../../../src/extension/export/bundle.ts');
const { FileSinks } = await import('../../../../src/extension/platform/fileSink.ts');
const { createAuditTree } = await import('../../../../src/extension/audit/views/tree/tree.ts');
const { provenanceParts } = await import('../../../../src/extension/audit/provenance.ts');
const { RequestFlow } = await import('../../../../src/extension/audit/model/requestFlow.ts');
const { AuditModel: AuditModelClass } = await import('../../../../src/extension/audit/model/auditModel.ts');

interface Asked {
  readonly connection: string;
  readonly filters: AuditFilters;
  /** What the request says of the place to go on from. */
  readonly cursor: unknown;
  answer(page: Partial<AuditPage> & { readonly requestID?: string }): void;
  /** The request waits until then, as the service asked; `undefined`: the wait is over. */
  wait(until: number | undefined): void;
  fail(error: ApiError): void;
  refuse(
    status: number,
    more?: Partial<Pick<StatusError, 'retryAfterMs' | 'hasUnreadableRetryAfter' | 'message'>>,
  ): void;
}

export interface FakeService {
  readonly model: AuditModel;
  readonly deps: Deps;
  /** What runs if the events are to be exported before they are dropped. */
  readonly exporting: { run: () => Promise<boolean> };
  /** Requests in the order they were sent. */
  readonly asked: readonly Asked[];
  /** Tells that a setting has changed. */
  changeSetting(name: string): void;
  /** What the settings hold; the first is where queries go. */
  setConnections(connections: readonly AnyConnection[]): void;
}

export const connectionOf = (name: string, more: Partial<AnyConnection> = {}): AnyConnection =>
  ({
    name,
    environment: 'test',
    baseUrl: `https://${name}.test`,
    accountID: 'a',
    vaults: [],
    ...more,
  }) as AnyConnection;

export const fakeService = (...connections: AnyConnection[]): FakeService =>
  fakeServiceOver(clonedTrail(), ...connections);

/** As `fakeService`, with that trail behind the model. */
export function fakeServiceOver(trail: LocalTrail, ...connections: AnyConnection[]): FakeService {
  let all: readonly AnyConnection[] = connections;
  const changes = new EventEmitter<void>();
  const settings = new EventEmitter<(name: string) => boolean>();
  const asked: Asked[] = [];
  const deps = {
    settings: {
      cursorParameters: () => ({ timestamp: 't', changeID: 'c' }),
      hasUserSetCursorParameters: () => false,
      auditPageSize: () => 0,
      isLiteralMaskingEnabled: () => true,
      onDidChange: settings.event,
    },
    targets: {
      currentConnection: () => all[0],
      connections: () => all,
      all: () => all.flatMap((connection) => connection.vaults.map((vault) => ({ connection, vault }))),
      getLocalVaultState: () => ({ kind: 'stopped' }),
      onDidChange: changes.event,
    },
    serviceProfiles: { getUncontradictedProfile: () => undefined },
    ownActorIDs: new OwnActorIDs(fakeSecrets()),
    // A test that expects a message adds how it is shown.
    messages: {},
    fileSinks: new FileSinks(),
    loadExport: () => exporter,
    displayedQuery: { current: () => undefined },
    lastRuns: new LastRuns(),
    language: () => ({ maskLiterals, highlightSql }),
    timeZone: createTimeZone(),
    walkthrough: { isDone: () => false, markDone: () => undefined },
    log: {
      writeExchange: () => undefined,
      defect: (where: string, error: unknown) => {
        throw new Error(where, { cause: error });
      },
    },
    client: ({ name }: AnyConnection) => ({
      listAuditEvents: ({ filters, cursor, onWait }: AuditRequestOptions) =>
        new Promise<Outcome<AuditPage>>((resolve) => {
          const answer = ({
            requestID,
            ...page
          }: Partial<AuditPage> & { readonly requestID?: string }): void =>
            resolve({
              ok: true,
              value: { events: [], nextOps: null, ...page },
              exchange: { requestID } as Extract<Outcome<AuditPage>, { ok: true }>['exchange'],
            });
          const refuse: Asked['refuse'] = (status, more) => {
            const error: ApiError = { kind: 'status', status, message: '', retry: true, ...more };
            resolve({ ok: false, error });
          };
          const fail = (error: ApiError): void => resolve({ ok: false, error });
          const wait = (until: number | undefined): void => onWait?.(until);
          asked.push({ connection: name, filters, cursor, answer, fail, refuse, wait });
        }),
    }),
  } as unknown as Deps;
  const exporting = { run: async () => false };
  return {
    model: new AuditModelClass(deps, trail, () => exporting.run()),
    deps,
    exporting,
    asked,
    changeSetting: (name) => settings.fire((other) => other === name),
    setConnections(to) {
      all = to;
      changes.fire();
    },
  };
}

/**
 * What the audit table starts, without a user who is asked for something. Of what only the feature can do, the name and the
 * arguments are added to `started`.
 */
export function actionsOf(
  model: AuditModel,
  started: unknown[] = [],
  more: Partial<ActionParts> = {},
): TableActions {
  const note =
    (name: keyof TableActions) =>
    async (...given: readonly unknown[]): Promise<boolean> => {
      started.push([name, ...given]);
      return false;
    };
  return {
    load: (filters) => model.requests.loadNewest(filters),
    retry: () => model.requests.retryOrLoadNewest(),
    refresh: note('refresh'),
    goBack: note('goBack'),
    loadOlder: note('loadOlder'),
    loadAllOlder: note('loadAllOlder'),
    loadSince: note('loadSince'),
    chooseFilter: note('chooseFilter'),
    chooseRange: note('chooseRange'),
    askServer: note('askServer'),
    exportEvents: note('exportEvents'),
    export: note('export'),
    auditActions: auditActionsOf(model, more),
  };
}

type Parts = FollowParts & QueryParts & TrailActionParts & VaultParts;

/** What the commands of audit events work with, over a model whose view is visible. `more` adds to it, or replaces it. */
export function partsOf({ model, deps }: Pick<FakeService, 'model' | 'deps'>, more: object = {}): Parts {
  const view = { visible: true, selection: [] };
  const options = { ...model.masking, grouping: () => 'none', setGrouping: () => undefined };
  const table = { look: () => ({}), setLook: () => undefined };
  const tables = { openTable: async () => false, refreshTable: none };
  const parts = { ...deps, model, view, options, table, tables, ...more };
  return { ...parts, flow: new RequestFlow(model, parts.view, async () => undefined) } as unknown as Parts;
}

const none = (): Promise<undefined> => Promise.resolve(undefined);
const isDone = (): Promise<boolean> => Promise.resolve(true);

/** The actions on events and values of a model. What opens documents or asks the user does nothing, unless `more` has it. */
export const auditActionsOf = (model: AuditModel, more: Partial<ActionParts> = {}): AuditActions =>
  new Actions({
    documents: {
      openEvent: none,
      openJson: none,
      openQuery: isDone,
      compareQuery: isDone,
      findEventOf: () => undefined,
    },
    masking: model.masking,
    marks: model.marks,
    messages: { info: none, confirm: isDone },
    clipboard: { write: none },
    origin: () => model.state.getServiceConnection(),
    isOfFile: () => model.state.file() !== undefined,
    changeQuestion: (change) => model.filters.changeQuestion(change),
    setLocalFilters: (filters) => model.filters.setLocalFilters(filters),
    requestedFilters: () => model.filters.getRequestedServiceFilters(),
    load: (filters) => model.requests.loadNewest(filters),
    loadNewestClearingLocalFilters: (filters) => model.requests.loadNewestClearingLocalFilters(filters),
    runQuery: none,
    titleOf: createCommandTitleGetter(englishManifest()),
    ...more,
  });

/** Their commands, for arguments alone: nothing is selected in the tree. */
export const actionCommandsOf = (model: AuditModel, more: Partial<ActionParts> = {}): CommandTable =>
  auditActionsOf(model, more).createActionCommands({
    messages: { info: none, ...more.messages },
    view: { selection: [] },
    selected: () => undefined,
    findByChangeID: (changeID) => model.trail.find(model.state.getListingNumber(), changeID),
    findEventOf: () => undefined,
  });

/** Lets all that waits for nothing but a turn run. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A file with these events, as a model opens one. */
export function fileOf(model: AuditModel, name: string, events: readonly AuditEvent[]): OpenedFile {
  const ledger = model.listings.beginServiceListing('unsupported');
  ledger.addPage({ events, nextOps: null }, 'newest');
  return { name, ledger };
}

/** A table in ClickHouse with these events, as a model displays one. */
export const tableOf = (model: AuditModel, events: readonly AuditEvent[]): OpenedFile => ({
  ...fileOf(model, 'audit.events', events),
  table: { connection: 'a', environment: 'production', host: 'ch.test', days: 30, gaps: [] },
});

/** All loaded events with their numbers, newest first. */
export const loadedOf = async (model: AuditModel): Promise<readonly LoadedEvent[]> =>
  readMatchingEvents(model.trail, { ...model.filters.createTrailQuery(), filters: noFilters }, () => true);

/** All loaded events, newest first. */
export const eventsOf = async (model: AuditModel): Promise<readonly AuditEvent[]> =>
  (await loadedOf(model)).map(({ event }) => event);

/** Those that pass the filters over loaded events. */
export const shownOf = async (model: AuditModel): Promise<readonly AuditEvent[]> =>
  (await readMatchingEvents(model.trail, model.filters.createTrailQuery(), () => true)).map(
    ({ event }) => event,
  );

/** The loaded event with that change ID. */
export async function eventNamed(model: AuditModel, changeID: string): Promise<LoadedEvent> {
  const found = await model.trail.find(model.state.getListingNumber(), changeID);
  assert.ok(found, changeID);
  return toLoadedEvent(found);
}

/** The tree of the side panel over a model. */
export const auditTreeOf = (
  model: AuditModel,
  options: TreeOptions,
  newRequests: () => number = () => 0,
): AuditTree =>
  createAuditTree({
    model,
    options,
    newRequests,
    readQuery: () => parseQueryReads,
    onChange: () => undefined,
  });

/** The rows at the top of the tree, without days and what is known of all events. */
export async function eventRowsOf(tree: AuditTree): Promise<readonly AuditNode[]> {
  const nodes = (await tree.getChildren()) ?? [];
  return nodes.filter(({ kind }) => ['event', 'pages', 'group', 'own'].includes(kind));
}

/** What the side panel says of the events where the pointer rests on their first row. */
export const provenanceOf = async (
  model: AuditModel,
  masking: Pick<EventMasking, 'formatTime'> = model.masking,
): Promise<string> => {
  const parts = provenanceParts(
    model.state.snapshot(),
    await model.trail.view(model.filters.createTrailQuery()),
    model.filters.resolveTimeRange(),
    masking,
  );
  return parts?.join(' · ') ?? '';
};
