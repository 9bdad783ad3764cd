/** A feed over a service that answers when the test says so. */

import type { OpenedFile } from '../../../../src/core/audit/feed/feedState.ts';
import { createAuditStore } from '../../../../src/core/audit/feed/store.ts';
import type { AuditFilters } from '../../../../src/core/audit/filters/filters.ts';
import type { ApiError, Outcome, StatusError } from '../../../../src/core/service/errors.ts';
import type { AuditEvent, AuditPage } from '../../../../src/core/service/types.ts';
import { maskLiterals } from '../../../../src/core/sql/analysis/maskLiterals.ts';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import type { AuditFeed } from '../../../../src/extension/audit/feed/feed.ts';
import type { FeedActions } from '../../../../src/extension/audit/feedActions.ts';
import type { AnyConnection } from '../../../../src/extension/connections/targets.ts';
import { EventEmitter } from '../fakeVscode.ts';
import '../withVscode.ts';

const { createTimeZone } = await import('../../../../src/extension/app/timeZone.ts');
const { AuditFeed: Feed } = await import('../../../../src/extension/audit/feed/feed.ts');

interface Asked {
  readonly connection: string;
  readonly filters: AuditFilters;
  /** What the request says of the place to go on from. */
  readonly cursor: unknown;
  answer(page: Partial<AuditPage> & { readonly requestID?: string }): void;
  refuse(status: number, more?: Partial<Pick<StatusError, 'retryAfterMs' | 'message'>>): void;
}

export interface FakeService {
  readonly feed: AuditFeed;
  readonly deps: Deps;
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

export function fakeService(...connections: AnyConnection[]): FakeService {
  let all: readonly AnyConnection[] = connections;
  const changes = new EventEmitter<void>();
  const settings = new EventEmitter<(name: string) => boolean>();
  const asked: Asked[] = [];
  const deps = {
    settings: {
      cursorParameters: () => ({ timestamp: 't', changeID: 'c' }),
      auditPageSize: () => 0,
      maskLiterals: () => true,
      onDidChange: settings.event,
    },
    targets: {
      currentConnection: () => all[0],
      connections: () => all,
      onDidChange: changes.event,
    },
    shownQuery: { current: () => undefined },
    language: () => ({ maskLiterals }),
    timeZone: createTimeZone(),
    log: { exchange: () => undefined },
    client: ({ name }: AnyConnection) => ({
      listAuditEvents: ({ filters, cursor }: { filters: AuditFilters; cursor?: unknown }) =>
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
          asked.push({ connection: name, filters, cursor, answer, refuse });
        }),
    }),
  } as unknown as Deps;
  return {
    ...{ feed: new Feed(deps), deps, asked },
    changeSetting: (name) => settings.fire((other) => other === name),
    setConnections(to) {
      all = to;
      changes.fire();
    },
  };
}

/** What a view does by itself that asks the person for nothing. */
export const actionsOf = (feed: AuditFeed): FeedActions => ({
  load: (filters) => feed.load(filters),
  retry: () => feed.retry(),
  export: () => Promise.resolve(false),
});

/** Lets all that waits for nothing but a turn run. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A file with these events, as a feed opens one. */
export function fileOf(name: string, events: readonly AuditEvent[]): OpenedFile {
  const store = createAuditStore({ paging: 'unsupported' });
  store.addPage({ events, nextOps: null }, 'newest');
  return { name, store };
}
