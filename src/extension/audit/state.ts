import * as vscode from 'vscode';
import { forgetParsed } from '../../core/audit/feed/compactEvent.ts';
import type { Gap } from '../../core/audit/feed/follow.ts';
import { gapsAmong } from '../../core/audit/feed/gaps.ts';
import {
  type AuditStore,
  createAuditStore,
  cursorParameters,
  type PagingSupport,
  type Provenance,
} from '../../core/audit/feed/store.ts';
import type { FileDoubt } from '../../core/audit/file/exported.ts';
import type { AuditFilters } from '../../core/audit/filters/filters.ts';
import { isEmpty, rememberingMatcher } from '../../core/audit/filters/localFilters.ts';
import { type LocalFilters, noFilters } from '../../core/audit/table/filter.ts';
import type { ApiError, Outcome } from '../../core/service/errors.ts';
import type { AuditEvent, AuditPage, NextOps } from '../../core/service/types.ts';
import type { Deps } from '../app/deps.ts';
import type { AnyConnection } from '../connections/targets.ts';
import { createMasking } from './masking.ts';
import { createOwnRequests } from './ownRequests.ts';
import type { AuditSource } from './source.ts';

/** What the views of audit events draw; a new one after each change. In memory only. */
export interface AuditSnapshot {
  readonly connection: AnyConnection | undefined;
  /** The file whose events are shown instead of the service's. */
  readonly file: OpenedFile | undefined;
  /** What the service filters by. */
  readonly filters: AuditFilters;
  /** What is filtered here, over the loaded events only. */
  readonly local: LocalFilters;
  /** The loaded events that the filters here let through, newest first. */
  readonly events: readonly AuditEvent[];
  readonly provenance: Provenance;
  /** All that were met, wherever they are. */
  readonly gaps: readonly Gap[];
  readonly loaded: boolean;
  readonly busy: boolean;
  readonly following: boolean;
  /** Something to know about what is shown, e.g. that an event is only likely that of a query. */
  readonly note: string | undefined;
  readonly error: ApiError | undefined;
}

export interface OpenedFile {
  readonly name: string;
  /** Its events, in a store of their own that does not page. */
  readonly store: AuditStore;
  readonly doubts?: readonly FileDoubt[];
}

/** One connection's events for one set of filters, and what has been asked for. Shared by the views. */
export interface AuditSession extends Omit<AuditSource, 'export'>, vscode.Disposable {
  readonly onDidChange: vscode.Event<void>;
  snapshot(): AuditSnapshot;
  /** The account of the current connection where its settings name none; for this window only. */
  setAccount(accountID: string): void;
  /**
   * Reads the newest page with these filters; without an argument reads again with the same ones. What is shown stays,
   * with its own filters, until the service gives a page. False where no answer was taken in: cancelled, or overtaken
   * by another reading. A refusal is an answer: `error` has it.
   */
  load(filters?: AuditFilters): Promise<boolean>;
  /** Reads one further page; does nothing, and answers false, where the service gives no cursor or none is configured. */
  loadOlder(): Promise<boolean>;
  /** Ends the request in flight, and the readings that would follow it; loaded events stay. */
  cancel(): void;
  /** Grows with all that begins or ends a reading: who reads several times in a row tells by it that others came between. */
  turn(): number;
  /** Stands above the events until the next reading. */
  setNote(note: string | undefined): void;
  /** Shows the events of a file; the next `load` leads back to the service. */
  open(file: OpenedFile): void;
  /** Shows the events of another connection than queries go to, until another target is chosen. */
  turnTo(name: string): void;
  /** Whether the connection is no longer the one whose events are shown: it has another address, or a different one is chosen. */
  isAstray(): boolean;
  /** Drops what is loaded, for a connection that is gone. */
  reset(): void;
  /** Drops all that is known: what is loaded, and whom requests came from, which accounts were asked for, how actors look masked. */
  forget(): void;
  /** The event as loaded, by its change ID. */
  event(changeID: string): AuditEvent | undefined;
  /** Whether a request of this extension for audit events caused the event: told by the request's ID. */
  isOwn(event: AuditEvent): boolean;
  /** Who the current connection's requests come from, as far as an event of one has been seen. */
  me(): string | undefined;
  /** Reads the newest page without filters, for `me` alone: what is shown stays. False as with `load`. */
  learnMe(): Promise<boolean>;
  /** For following: one page of what is shown, and taking its events in. */
  fetch(cursor: NextOps | undefined, signal: AbortSignal): Promise<Outcome<AuditPage>>;
  take(events: readonly AuditEvent[]): readonly AuditEvent[];
  follow(following: boolean): void;
  /** Where events may be missing among those shown, as following found it; in place of what it said before. */
  setGaps(gaps: readonly Gap[]): void;
  /** A failure of following to show, with what to do when asked to try again; without arguments: it has passed. */
  fail(error?: ApiError, again?: () => Promise<boolean>): void;
}

