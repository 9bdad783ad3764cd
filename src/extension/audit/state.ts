import type { ApiError } from '../../core/api/errors.ts';
import type { AuditEvent } from '../../core/api/types.ts';
import type { AuditFilters } from '../../core/audit/filters.ts';
import {
  type AuditStore,
  createAuditStore,
  cursorParameters,
  type PagingSupport,
} from '../../core/audit/store.ts';
import type { Deps } from '../deps.ts';
import type { AnyConnection } from '../targets.ts';

/** What the audit view holds: one connection's events for one set of filters. In memory only. */
export interface AuditSession {
  connection(): AnyConnection | undefined;
  filters(): AuditFilters;
  store(): AuditStore;
  error(): ApiError | undefined;
  loaded(): boolean;
  busy(): boolean;
  /** Replaces the filters and reads the newest page; without an argument reads anew with the same ones. */
  load(filters?: AuditFilters): Promise<void>;
  /** Reads one further page; does nothing where the service gives no cursor or none is configured. */
  loadOlder(): Promise<void>;
  /** Drops what is loaded, for a connection that is gone. */
  reset(): void;
  /** The event as loaded, by its change ID. */
  event(changeID: string): AuditEvent | undefined;
}

export function createAuditSession(deps: Deps, onChange: () => void): AuditSession {
  /** What was found out about each connection's service: whether it pages. */
  const supports = new Map<string, PagingSupport>();
  const newStore = (connection: string): AuditStore => {
    const paging = supports.get(connection);
    return createAuditStore(paging ? { paging } : {});
  };
  let store = createAuditStore();
  let filters: AuditFilters = {};
  let error: ApiError | undefined;
  let loaded = false;
  let abort: AbortController | undefined;
  let shownFor: string | undefined;

  const connection = (): AnyConnection | undefined => deps.targets.currentConnection();
  /** The filter accountID is required (spec 4.1 rule 2): the connection's own unless the person set another. */
  const sent = (from: AnyConnection): AuditFilters => ({
    ...(from.accountID ? { accountID: from.accountID } : {}),
    ...filters,
  });

  const request = async (older: boolean): Promise<void> => {
    const from = connection();
    if (!from) return;
    const next = store.provenance().next;
    const cursor = older ? cursorParameters(next, deps.settings.cursorParameters()) : undefined;
    if (older && !cursor) return;
    abort?.abort();
    const own = new AbortController();
    abort = own;
    if (!older) {
      store = newStore(from.name);
      loaded = false;
      shownFor = from.name;
    }
    error = undefined;
    onChange();
    const into = store;
    const limit = deps.settings.auditPageSize();
    const outcome = await deps
      .client(from)
      .listAuditEvents(
        { filters: sent(from), ...(cursor ? { cursor } : {}), ...(limit ? { limit } : {}) },
        own.signal,
      );
    deps.log.exchange('audit', outcome.ok ? outcome.exchange : outcome.error);
    // A newer request has taken over: this answer belongs to filters no longer shown.
    if (abort !== own) return;
    abort = undefined;
    if (outcome.ok) into.addPage(outcome.value, older ? 'older' : 'newest', ...(next ? [next] : []));
    else if (!(older && into.refused(outcome.error))) error = outcome.error;
    supports.set(from.name, into.provenance().support);
    loaded = loaded || outcome.ok;
    onChange();
  };
  return {
    connection: () => connection(),
    filters: () => filters,
    store: () => store,
    error: () => error,
    loaded: () => loaded && shownFor === connection()?.name,
    busy: () => abort !== undefined,
    async load(to) {
      if (to) filters = to;
      await request(false);
    },
    loadOlder: () => request(true),
    reset() {
      abort?.abort();
      abort = undefined;
      store = createAuditStore();
      filters = {};
      error = undefined;
      loaded = false;
      onChange();
    },
    event: (changeID) => store.get(changeID),
  };
}
