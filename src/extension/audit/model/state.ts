import * as vscode from 'vscode';
import { type Capability, capabilities, hasCapability } from '../../../core/audit/feed/capabilities.ts';
import {
  createIdleFeedState,
  type FeedState,
  findFailure,
  findSettledState,
  type OpenedFile,
  type SettledState,
} from '../../../core/audit/feed/feedState.ts';
import type { Gap } from '../../../core/audit/feed/follow.ts';
import { chooseListingToKeep, type KeptListing } from '../../../core/audit/feed/keptListing.ts';
import type { Provenance } from '../../../core/audit/feed/ledger.ts';
import {
  type FeedPhase,
  isFromFileOrConnection,
  summarizeFeedState,
} from '../../../core/audit/feed/phase.ts';
import type { AuditFilterState } from '../../../core/audit/filters/filterState.ts';
import type { Environment } from '../../../core/service/connections/connections.ts';
import type { ApiError } from '../../../core/service/errors.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import type { ConnectionSwitch } from './connectionSwitch.ts';
import { type FollowState, isFollowing, notFollowing } from './followState.ts';
import type { Listings } from './listings.ts';

/** A connection to which displayed events belong. */
export type SourceConnection = Pick<AnyConnection, 'environment' | 'name'>;

export interface AuditSnapshot {
  /** The connection from which events are requested. */
  readonly connection: AnyConnection | undefined;
  /** The connection to which the displayed events belong; undefined if that is unknown, because they come from a file. */
  readonly source: SourceConnection | undefined;
  readonly file: OpenedFile | undefined;
  readonly capabilities: ReadonlySet<Capability>;
  readonly filters: AuditFilterState;
  readonly provenance: Provenance;
  readonly phase: FeedPhase;
  /** Ranges of the listing in which events may be missing, whether or not filters hide the events next to them. */
  readonly gaps: readonly Gap[];
  /** Whether new events are followed. False while following is still starting. */
  readonly following: boolean;
  readonly note: string | undefined;
  readonly error: ApiError | undefined;
  readonly canGoBack: boolean;
  /**
   * When the pending request is sent again after a wait that the service requested, in milliseconds since 1970.
   * Undefined if there is no such wait.
   */
  readonly retryAt: number | undefined;
}

/**
 * `isLive` is true if more changes may follow at once, for example while the user drags a range.
 */
interface ModelChange {
  readonly isLive: boolean;
}

/**
 * The state of the audit model: which events are displayed, what is being requested, and whether new events are
 * followed.
 */
export class ModelState implements vscode.Disposable {
  readonly onDidChange: vscode.Event<ModelChange>;
  readonly onDidDropListing: vscode.Event<number>;
  readonly #changes = new vscode.EventEmitter<ModelChange>();
  readonly #drops = new vscode.EventEmitter<number>();
  readonly #connections: Pick<ConnectionSwitch, 'current' | 'identity'>;
  #current: FeedState;
  #follow: FollowState = notFollowing;
  #kept: KeptListing | undefined;
  #snapshot: AuditSnapshot | undefined;

  constructor(
    connections: Pick<ConnectionSwitch, 'current' | 'identity'>,
    listings: Pick<Listings, 'beginServiceListing'>,
  ) {
    this.#connections = connections;
    this.onDidChange = this.#changes.event;
    this.onDidDropListing = this.#drops.event;
    this.#current = createIdleFeedState(connections.identity(), listings.beginServiceListing);
  }

