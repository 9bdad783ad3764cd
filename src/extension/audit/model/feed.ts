import * as vscode from 'vscode';
import { forgetParsed } from '../../../core/audit/feed/compactEvent.ts';
import {
  annotated,
  answered,
  dropped,
  type FeedRequest,
  type FeedState,
  failureOf,
  fileChanged,
  fileShown,
  followingFailed,
  followingRecovered,
  idle,
  type ListingChange,
  loading,
  type OpenedFile,
  refused,
  requestedFilters,
  restingOf,
  tokenRejected,
  tokenReplaced,
  waiting,
} from '../../../core/audit/feed/feedState.ts';
import { createFileLedger, type FileLedger } from '../../../core/audit/feed/fileLedger.ts';
import type { Gap } from '../../../core/audit/feed/follow.ts';
import { sidesOf } from '../../../core/audit/feed/gaps.ts';
import {
  createLedger,
  type Ledger,
  type NewLedger,
  type Provenance,
} from '../../../core/audit/feed/ledger.ts';
import {
  type FeedPhase,
  isLoaded,
  type OlderProblem,
  phaseOf,
  whyNoOlder,
} from '../../../core/audit/feed/phase.ts';
import type { AuditFilterState } from '../../../core/audit/filters/filterState.ts';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import type { LocalFilters } from '../../../core/audit/table/filter.ts';
import { type AuditTrail, newestFirst, type TrailQuery } from '../../../core/audit/table/trail.ts';
import type { ApiError, Outcome } from '../../../core/service/errors.ts';
import type { AuditEvent, AuditPage, NextOps } from '../../../core/service/types.ts';
import type { Deps } from '../../app/deps.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import { EventMarks } from '../marks/eventMarks.ts';
import { mayDropMarks } from '../marks/unsavedMarks.ts';
import { ConnectionSwitch } from './connectionSwitch.ts';
import { FeedRequests } from './feedRequests.ts';
import { type FollowState, isFollowing, notFollowing } from './followState.ts';
import { createMasking, type EventMasking } from './masking.ts';
import { createOwnRequests } from './ownRequests.ts';

/** What is known of the events shown without asking for them; a new one after each change. In memory only. */
export interface AuditSnapshot {
  readonly connection: AnyConnection | undefined;
  /** The file whose events are shown in place of the service's. */
  readonly file: OpenedFile | undefined;
  /** What the events are filtered by, by the service and here. */
  readonly filters: AuditFilterState;
  readonly provenance: Provenance;
  readonly phase: FeedPhase;
  /** All that were met, wherever they are. */
  readonly gaps: readonly Gap[];
  readonly following: boolean;
  /** Something to know about what is shown, e.g. that an event is only likely that of a query. */
  readonly note: string | undefined;
  readonly error: ApiError | undefined;
  /** When a request that waits as the service asked is sent again, in milliseconds since 1970. */
  readonly retryAt: number | undefined;
}

/** What a round of following found out. */
export interface RoundReport {
  readonly gaps: readonly Gap[];
  /** Where what is said above the events changes. */
  readonly note?: { readonly note: string | undefined } | undefined;
  readonly failure?: { readonly error: ApiError; readonly resume: () => Promise<boolean> } | undefined;
}

/** `isLive`: only filters over loaded events changed, and more may follow at once, as while a range is dragged. */
export interface FeedChange {
  readonly isLive: boolean;
}

/** Runs once more what needs to know who the person is, from the start. */
const showMine = async (): Promise<boolean> =>
  (await vscode.commands.executeCommand('vaultsql.audit.myQueries')) === true;

/**
 * The audit events loaded, and what was asked for: one connection's for one set of filters, or a file's. All views show
 * it: what one loads, filters or hides, all do.
 */
