/** A window in which queries are run against a service that answers when the test says so. */

import { createFindingSentence } from '../../../../src/core/messages/findings.ts';
import type { QueryRequest } from '../../../../src/core/service/client.ts';
import type { Connection } from '../../../../src/core/service/connections/connections.ts';
import type { ApiError, Outcome } from '../../../../src/core/service/errors.ts';
import type { AbortSignalLike } from '../../../../src/core/service/transport.ts';
import type { QueryResult } from '../../../../src/core/service/types.ts';
import { prepareQuery } from '../../../../src/core/sql/execution/preparedQuery.ts';
import {
  findStatementToRun,
  isInCommentedOutQuery,
} from '../../../../src/core/sql/execution/statementToRun.ts';
import { readVaultDirective } from '../../../../src/core/sql/execution/target.ts';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import type { SqlLanguage } from '../../../../src/extension/app/sqlLanguage.ts';
import type { SeenNames } from '../../../../src/extension/language/seenNames.ts';
import type { Run } from '../../../../src/extension/query/run.ts';
import type { AnyConnection, Target } from '../../../../src/extension/targets/targets.ts';
import { documents, EventEmitter, Position, Uri } from '../fakeVscode.ts';
import { recordedFeatures } from '../recordedFeatures.ts';
import { webviewsOf } from '../webviews.ts';

const { LastRuns } = await import('../../../../src/extension/app/lastRuns.ts');
const { createDisplayedQuery } = await import('../../../../src/extension/app/displayedQuery.ts');
const { createCheckOptions: checkOptions } = await import(
  '../../../../src/extension/language/dialectOptions.ts'
);
const { prepareRun } = await import('../../../../src/extension/query/prepare.ts');
const exporter = await import('../../../../src/extension/export/bundle.ts');
const { FileSinks } = await import('../../../../src/extension/platform/fileSink.ts');
const { SeenNames: Seen } = await import('../../../../src/extension/language/seenNames.ts');
const { createResults } = await import('../../../../src/extension/results/controller.ts');

export const pageSize = 25;

export interface Asked {
  readonly connection: AnyConnection;
  readonly vaultID: string;
  readonly query: string;
  readonly signal: AbortSignalLike;
  /** As many rows as a page has, unless told otherwise. */
  answer(rows?: number): void;
  refuse(error: ApiError): void;
  /** The request waits until then, as the service asked; `undefined`: the wait is over. */
  wait(until: number | undefined): void;
}

/** What windows of one editor share: the settings. */
export interface SharedSettings {
  connections: readonly AnyConnection[];
  readonly changed: EventEmitter<void>;
}

export interface FakeWindow {
  readonly deps: Deps;
  /** Requests in the order they were sent. */
  readonly asked: readonly Asked[];
  readonly copied: readonly string[];
  /** Calls of other features, as `recordedFeatures` has them. */
  readonly calls: readonly (readonly unknown[])[];
  readonly seenNames: SeenNames;
  /** Somebody signs in to the connection of a name. */
  signIn(name: string): void;
  /** The service rejects the token of the connection of a name, in a request that is not among `asked`. */
  rejectToken(name: string): void;
}

export const connectionOf = (name: string, more: Partial<AnyConnection> = {}): AnyConnection => ({
  ...({ name, environment: 'test', baseUrl: `https://${name}.test`, accountID: 'a' } as Connection),
  vaults: [{ id: 'v', name: 'vault' }],
  ...more,
});

export const settingsOf = (...connections: AnyConnection[]): SharedSettings => ({
  connections,
  changed: new EventEmitter<void>(),
});

/** Changes the settings as a window does that writes them: every window hears of it. */
export function setConnections(settings: SharedSettings, ...connections: AnyConnection[]): void {
  settings.connections = connections;
  settings.changed.fire();
}

/** The place of a statement, as Run is given it: of the last one of a document with this text. */
export function documentWith(text: string): readonly [uri: Uri, offset: number] {
  const uri = Uri.file(`/${documents.size}.vaultsql`);
  const positionAt = (offset: number) => new Position(0, offset);
  documents.set(uri.path, { languageId: 'vaultsql', uri, getText: () => text, positionAt });
  return [uri, text.lastIndexOf('SELECT')];
}

const rowsOf = (count: number, from: number): QueryResult['records'] =>
  Array.from({ length: count }, (_, at) => ({ fields: [['name', `row ${from + at}`] as const] }));