/** What needs to know who one is, from the start. */
const showMine = async (): Promise<boolean> =>
  (await vscode.commands.executeCommand('vaultsql.audit.myQueries')) === true;

/** What belongs together: another address or account has other events, whatever the connection is called. */
const identityOf = (connection: AnyConnection | undefined): string | undefined =>
  connection && JSON.stringify([connection.name, connection.baseUrl, connection.accountID]);

export function createAuditSession(deps: Deps): AuditSession {
  const changes = new vscode.EventEmitter<void>();
  /** What was found out about each connection's service: whether it pages. */
  const supports = new Map<string, PagingSupport>();
  const own = createOwnRequests(deps);
  /** Account IDs asked for, by connection. */
  const accounts = new Map<string, string>();
  let store = createAuditStore();
  let filters: AuditFilters = {};
  let local = noFilters;
  let passes = rememberingMatcher(noFilters);
  const listening = deps.settings.onDidChange((isOf) => {
    // What was found out about paging was found out with other parameters.
    if (isOf('vaultsql.audit.cursorParameters')) supports.clear();
  });
  const masking = createMasking(deps, new vscode.EventEmitter<void>());
  let gaps: readonly Gap[] = [];
  let file: OpenedFile | undefined;
  let error: ApiError | undefined;
  /** Does what `error` is about once more. */
  let again: (() => Promise<boolean>) | undefined;
  /** Whether `error` is one of following: it passes when following goes on. */
  let isOfFollowing = false;
  /** Filters of the reading in flight: they stand with what is shown once it is answered. */
  let awaited: AuditFilters | undefined;
  let note: string | undefined;
  let loaded = false;
  let following = false;
  let abort: AbortController | undefined;
  let turn = 0;
  let drawn: AuditSnapshot | undefined;

  const changed = (): void => {
    drawn = undefined;
    changes.fire();
  };
  /** Turned to without moving where queries go; good as long as these go where they went then. */
  let turned: { readonly name: string; readonly from: string | undefined } | undefined;
  /** What the views stand for, loaded or not. */
  let shownFor: string | undefined;
  const connection = (): AnyConnection | undefined => {
    const current = deps.targets.currentConnection();
    if (turned?.from !== current?.name) return current;
    return deps.targets.connections().find(({ name }) => name === turned?.name) ?? current;
  };
  const isLoaded = (): boolean => loaded && (file !== undefined || shownFor === identityOf(connection()));
  /** The filter accountID is required (S25): the connection's own unless the person set another. */
  const sent = (from: AnyConnection, by: AuditFilters): AuditFilters => ({ ...accountOf(from), ...by });
  const asked = (): AuditFilters => awaited ?? filters;
  const accountOf = (from: AnyConnection): AuditFilters => {
    const accountID = from.accountID || accounts.get(identityOf(from) ?? '');
    return accountID ? { accountID } : {};
  };
  /** The account ID that was set as a filter stays where the connection has none: nothing can be asked without it. */
  const neededAccount = (to: AuditFilters): AuditFilters => {
    const from = connection();
    const { accountID } = asked();
    return !to.accountID && accountID && from && !accountOf(from).accountID ? { accountID } : {};
  };
  shownFor = identityOf(connection());
  const begin = (paging?: PagingSupport): void => {
    forgetParsed();
    store = createAuditStore(paging ? { paging } : {});
    gaps = [];
    file = undefined;
    note = undefined;
    loaded = false;
  };
  const setError = (to: ApiError | undefined, retry?: () => Promise<boolean>): void => {
    error = to;
    again = to && retry;
    isOfFollowing = false;
  };
  const ask = async (
    from: AnyConnection,
    by: AuditFilters,
    next: NextOps | undefined,
    signal: AbortSignal,
    once = false,
  ): Promise<Outcome<AuditPage>> => {
    const cursor = cursorParameters(next, deps.settings.cursorParameters());
    const limit = deps.settings.auditPageSize();
    const request = {
      filters: sent(from, by),
      ...(cursor ? { cursor } : {}),
      ...(limit ? { limit } : {}),
      once,
    };
    const outcome = await deps.client(from).listAuditEvents(request, signal);
    deps.log.exchange('audit', outcome.ok ? outcome.exchange : outcome.error);
    own.add((outcome.ok ? outcome.exchange : outcome.error).requestID);
    return outcome;
  };

  /** Reads the newest page with the filters `by`, or without them the next older one; `toLearn`: shows nothing of it. */
  const request = async (by?: AuditFilters, toLearn = false): Promise<boolean> => {
    const from = connection();
    const identity = identityOf(from);
    if (!from || !identity) return false;
    const next = by ? undefined : store.provenance().next;
    if (!by && (file || !cursorParameters(next, deps.settings.cursorParameters()))) return false;
    stop();
    const current = new AbortController();
    abort = current;
    awaited = toLearn ? undefined : by;
    if (by && !file && shownFor !== identity) begin();
    // With nothing shown that has others, the filters stand there even if the service refuses.
    if (by && !loaded && !toLearn) {
      filters = by;
      shownFor = identity;
    }
    setError(undefined);
    changed();
    const outcome = await ask(from, by ?? filters, next, current.signal);
    // A newer request has taken over: this answer belongs to filters no longer wanted.
    if (abort !== current) return false;
    abort = undefined;
    awaited = undefined;
    // Beside a file the connection may change without a word: the answer is that of another.
    const isOthers = identityOf(connection()) !== identity;
    if (!isOthers && outcome.ok) {
      if (toLearn) own.learn(outcome.value.events ?? [], identity);
      else if (by) {
        begin(supports.get(identity));
        filters = by;
        shownFor = identity;
      }
      setError(undefined);
      if (!toLearn) {
        store.addPage(outcome.value, by ? 'newest' : 'older', ...(next ? [next] : []));
        loaded = true;
      }
    } else if (!isOthers && !outcome.ok && (by || !store.refused(outcome.error)))
      setError(outcome.error, toLearn ? showMine : () => request(by));
    if (!isOthers && !toLearn && (outcome.ok || !by)) supports.set(identity, store.provenance().support);
    changed();
    return !isOthers;
  };
  function stop(): void {
    turn++;
    abort?.abort();
    abort = undefined;
    awaited = undefined;
  }

  function reset(): void {
    shownFor = identityOf(connection());
    stop();
    begin();
    filters = {};
    local = noFilters;
    setError(undefined);
    changed();
  }

  const snapshot = (): AuditSnapshot => {
    drawn ??= {
      connection: connection(),
      ...{ file, filters, local, gaps, following, note, error },
      events: isEmpty(local) ? store.events() : store.events().filter(passes),
      provenance: store.provenance(),
      loaded: isLoaded(),
      busy: abort !== undefined,
    };
    return drawn;
  };

  return {
    onDidChange: changes.event,
    snapshot,
    breaks: (events) =>
      gapsAmong(events, gaps, local.range)
        .map(({ at }) => at)
        .filter((at) => at < events.length),
    gaps: () => (gaps.length === 0 ? 0 : gapsAmong(snapshot().events, gaps, local.range).length),
    connection: () => connection(),
    fileName: () => file?.name,
    fileDoubts: () => file?.doubts ?? [],
    filters: () => filters,
    asked,
    isFiltered: () => Object.keys(asked()).some((name) => !(name in neededAccount({}))),
    local: () => local,
    masking,
    store: () => store,
    error: () => error,
    loaded: isLoaded,
    busy: () => abort !== undefined,
    setAccount(accountID) {
      const identity = identityOf(connection());
      if (identity) accounts.set(identity, accountID);
    },
    sentFilters() {
      const from = connection();
      return from ? sent(from, filters) : filters;
    },
    async load(to) {
      return request(to ? { ...neededAccount(to), ...to } : asked());
    },
    loadOlder: () => request(),
    retry: () => (again ? again() : request(asked())),
    turn: () => turn,
    cancel() {
      stop();
      changed();
    },
    setLocal(to, known) {
      local = to;
      passes = rememberingMatcher(to, known);
      changed();
    },
    setNote(to) {
      if (note === to) return;
      note = to;
      changed();
    },
    open(opened) {
      stop();
      begin();
      store = opened.store;
      file = opened;
      filters = {};
      local = noFilters;
      setError(undefined);
      loaded = true;
      changed();
    },
    turnTo(name) {
      const before = identityOf(connection());
      const current = deps.targets.currentConnection();
      turned = name === current?.name ? undefined : { name, from: current?.name };
      // Another connection's answers must find nothing of this one's, nor may its filters stand under the other's name.
      if (identityOf(connection()) !== before) reset();
    },
    isAstray: () => shownFor !== identityOf(connection()),
    reset,
    forget() {
      supports.clear();
      accounts.clear();
      own.forget();
      masking.forget();
      reset();
    },
    event: (changeID) => store.get(changeID),
    isOwn: own.isOwn,
    me() {
      const identity = identityOf(connection()) ?? '';
      if (!file && !own.actor(identity)) own.learn(store.events(), identity);
      return own.actor(identity);
    },
    learnMe: () => request(neededAccount({}), true),
    async fetch(cursor, signal) {
      const from = connection();
      return from
        ? ask(from, filters, cursor, signal, true)
        : { ok: false, error: { kind: 'noToken', retry: false } };
    },
    take(events) {
      const { fresh } = store.addPage({ events, nextOps: null }, 'newest');
      if (fresh.length > 0) changed();
      return fresh;
    },
    follow(on) {
      following = on;
      changed();
    },
    setGaps(to) {
      if (gaps === to) return;
      gaps = to;
      changed();
    },
    fail(failure, retry) {
      // That following goes on says nothing about a reading that the person asked for.
      if (!failure && !isOfFollowing) return;
      setError(failure, retry);
      isOfFollowing = failure !== undefined;
      changed();
    },
    dispose() {
      stop();
      listening.dispose();
      masking.dispose();
      changes.dispose();
    },
  };
}
