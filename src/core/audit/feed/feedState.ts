/**
 * What is shown of the audit trail and what was asked for: one of five named states, and how one becomes another. Each
 * transition answers the next state; only the ledger of a listing changes in place: an older page is added to it, a refused
 * one tells it that the service does not page, and following adds to it without a transition.
 */
import { type ApiError, tokenRejected as rejectedToken, tokenProblem } from '../../service/errors.ts';
import type { AuditPage, NextOps } from '../../service/types.ts';
import type { FileDoubt } from '../file/exported.ts';
import type { AuditFilterState } from '../filters/filterState.ts';
import type { AuditFilters } from '../filters/filters.ts';
import { withoutPart } from '../filters/localFilters.ts';
import { type LocalFilters, noFilters } from '../table/filter.ts';
import type { Ledger, NewLedger, PagingSupport } from './ledger.ts';
import type { Gap } from './missing.ts';

/** Events with what belongs to them. */
export interface Listing {
  readonly ledger: Ledger;
  /** What its events are filtered by: by the service, and here. */
  readonly filters: AuditFilterState;
  /** The connection, with its address and account, that the events are of; undefined where there is none. */
  readonly identity: string | undefined;
  /** Where following found that events may be missing. */
  readonly gaps: readonly Gap[];
  /** Something to know about the events, e.g. that one is only likely that of a query. */
  readonly note?: string;
}

/** Exported events that were opened again. */
export interface OpenedFile {
  readonly name: string;
  /** Of its events, in a listing of their own that does not page. */
  readonly ledger: Ledger;
  readonly doubts?: readonly FileDoubt[];
  /** While more of its events come. */
  readonly isReading?: boolean;
}

/**
 * `newest`: the first page for these filters; a search shows it without filters over loaded events · `older`: the page at
 * `next` · `ownActor`: the newest page without filters, of which nothing is shown: it tells who the requests come from.
 * `resume` repeats, when the user tries again, what needs to know that.
 */
export type FeedRequest =
  | { readonly kind: 'newest'; readonly filters: AuditFilters; readonly isSearch?: true }
  | {
      readonly kind: 'ownActor';
      readonly filters: AuditFilters;
      readonly resume: () => Promise<boolean>;
    }
  | { readonly kind: 'older'; readonly next: NextOps };

export interface Failure {
  readonly error: ApiError;
  /** The request or following that Try Again repeats. */
  readonly cause: FeedRequest | { readonly kind: 'following'; readonly resume?: () => Promise<boolean> };
}

/** Nothing is loaded; the listing is empty, with the filters that were asked for in vain. */
interface Idle {
  readonly name: 'idle';
  readonly listing: Listing;
}
/** Events of the service are loaded. */
export interface Shown {
  readonly name: 'shown';
  readonly listing: Listing;
}
/** Events of a file are shown in place of the service's. */
interface FileShown {
  readonly name: 'file';
  readonly listing: Listing;
  readonly file: OpenedFile;
}
/** What is there while nothing is requested. */
export type Resting = Idle | Shown | FileShown;
/** The last request, or following, failed. What was there before stays. */
export interface Failed {
  readonly name: 'failed';
  readonly failure: Failure;
  readonly over: Resting;
}
/** A request is on its way. What was there before stays until it is answered. */
export interface Loading {
  readonly name: 'loading';
  readonly request: FeedRequest;
  readonly over: Resting | Failed;
  /** When the request is sent again, as the service asked to wait: milliseconds since 1970. */
  readonly retryAt?: number;
}
export type FeedState = Resting | Failed | Loading;

const emptyListing = (identity: string | undefined, ledger: Ledger): Listing => ({
  identity,
  ledger,
  gaps: [],
  filters: { service: {}, local: noFilters },
});

/** Nothing is loaded of that connection. */
export const idle = (identity: string | undefined, newLedger: NewLedger): Idle => ({
  name: 'idle',
  listing: emptyListing(identity, newLedger()),
});

/** The events of a file. */
export const fileShown = (file: OpenedFile): FileShown => ({
  name: 'file',
  listing: emptyListing(undefined, file.ledger),
  file,
});

/** What is there, whatever was asked for beside it. */
export function restingOf(state: FeedState): Resting {
  if (state.name === 'failed') return state.over;
  return state.name === 'loading' ? restingOf(state.over) : state;
}

/** Why the last request, or following, failed; a new request takes it away. */
export function failureOf(state: FeedState): Failure | undefined {
  if (state.name === 'loading') return failureOf(state.over);
  return state.name === 'failed' ? state.failure : undefined;
}

/** The filters of a request for the newest events, while it is on its way. */
export const pendingFilters = (state: FeedState): AuditFilters | undefined =>
  state.name === 'loading' && state.request.kind === 'newest' ? state.request.filters : undefined;

/** Filters to start a change from: those on their way, else those of what is shown. */
export const requestedFilters = (state: FeedState): AuditFilters =>
  pendingFilters(state) ?? restingOf(state).listing.filters.service;

/** A request to the connection `identity` leaves. Events of another connection go at once, those of a file stay. */
export function loading(
  state: FeedState,
  request: FeedRequest,
  identity: string,
  newLedger: NewLedger,
): Loading {
  const before = restingOf(state);
  const isOthers = before.name !== 'file' && before.listing.identity !== identity;
  const over = isOthers && request.kind !== 'older' ? idle(identity, newLedger) : before;
  if (over.name !== 'idle' || request.kind !== 'newest') return { name: 'loading', request, over };
  // With nothing shown that has others, the filters are there even if the service refuses.
  const filters = { ...over.listing.filters, service: request.filters };
  const listing = { ...over.listing, filters };
  return { name: 'loading', request, over: { name: 'idle', listing } };
}