/** `isPrompt`: every request is answered with a full page at once. */
export function fakeWindow(settings = settingsOf(connectionOf('a')), isPrompt = false): FakeWindow {
  const asked: Asked[] = [];
  const copied: string[] = [];
  const seenNames = new Seen();
  const targetsNow = (): Target[] =>
    settings.connections.flatMap((connection) => connection.vaults.map((vault) => ({ connection, vault })));
  const bundle = {
    createCheckOptions: checkOptions,
    createFindingSentence,
    prepareQuery,
    readVaultDirective,
    findStatementToRun,
    isInCommentedOutQuery,
  } satisfies Partial<SqlLanguage>;
  const client = (connection: AnyConnection) => ({
    executeQuery: ({ vaultID, query, onWait }: QueryRequest, signal: AbortSignalLike) =>
      new Promise<Outcome<QueryResult>>((resolve) => {
        const from = asked.length * pageSize;
        const answer = (rows = pageSize): void =>
          resolve({
            ok: true,
            value: { records: rowsOf(rows, from) },
            exchange: { status: 200, milliseconds: 1, bytes: 1, requestID: `r${from}` },
          });
        const refuse = (error: ApiError): void => resolve({ ok: false, error });
        signal.addEventListener('abort', () => refuse({ kind: 'cancelled', retry: true }));
        const wait = (until: number | undefined): void => onWait?.(until);
        asked.push({ connection, vaultID, query, signal, answer, refuse, wait });
        if (isPrompt) answer();
      }),
  });
  const nothing = () => undefined;
  const signIns = new EventEmitter<string>();
  const signedIn = new Set<string>();
  const rejected = new Set<string>();
  const rejections = new EventEmitter<void>();
  const rejectToken = (name: string): void => {
    rejected.add(name);
    rejections.fire();
  };
  const signIn = (name: string): void => {
    signedIn.add(name);
    rejected.delete(name);
    signIns.fire(name);
  };
  const { features, calls } = recordedFeatures();
  const deps = {
    ...features,
    context: { extensionUri: Uri.file('/') },
    fileSinks: new FileSinks(),
    loadExport: () => exporter,
    webviews: webviewsOf(),
    settings: {
      allowedConstructs: () => [],
      columnPolicies: () => [],
      literalHints: () => true,
      pageSize: () => pageSize,
      isPrefetchEnabled: () => false,
      maskMode: () => 'none',
      concurrency: () => 1,
      maxRows: () => 1_000,
    },
    schemas: {
      load: async () => undefined,
      tables: () => [],
      allTables: () => undefined,
      listUnreadFiles: () => [],
      onDidChange: new EventEmitter<void>().event,
    },
    targets: {
      current: () => targetsNow()[0],
      all: targetsNow,
      getLocalVaultState: () => ({ kind: 'stopped' }),
      connections: () => settings.connections,
      find: (connection: string, vault: string) =>
        targetsNow().find((one) => one.connection.name === connection && one.vault.name === vault),
      getChosenConnectionName: nothing,
      onDidChange: settings.changed.event,
    },
    timeZone: { current: () => 'utc' },
    serviceProfiles: { getUncontradictedProfile: nothing },
    credentials: {
      onDidChange: signIns.event,
      isSignedIn: async ({ name }: AnyConnection) => signedIn.has(name),
      tokenStates: {
        getState: ({ name }: AnyConnection) => (rejected.has(name) ? 'refused' : 'untried'),
        onDidChange: rejections.event,
      },
    },
    clipboard: {
      write: async (text: string) => void copied.push(text),
      writePermanently: async (text: string) => void copied.push(text),
    },
    messages: { info: nothing },
    walkthrough: { markDone: nothing },
    log: { writeExchange: nothing, info: nothing },
    language: () => bundle,
    lastRuns: new LastRuns(),
    knownNames: () => ({ seen: seenNames }),
    client,
  } as unknown as Deps;
  return { deps, asked, copied, calls, seenNames, signIn, rejectToken };
}

/** Lets everything come to rest that does not wait for an answer. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** A statement that Run would send now. */
export async function readyRun({ deps }: FakeWindow, sql = 'SELECT name FROM persons'): Promise<Run> {
  const prepared = await prepareRun(deps, ...documentWith(sql));
  if (prepared.kind !== 'ready') throw new Error(prepared.kind);
  return prepared.run;
}

/** The results of a window; the view of its panel is not looked at. */
export function resultsOf({ deps }: FakeWindow) {
  const { displayedQuery, setDisplayedQuery } = createDisplayedQuery();
  return { results: createResults(deps, { onResolve: () => undefined }, setDisplayedQuery), displayedQuery };
}

/** Runs a statement, of which the first page is there. */
export async function withFirstPage(editor: FakeWindow, sql?: string) {
  const parts = resultsOf(editor);
  const done = parts.results.prepareAndRunStatement(...documentWith(sql ?? 'SELECT name FROM persons'));
  await settled();
  editor.asked.at(-1)?.answer();
  await done;
  return parts;
}
