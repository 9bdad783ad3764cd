/**
 * What is shown of the audit trail and what was asked for: one of five named states, and how one becomes another. Each
 * transition answers the next state; only the store of a listing changes in place: an older page is added to it, a refused
 * one tells it that the service does not page, and following adds to it without a transition.
 */
import type { ApiError } from '../../service/errors.ts';
import type { AuditPage, NextOps } from '../../service/types.ts';
import type { FileDoubt } from '../file/exported.ts';
import type { AuditFilters } from '../filters/filters.ts';
import type { Gap } from './missing.ts';
import { type AuditStore, createAuditStore, type PagingSupport } from './store.ts';

/** Events with what belongs to them. */
export interface Listing {
  readonly store: AuditStore;
  /** What the service filtered by. */
  readonly filters: AuditFilters;
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
  /** Its events, in a store of their own that does not page. */
  readonly store: AuditStore;
  readonly doubts?: readonly FileDoubt[];
}

/**
 * `newest`: the first page for these filters; a search shows it without filters over loaded events · `older`: the page at
 * `next` · `identity`: the newest page without filters, of which nothing is shown: it tells who the requests come from.
 */
export type FeedRequest =
  | { readonly kind: 'newest'; readonly filters: AuditFilters; readonly isSearch?: true }
  | { readonly kind: 'identity'; readonly filters: AuditFilters }
  | { readonly kind: 'older'; readonly next: NextOps };

export interface Failure {
  readonly error: ApiError;
  /** What is done once more when the person tries again. */
  readonly cause: FeedRequest | { readonly kind: 'following'; readonly resume?: () => Promise<boolean> };
}

/** Nothing is loaded; the listing is empty, with the filters that were asked for in vain. */
export interface Idle {
  readonly name: 'idle';
  readonly listing: Listing;
}
/** Events of the service are loaded. */
export interface Shown {
  readonly name: 'shown';
  readonly listing: Listing;
}
/** Events of a file are shown in place of the service's. */
export interface FileShown {
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
}
export type FeedState = Resting | Failed | Loading;

const emptyListing = (identity: string | undefined, paging?: PagingSupport): Listing => ({
  ...{ identity, filters: {}, gaps: [] },
  store: createAuditStore(paging ? { paging } : {}),
});

/** Nothing is loaded of that connection. */
export const idle = (identity: string | undefined): Idle => ({
  name: 'idle',
  listing: emptyListing(identity),
});

/** The events of a file. */
export const fileShown = (file: OpenedFile): FileShown => ({
  name: 'file',
  listing: { ...emptyListing(undefined), store: file.store },
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
  pendingFilters(state) ?? restingOf(state).listing.filters;

/** A request to the connection `identity` leaves. Events of another connection go at once, those of a file stay. */
export function loading(state: FeedState, request: FeedRequest, identity: string): Loading {
  const before = restingOf(state);
  const isOthers = before.name !== 'file' && before.listing.identity !== identity;
  const over = isOthers && request.kind !== 'older' ? idle(identity) : before;
  if (over.name !== 'idle' || request.kind !== 'newest') return { name: 'loading', request, over };
  // With nothing shown that has others, the filters are there even if the service refuses.
  const listing = { ...over.listing, filters: request.filters };
  return { name: 'loading', request, over: { name: 'idle', listing } };
}

/** The service gave a page. `paging` is what is known of the connection's paging, for a new listing. */
export function answered(state: Loading, page: AuditPage, identity: string, paging?: PagingSupport): Resting {
  const { request } = state;
  const over = restingOf(state);
  if (request.kind === 'identity') return over;
  if (request.kind === 'older') {
    over.listing.store.addPage(page, 'older', request.next);
    return over;
  }
  const listing = { ...emptyListing(identity, paging), filters: request.filters };
  listing.store.addPage(page, 'newest');
  return { name: 'shown', listing };
}

/** The service refused, or could not be reached. */
export function refused({ request, over }: Loading, error: ApiError): Resting | Failed {
  const before = restingOf(over);
  // That the service does not page is a finding, no failure.
  if (request.kind === 'older' && before.listing.store.refused(error)) return over;
  return { name: 'failed', failure: { error, cause: request }, over: before };
}

/** The request is no longer wanted: it was cancelled, or the connection is another by now. */
export const dropped = (state: FeedState): Resting | Failed =>
  state.name === 'loading' ? state.over : state;

/**
 * Following failed; `resume` continues with it. Beside a request on its way it is known once that is dropped. A failed
 * request of the person stays: following asks again by itself.
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

/** Following continues. That says nothing about a request that the person made. */
export function followingRecovered(state: FeedState): FeedState {
  if (failureOf(state)?.cause.kind !== 'following') return state;
  return state.name === 'loading' ? { ...state, over: restingOf(state) } : restingOf(state);
}

/** The state with another note or other gaps of what is shown; the same state where nothing changes. */
export function annotated<S extends FeedState>(
  state: S,
  change: { readonly gaps: readonly Gap[] } | { readonly note: string | undefined },
): S {
  if (state.name === 'loading' || state.name === 'failed') {
    const over = annotated(state.over, change);
    return over === state.over ? state : { ...state, over };
  }
  const { listing } = state as Resting;
  if ('gaps' in change)
    return change.gaps === listing.gaps ? state : { ...state, listing: { ...listing, gaps: change.gaps } };
  if (change.note === listing.note) return state;
  const { note: _before, ...rest } = listing;
  return { ...state, listing: { ...rest, ...(change.note === undefined ? {} : { note: change.note }) } };
}