/**
 * The service gave a page. `paging` is what is known of the connection's paging, for a new listing. Filters over loaded
 * events stay, but for events picked from the listing before; a search shows all that it finds.
 */
export function answered(
  state: Loading,
  page: AuditPage,
  identity: string,
  newLedger: NewLedger,
  paging?: PagingSupport,
): Resting {
  const { request } = state;
  const over = restingOf(state);
  if (request.kind === 'ownActor') return over;
  if (request.kind === 'older') {
    over.listing.ledger.addPage(page, 'older', request.next);
    return over;
  }
  const ledger = newLedger(paging);
  ledger.addPage(page, 'newest');
  const { local: before } = over.listing.filters;
  const local = request.isSearch ? noFilters : before.events ? withoutPart(before, 'events') : before;
  const filters = { service: request.filters, local };
  return {
    name: 'shown',
    listing: { ...emptyListing(identity, ledger), filters },
  };
}

/** The request waits until `retryAt`, as the service asked; `undefined`: the wait is over. */
export function waiting({ request, over }: Loading, retryAt: number | undefined): Loading {
  return { name: 'loading', request, over, ...(retryAt !== undefined && { retryAt }) };
}

/** The service refused, or could not be reached. */
export function refused({ request, over }: Loading, error: ApiError): Resting | Failed {
  const before = restingOf(over);
  // That the service does not page is a finding, no failure.
  if (request.kind === 'older' && before.listing.ledger.refused(error)) return over;
  return { name: 'failed', failure: { error, cause: request }, over: before };
}

/** The request is no longer wanted: it was cancelled, or the connection is another by now. */
export const dropped = (state: FeedState): Resting | Failed =>
  state.name === 'loading' ? state.over : state;

/**
 * Following failed; `resume` continues with it. Beside a request on its way it is known once that is dropped. A failed
 * request that the user made is kept instead: following retries automatically.
 */
export function followingFailed(
  state: FeedState,
  error: ApiError,
  resume: (() => Promise<boolean>) | undefined,
): FeedState {
  const known = failureOf(state)?.cause.kind ?? 'following';
  if (known !== 'following') return state;
  const failure: Failure = { error, cause: { kind: 'following', ...(resume && { resume }) } };
  const failed: Failed = { name: 'failed', failure, over: restingOf(state) };
  return state.name === 'loading' ? { ...state, over: failed } : failed;
}

/** Following continues. The failure of a request that the user made is kept. */
export function followingRecovered(state: FeedState): FeedState {
  if (failureOf(state)?.cause.kind !== 'following') return state;
  return state.name === 'loading' ? { ...state, over: restingOf(state) } : restingOf(state);
}

/** The connection has another token, or none: what a request met that failed because of the token is over. */
export function tokenReplaced(state: FeedState): FeedState {
  const error = failureOf(state)?.error;
  if (!error || !tokenProblem(error)) return state;
  return state.name === 'loading' ? { ...state, over: restingOf(state) } : restingOf(state);
}

/**
 * The service rejected the connection's token in a request of another kind. It would reject one for events too, which is
 * said where there was no token before, or nothing was requested yet.
 */
export function tokenRejected(state: FeedState): FeedState {
  const failure = failureOf(state);
  const isOpen = failure ? tokenProblem(failure.error) === 'missing' : state.name === 'idle';
  if (!isOpen || state.name === 'loading') return state;
  const over = restingOf(state);
  const cause = failure?.cause ?? { kind: 'newest', filters: over.listing.filters.service };
  return { name: 'failed', failure: { error: rejectedToken, cause }, over };
}

/** The state with something else known of the file that is shown; the same state where no file is. */
export function fileChanged<S extends FeedState>(
  state: S,
  change: Pick<OpenedFile, 'doubts' | 'isReading'>,
): S {
  if (state.name === 'loading' || state.name === 'failed')
    return { ...state, over: fileChanged(state.over, change) };
  return state.name === 'file' ? { ...state, file: { ...state.file, ...change } } : state;
}

/** What can change of what is shown while its events stay. */
type ListingChange =
  | { readonly gaps: readonly Gap[] }
  | { readonly note: string | undefined }
  | { readonly local: LocalFilters };

/** The state with another note, other gaps or filters here of what is shown; the same state where nothing changes. */
export function annotated<S extends FeedState>(state: S, change: ListingChange): S {
  if (state.name === 'loading' || state.name === 'failed') {
    const over = annotated(state.over, change);
    return over === state.over ? state : { ...state, over };
  }
  const { listing } = state as Resting;
  const next = changed(listing, change);
  return next === listing ? state : { ...state, listing: next };
}

function changed(listing: Listing, change: ListingChange): Listing {
  if ('gaps' in change) return change.gaps === listing.gaps ? listing : { ...listing, gaps: change.gaps };
  if ('local' in change) return { ...listing, filters: { ...listing.filters, local: change.local } };
  if (change.note === listing.note) return listing;
  const { note: _before, ...rest } = listing;
  return {
    ...rest,
    ...(change.note === undefined ? {} : { note: change.note }),
  };
}
