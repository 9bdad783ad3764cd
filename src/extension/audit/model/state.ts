import * as vscode from 'vscode';
import {
  type FeedState,
  failureOf,
  idleState,
  listingChanged,
  type OpenedFile,
  type SettledState,
  settledState,
} from '../../../core/audit/feed/feedState.ts';
import type { Gap } from '../../../core/audit/feed/follow.ts';
import type { Provenance } from '../../../core/audit/feed/ledger.ts';
import { type FeedPhase, isLoaded, phaseOf } from '../../../core/audit/feed/phase.ts';
import type { AuditFilterState } from '../../../core/audit/filters/filterState.ts';
import type { Environment } from '../../../core/service/connections/connections.ts';
import type { ApiError } from '../../../core/service/errors.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import type { EventMarks } from '../marks/eventMarks.ts';
import type { ConnectionSwitch } from './connectionSwitch.ts';
import { type FollowState, isFollowing, notFollowing } from './followState.ts';
import type { Listings } from './listings.ts';

/** What is known of the displayed events without reading the trail. Each change creates another snapshot. In memory only. */
export interface AuditSnapshot {
  readonly connection: AnyConnection | undefined;
  /** The files whose events are displayed instead of the service's. */
  readonly file: OpenedFile | undefined;
  /** The filters in force: the service's, and those over loaded events. */
  readonly filters: AuditFilterState;
  readonly provenance: Provenance;
  readonly phase: FeedPhase;
  /** The places where events may be missing, whether or not the filters let their neighbours pass. */
  readonly gaps: readonly Gap[];
  readonly following: boolean;
  /** A remark about the displayed events, e.g. that an event is only likely that of a query. */
  readonly note: string | undefined;
  readonly error: ApiError | undefined;
  /** When a rate-limited request is sent again, in milliseconds since 1970; undefined if none is waiting. */
  readonly retryAt: number | undefined;
}

/** `isLive`: only filters over loaded events changed, and more changes may follow at once, e.g. while a range is dragged. */
interface ModelChange {
  readonly isLive: boolean;
}

/**
 * The state of the audit model: which events are displayed, and what is being requested. This is the one place where it
 * changes; the transitions are the functions of `src/core/audit/feed/feedState.ts`.
 */
export class ModelState implements vscode.Disposable {
  readonly onDidChange: vscode.Event<ModelChange>;
  /** Fires with the number of a listing when another one takes its place, before `onDidChange`. */
  readonly onDidReplaceListing: vscode.Event<number>;
  readonly #changes = new vscode.EventEmitter<ModelChange>();
  readonly #replacements = new vscode.EventEmitter<number>();
  readonly #connections: Pick<ConnectionSwitch, 'current' | 'identity'>;
  readonly #marks: Pick<EventMarks, 'keys'>;
  #current: FeedState;
  #follow: FollowState = notFollowing;
  #snapshot: AuditSnapshot | undefined;

  /** `marks`: those of the displayed events. */
  constructor(
    connections: Pick<ConnectionSwitch, 'current' | 'identity'>,
    listings: Pick<Listings, 'begin'>,
    marks: Pick<EventMarks, 'keys'>,
  ) {
    this.#connections = connections;
    this.#marks = marks;
    this.onDidChange = this.#changes.event;
    this.onDidReplaceListing = this.#replacements.event;
    this.#current = idleState(connections.identity(), listings.begin);
  }

  get current(): FeedState {
    return this.#current;
  }
  /** Returns the displayed events and what belongs to them. A pending or failed request does not change them. */
  get displayed(): SettledState {
    return settledState(this.#current);
  }
  snapshot(): AuditSnapshot {
    const { listing } = this.displayed;
    this.#snapshot ??= {
      connection: this.#connections.current(),
      file: this.file(),
      filters: listing.filters,
      provenance: this.provenance(),
      phase: this.phase(),
      gaps: listing.gaps,
      following: isFollowing(this.#follow),
      note: listing.note,
      error: this.error(),
      retryAt: this.#current.name === 'loading' ? this.#current.retryAt : undefined,
    };
    return this.#snapshot;
  }
  /** The number of the displayed listing. The numbers of events are valid within their listing only. */
  listing(): number {
    return this.displayed.listing.ledger.listing;
  }
  /** The files whose events are displayed instead of the service's. */
  file(): OpenedFile | undefined {
    const { displayed } = this;
    return displayed.name === 'file' ? displayed.file : undefined;
  }
  /**
   * Returns the connection from which events are requested, which is that of the displayed events; undefined if there is
   * none, or if the events come from a file, whose connection is unknown.
   */
  origin(): AnyConnection | undefined {
    return this.file() ? undefined : this.#connections.current();
  }
  /**
   * The environment that the displayed events come from; undefined if it is unknown: they are a file's, or of a connection that
   * was removed, or has had another address or account since.
   */
  environment(): Environment | undefined {
    return this.isStale() ? undefined : this.origin()?.environment;
  }
  provenance(): Provenance {
    return this.displayed.listing.ledger.provenance();
  }
  /** Why the last request, or following, failed. A new request clears it. */
  error(): ApiError | undefined {
    return failureOf(this.#current)?.error;
  }
  phase(): FeedPhase {
    return phaseOf(this.#current, this.#connections.identity());
  }
  /** Whether events of the current connection, or of files, are loaded. An empty page counts as loaded. */
  isLoaded(): boolean {
    return isLoaded(this.#current, this.#connections.identity());
  }
  isLoading(): boolean {
    return this.#current.name === 'loading';
  }
  /** Whether the displayed events are from another connection than the current one: its address changed, or it was switched. */
  isStale(): boolean {
    const { displayed } = this;
    return displayed.name !== 'file' && displayed.listing.identity !== this.#connections.identity();
  }
  /** What the follower is doing at the moment. */
  get follow(): FollowState {
    return this.#follow;
  }

  /** Replaces the state and notifies the listeners. */
  set(next: FeedState, isLive = false): void {
    const before = this.listing();
    this.#current = next;
    this.#updateMarkedFilter();
    if (this.listing() !== before) this.#replacements.fire(before);
    this.notify(isLive);
  }
  /** Replaces the state by what `transition` makes of it; does nothing if that is the same state. */
  apply(transition: (state: FeedState) => FeedState, isLive = false): void {
    const next = transition(this.#current);
    if (next !== this.#current) this.set(next, isLive);
  }
  setFollow(to: FollowState): void {
    const before = this.#follow;
    this.#follow = to;
    if (isFollowing(to) !== isFollowing(before)) this.notify();
  }
  /** Notifies the listeners of a change inside the state, e.g. that the ledger of the listing has more events. */
  notify(isLive = false): void {
    this.#snapshot = undefined;
    this.#changes.fire({ isLive });
  }
  dispose(): void {
    this.#changes.dispose();
    this.#replacements.dispose();
  }

  /** If the displayed events are filtered to marked ones, updates that filter to the events that are marked now. */
  #updateMarkedFilter(): void {
    const { local } = this.displayed.listing.filters;
    if (!local.marked) return;
    this.#current = listingChanged(this.#current, { local: { ...local, marked: this.#marks.keys() } });
  }
}