  /** Returns the state of the displayed events, including a pending or failed request. */
  get current(): FeedState {
    return this.#current;
  }
  /** Returns the displayed listing and where its events come from. */
  get displayed(): SettledState {
    return findSettledState(this.#current);
  }
  snapshot(): AuditSnapshot {
    const { listing } = this.displayed;
    this.#snapshot ??= {
      connection: this.#connections.current(),
      source: this.getSourceConnection(),
      file: this.file(),
      capabilities: this.capabilities(),
      filters: listing.filters,
      provenance: this.provenance(),
      phase: this.phase(),
      gaps: listing.gaps,
      following: isFollowing(this.#follow),
      note: listing.note,
      error: this.error(),
      canGoBack: this.getRestorableListing() !== undefined,
      retryAt: this.#current.name === 'loading' ? this.#current.retryAt : undefined,
    };
    return this.#snapshot;
  }
  /**
   * Returns the previous events of the current connection that can be displayed again; undefined if
   * there are none.
   */
  getRestorableListing(): KeptListing | undefined {
    return this.#kept?.state.listing.identity === this.#connections.identity() ? this.#kept : undefined;
  }
  /** Returns the number of the displayed listing. */
  getListingNumber(): number {
    return this.displayed.listing.ledger.listing;
  }
  file(): OpenedFile | undefined {
    const { displayed } = this;
    return displayed.name === 'file' ? displayed.file : undefined;
  }
  /** Returns what can be done with the displayed events, depending on where they come from. */
  capabilities(): ReadonlySet<Capability> {
    return new Set(capabilities.filter((capability) => hasCapability(this.displayed, capability)));
  }
  /**
   * Returns the connection from which events are requested; undefined if there is none, or if the
   * displayed events come from a file, whose connection is unknown.
   */
  getServiceConnection(): AnyConnection | undefined {
    return this.file() ? undefined : this.#connections.current();
  }
  /**
   * Returns the connection to which the displayed events belong: the one from which events are requested, or the one
   * whose table in ClickHouse is displayed. Undefined if there is none, or if the events come from a file.
   */
  getSourceConnection(): SourceConnection | undefined {
    const file = this.file();
    if (!file) return this.getServiceConnection();
    return file.table && { name: file.table.connection, environment: file.table.environment };
  }
  environment(): Environment | undefined {
    return this.isListingOfOtherConnection() ? undefined : this.getServiceConnection()?.environment;
  }
  provenance(): Provenance {
    return this.displayed.listing.ledger.provenance();
  }
  error(): ApiError | undefined {
    return findFailure(this.#current)?.error;
  }
  phase(): FeedPhase {
    return summarizeFeedState(this.#current, this.#connections.identity());
  }
  /** Whether events of the current connection, or of files, are loaded. An empty page counts as loaded. */
  isLoaded(): boolean {
    return isFromFileOrConnection(this.#current, this.#connections.identity());
  }
  isLoading(): boolean {
    return this.#current.name === 'loading';
  }
  /**
   * Whether a request is pending after which other events will be displayed: for a newest page, or for a page that is not
   * displayed itself. False for a request for older events.
   */
  isReplacingEvents(): boolean {
    return this.#current.name === 'loading' && this.#current.request.kind !== 'older';
  }
  /**
   * Whether the displayed listing belongs to another connection than the current one, or to another address or account
   * ID of that connection. False for files.
   */
  isListingOfOtherConnection(): boolean {
    const { displayed } = this;
    return displayed.name !== 'file' && displayed.listing.identity !== this.#connections.identity();
  }
  get follow(): FollowState {
    return this.#follow;
  }

  setFeedState(next: FeedState, isLive = false): void {
    const before = this.displayed;
    this.#current = next;
    if (this.getListingNumber() !== before.listing.ledger.listing) {
      const { kept, dropped } = chooseListingToKeep(before, this.displayed, this.#kept, Date.now());
      this.#kept = kept;
      for (const listingNumber of dropped) this.#drops.fire(listingNumber);
    }
    this.notifyStateChange(isLive);
  }
  /** Replaces the state with the result of `transition`, unless that is the same object. */
  applyTransition(transition: (state: FeedState) => FeedState, isLive = false): void {
    const next = transition(this.#current);
    if (next !== this.#current) this.setFeedState(next, isLive);
  }
  /** Notifies the listeners only if following begins or ends. */
  setFollowState(to: FollowState): void {
    const before = this.#follow;
    this.#follow = to;
    if (isFollowing(to) !== isFollowing(before)) this.notifyStateChange();
  }
  /** Notifies the listeners, for example after events were added to the displayed listing. */
  notifyStateChange(isLive = false): void {
    this.#snapshot = undefined;
    this.#changes.fire({ isLive });
  }
  dispose(): void {
    this.#changes.dispose();
    this.#drops.dispose();
  }
}