export class AuditFeed implements vscode.Disposable {
  /** How events look in all views. */
  readonly masking: EventMasking;
  /** What the person says of the events. */
  readonly marks: EventMarks;
  readonly onDidChange: vscode.Event<FeedChange>;
  /** Where the events are. */
  readonly trail: AuditTrail;
  readonly #changes = new vscode.EventEmitter<FeedChange>();
  readonly #log: Pick<Deps['log'], 'defect'>;
  readonly #deps: Pick<Deps, 'messages' | 'targets'>;
  readonly #connections: ConnectionSwitch;
  readonly #own: ReturnType<typeof createOwnRequests>;
  readonly #requests: FeedRequests;
  readonly #listening: vscode.Disposable;
  #state: FeedState;
  #lastListing = 0;
  #followState: FollowState = notFollowing;
  #snapshot: AuditSnapshot | undefined;

  constructor(deps: Deps, trail: AuditTrail) {
    this.trail = trail;
    this.#log = deps.log;
    this.#deps = deps;
    this.onDidChange = this.#changes.event;
    this.masking = createMasking(deps, new vscode.EventEmitter<void>());
    this.#connections = new ConnectionSwitch(deps.targets);
    this.#own = createOwnRequests(deps);
    this.#requests = new FeedRequests(deps, this.#own);
    this.#state = idle(this.#connections.identity(), this.newLedger);
    this.marks = new EventMarks(() => {
      const { name, listing } = this.#shown;
      return name === 'file' ? listing.ledger.listing : (listing.identity ?? '');
    });
    this.marks.onDidChange(() => {
      const { local } = this.filters();
      if (local.marked || local.text) this.setLocal(local);
    });
    this.#listening = deps.settings.onDidChange((isOf) => {
      // What was found out about paging was found out with other parameters.
      if (isOf('vaultsql.audit.cursorParameters')) this.#requests.forgetPaging();
    });
  }

  snapshot(): AuditSnapshot {
    this.#snapshot ??= {
      connection: this.connection(),
      file: this.file(),
      filters: this.filters(),
      provenance: this.provenance(),
      phase: this.phase(),
      gaps: this.gaps(),
      following: isFollowing(this.#followState),
      note: this.#shown.listing.note,
      error: this.error(),
      retryAt: this.retryAt(),
    };
    return this.#snapshot;
  }
  connection(): AnyConnection | undefined {
    return this.#connections.current();
  }
  /** The connection that the events shown are of; none that is known here has those of a file. */
  origin(): AnyConnection | undefined {
    return this.file() ? undefined : this.connection();
  }
  /** The file whose events are shown in place of the service's. */
  file(): OpenedFile | undefined {
    const shown = this.#shown;
    return shown.name === 'file' ? shown.file : undefined;
  }
  /** What is shown is filtered by these. */
  filters(): AuditFilterState {
    return this.#shown.listing.filters;
  }
  /** The service's filters that a change starts from: those of the request on its way, else those of what is shown. */
  requestedFilters(): AuditFilters {
    return requestedFilters(this.#state);
  }
  /** What is sent for what is shown: the filters, and the account ID that the service needs, where one is known. */
  sentFilters(): AuditFilters {
    return this.#connections.sentFilters(this.filters().service);
  }
  /** The account ID that is sent where no filter names one: the connection's, or the one that the person typed. */
  account(): string | undefined {
    return this.#connections.sentFilters({}).accountID;
  }
  /** Whether any of the service's filters can be cleared: not the account ID where nothing can be asked without it. */
  canClearFilters(): boolean {
    return Object.keys(this.requestedFilters()).some((name) => !this.isNeededFilter(name));
  }
  /** Whether nothing can be asked without that filter of those requested. */
  isNeededFilter(name: string): boolean {
    return name in this.#connections.neededAccount(this.requestedFilters());
  }
  /** The listing that is shown: what is kept of events by their numbers is of one listing. */
  listing(): number {
    return this.#shown.listing.ledger.listing;
  }
  provenance(): Provenance {
    return this.#shown.listing.ledger.provenance();
  }
  /** What is shown, as it is asked of the trail. */
  query(): TrailQuery {
    const { ledger, filters, gaps } = this.#shown.listing;
    return {
      ...{ listing: ledger.listing, filters: this.#withNotes(filters.local) },
      ...{ sort: newestFirst, gaps: gaps.map(sidesOf) },
    };
  }
  /** Begins a listing, whose events go to the trail as they come. */
  readonly newLedger: NewLedger = (paging): Ledger => {
    const listing = ++this.#lastListing;
    const failed = (error: unknown): void => this.#log.defect('audit trail', error);
    return createLedger({
      ...{ listing, paging },
      keep: (events) => void this.trail.add(listing, events).catch(failed),
    });
  };
  /** Begins a listing that files are read into. */
  newFileLedger(): FileLedger {
    return createFileLedger(++this.#lastListing);
  }
  error(): ApiError | undefined {
    return failureOf(this.#state)?.error;
  }
  /** As in `AuditSnapshot`. */
  retryAt(): number | undefined {
    return this.#state.name === 'loading' ? this.#state.retryAt : undefined;
  }
  /** What there is to show, and what is going on. */
  phase(): FeedPhase {
    return phaseOf(this.#state, this.#connections.identity());
  }
  loaded(): boolean {
    return isLoaded(this.#state, this.#connections.identity());
  }
  /** Why older events can't be requested; undefined if they can. */
  whyNoOlder(): OlderProblem | undefined {
    return whyNoOlder(this.#state, this.#requests.isPagingOn());
  }
  busy(): boolean {
    return this.#state.name === 'loading';
  }
  /** Whether the events shown are of another connection than the present one: it has another address, or was switched. */
  isStale(): boolean {
    const shown = this.#shown;
    return shown.name !== 'file' && shown.listing.identity !== this.#connections.identity();
  }
  /** Where events may be missing among those loaded. */
  gaps(): readonly Gap[] {
    return this.#shown.listing.gaps;
  }

  /**
   * Loads the newest page with these filters; without an argument, with the same ones. What is shown stays, with its own
   * filters, until the service gives a page. False where no answer was taken in: cancelled, or overtaken by another
   * request. A refusal is an answer: `error` has it.
   */
  async load(filters?: AuditFilters): Promise<boolean> {
    return this.#request({
      kind: 'newest',
      filters: filters ? this.#withAccount(filters) : this.requestedFilters(),
    });
  }
  /** As `load`, for events to be found: filters over loaded events, which could hide them, end with the answer. */
  async search(filters: AuditFilters): Promise<boolean> {
    return this.#request({ kind: 'newest', filters: this.#withAccount(filters), isSearch: true });
  }
  /** Loads one further page; does nothing, and answers false, where the service gives no cursor or none is configured. */
  async loadOlder(): Promise<boolean> {
    const { next } = this.provenance();
    if (this.whyNoOlder() || !next) return false;
    return this.#request({ kind: 'older', next });
  }
  /** Does once more what `error` is about. */
  async retry(): Promise<boolean> {
    const cause = failureOf(this.#state)?.cause;
    switch (cause?.kind) {
      case 'newest':
        return this.#request(cause);
      case 'older':
        return this.loadOlder();
      case 'ownActor':
        return showMine();
      case 'following':
        return cause.resume ? cause.resume() : this.load();
      case undefined:
        return this.load();
    }
  }
  /** Aborts the request on its way, and ends the sequence that it belongs to; loaded events stay. */
  cancel(): void {
    this.#requests.abort();
    this.#move(dropped(this.#state));
  }
  /** Whether there is a vault to select. */
  hasVaults(): boolean {
    return this.#deps.targets.all().length > 0;
  }
  /** Grows with each request that begins or is aborted: a sequence of requests tells by it that others came between. */
  turn(): number {
    return this.#requests.turn;
  }

  /** Filters the loaded events. `isLive`: more such filters may follow at once. */
  setLocal(local: LocalFilters, isLive = false): void {
    this.#annotate({ local }, isLive);
  }
  /** Shown above the events until the next listing. */
  setNote(note: string | undefined): void {
    this.#annotate({ note });
  }
  /** Shows the events of a file; the next `load` leads back to the service. */
  open(file: OpenedFile): void {
    this.#resetTo(fileShown(file));
  }
  /** More of the file shown was read, or all of it. Does nothing where other events are shown by now. */
  readOn({ listing }: Ledger, change: Pick<OpenedFile, 'doubts' | 'isReading'>): void {
    if (this.listing() === listing) this.#move(fileChanged(this.#state, change));
  }
  /**
   * Whether other events may take the place of a file's, which takes the marks along that the person made: of those that
   * no file has they are asked.
   */
  mayReplace(): Promise<boolean> {
    return mayDropMarks(this.#deps.messages, this.marks, this.listing());
  }
  /** Shows the events of another connection than queries go to, until another target is chosen. */
  switchConnection(name: string): void {
    // Another connection's answers must find nothing of this one's, nor may its filters be under the other's name.
    if (this.#connections.switchTo(name)) this.resetStore();
  }
  /** The account of the current connection where its settings name none; for this window only. */
  setAccount(accountID: string): void {
    this.#connections.setAccount(accountID);
  }
  /** Drops what is loaded, for a connection that is gone. */
  resetStore(): void {
    this.#resetTo(idle(this.#connections.identity(), this.newLedger));
  }
  /** Drops all that is known: what is loaded, and whom requests came from, which accounts were typed, how actors look masked. */
  forget(): void {
    this.#requests.forgetPaging();
    this.#connections.forget();
    this.#own.forget();
    this.masking.forget();
    this.marks.forget();
    this.resetStore();
  }

  /** Whether the request with this ID is one of this extension for audit events. */
  isOwn(requestID: string | undefined): boolean {
    return this.#own.isOwn(requestID);
  }
  /** Who the current connection's requests come from, as far as an event of one has been seen. */
  me(): string | undefined {
    return this.#own.actor(this.#connections.identity() ?? '');
  }
  /** Reads the newest page without filters, for `me` alone: what is shown stays. False as with `load`. */
  learnMe(): Promise<boolean> {
    const filters = this.#connections.neededAccount(this.requestedFilters());
    return this.#request({ kind: 'ownActor', filters });
  }

  /** For following: one page of what is shown. */
  async fetch(next: NextOps | undefined, signal: AbortSignal): Promise<Outcome<AuditPage>> {
    const connection = this.connection();
    if (!connection) return { ok: false, error: { kind: 'noToken', retry: false } };
    return this.#requests.page({ connection, filters: this.sentFilters(), next, once: true }, signal);
  }
  /** For following: takes in events; answers those that were not known. */
  take(events: readonly AuditEvent[]): readonly AuditEvent[] {
    this.#own.learn(events, this.#connections.identity() ?? '');
    const fresh = this.#shown.listing.ledger.addPage({ events, nextOps: null }, 'newest');
    if (fresh.length > 0) this.#changed();
    return fresh;
  }
  followState(): FollowState {
    return this.#followState;
  }
  /** For the follower alone: what it does just now. */
  setFollowState(state: FollowState): void {
    const before = this.#followState;
    this.#followState = state;
    if (isFollowing(state) !== isFollowing(before)) this.#changed();
  }
  /** Where events may be missing among those shown, as following found it; in place of what it said before. */
  setGaps(gaps: readonly Gap[]): void {
    this.#annotate({ gaps });
  }
  /** What a round of following found out, in one change: its gaps, what is to be said of it, whether it failed. */
  reportRound({ gaps, note, failure }: RoundReport): void {
    const known = annotated(this.#state, { gaps });
    const noted = note ? annotated(known, note) : known;
    const next = failure ? followingFailed(noted, failure.error, failure.resume) : followingRecovered(noted);
    if (next !== this.#state) this.#move(next);
  }
  /** Following failed; `resume` continues with it when the person tries again. */
  followingFailed(error: ApiError, resume?: () => Promise<boolean>): void {
    const next = followingFailed(this.#state, error, resume);
    if (next !== this.#state) this.#move(next);
  }
  /** Following continues, or is over: what it failed with has passed. */
  followingRecovered(): void {
    const next = followingRecovered(this.#state);
    if (next !== this.#state) this.#move(next);
  }

  /** The connection has another token, or none. */
  tokenReplaced(): void {
    const next = tokenReplaced(this.#state);
    if (next !== this.#state) this.#move(next);
  }
  /** The service rejected the connection's token in another request. */
  tokenRejected(): void {
    const next = tokenRejected(this.#state);
    if (next !== this.#state) this.#move(next);
  }

  dispose(): void {
    this.#requests.abort();
    this.#connections.dispose();
    this.#listening.dispose();
    this.masking.dispose();
    this.marks.dispose();
    this.#changes.dispose();
  }

  get #shown() {
    return restingOf(this.#state);
  }
  #withAccount(filters: AuditFilters): AuditFilters {
    return { ...this.#connections.neededAccount(this.requestedFilters()), ...filters };
  }
  async #request(request: FeedRequest): Promise<boolean> {
    const isLoss = request.kind === 'newest' && this.marks.unsaved(this.listing()) > 0;
    if (isLoss && !(await this.mayReplace())) return false;
    const connection = this.connection();
    const identity = this.#connections.identity();
    if (!connection || !identity) return false;
    const own = this.#requests.begin();
    this.#move(loading(this.#state, request, identity, this.newLedger));
    const next = request.kind === 'older' ? request.next : undefined;
    const by = request.kind === 'older' ? this.filters().service : request.filters;
    const filters = this.#connections.sentFilters(by);
    const onWait = (until: number | undefined): void => {
      if (!own.signal.aborted && this.#state.name === 'loading') this.#move(waiting(this.#state, until));
    };
    const outcome = await this.#requests.page({ connection, filters, next, onWait }, own.signal);
    // A newer request has taken over: this answer belongs to filters that are no longer wanted.
    if (!this.#requests.end(own) || this.#state.name !== 'loading') return false;
    // The connection may change without a word while a file is shown: the answer is that of another one.
    if (this.#connections.identity() !== identity) {
      this.#move(dropped(this.#state));
      return false;
    }
    if (outcome.ok) this.#own.learn(outcome.value.events ?? [], identity);
    if (outcome.ok && request.kind === 'newest') forgetParsed();
    const after = outcome.ok
      ? answered(this.#state, outcome.value, identity, this.newLedger, this.#requests.paging(identity))
      : refused(this.#state, outcome.error);
    if (request.kind === 'older' || (request.kind === 'newest' && outcome.ok))
      this.#requests.setPaging(identity, restingOf(after).listing.ledger.provenance().support);
    this.#move(after);
    return true;
  }
  #resetTo(state: FeedState): void {
    this.#requests.abort();
    forgetParsed();
    this.#move(state);
  }
  #annotate(change: ListingChange, isLive = false): void {
    const next = annotated(this.#state, change);
    if (next !== this.#state) this.#move(next, isLive);
  }
  /** The only place where the state becomes another. */
  #move(state: FeedState, isLive = false): void {
    const before = this.listing();
    this.#state = state;
    this.#filterMarked();
    if (this.listing() !== before) this.marks.drop(before);
    if (this.listing() !== before)
      this.trail.drop(before).catch((error: unknown) => this.#log.defect('audit trail', error));
    this.#changed(isLive);
  }
  /** Where a text is searched for, events whose notes have it are found too. */
  #withNotes(local: LocalFilters): LocalFilters {
    const noted = local.text ? this.marks.withText(local.text) : [];
    return noted.length === 0 ? local : { ...local, noted };
  }
  /** Where the marked events are filtered, these are the ones that are marked now. */
  #filterMarked(): void {
    const { local } = this.filters();
    if (!local.marked) return;
    this.#state = annotated(this.#state, { local: { ...local, marked: this.marks.keys() } });
  }
  #changed(isLive = false): void {
    this.#snapshot = undefined;
    this.#changes.fire({ isLive });
  }
}
