/**
 * The state of the audit trail view: which events are displayed and which request is pending. State objects are not
 * changed in place, but the ledger of a listing is.
 */

import type { Environment } from '../../service/connections/connections.ts';
import { type ApiError, getTokenProblem, tokenRejectedError as rejectedToken } from '../../service/errors.ts';
import type { AuditPage, NextOps } from '../../service/types.ts';
import type { FileDoubt } from '../file/auditExport.ts';
import { toListingGap } from '../file/collectorEntries.ts';
import type { FilesContent } from '../file/fileReads.ts';
import type { AuditFilterState } from '../filters/filterState.ts';
import type { AuditFilters } from '../filters/filters.ts';
import type { AuditQuery } from '../query/auditQuery.ts';
import { removeTerms } from '../query/serverTerms.ts';
import { type LocalFilters, noLocalFilters } from '../table/filter.ts';
import type { Ledger, NewLedger, PagingSupport } from './ledger.ts';
import type { Gap } from './listingGaps.ts';

export interface Listing {
  readonly ledger: Ledger;
  readonly filters: AuditFilterState;
  /**
   * Identifies the connection, including its address and account, from which the events were loaded. Undefined if there
   * is none, as for a file.
   */
  readonly identity: string | undefined;
  readonly gaps: readonly Gap[];
  /** A hint for the user about the events, for example that an event only probably belongs to a query. */
  readonly note?: string;
}

/** A table in ClickHouse whose events are displayed. */
export interface OpenedTable {
  /** Name of the connection whose settings contain the table. */
  readonly connection: string;
  /** Environment of that connection. */
  readonly environment: Environment;
  readonly host: string;
  /** The number of days back to which its events are read; undefined for all events. */
  readonly days: number | undefined;
  /** The time, in milliseconds since 1970, from which its events are read; absent for all events. */
  readonly from?: number;
  /** The gaps that were found while the table was filled; undefined if they can't be read. */
  readonly gaps: readonly Gap[] | undefined;
  /** Whether literals of some of its events were masked before they were stored. Absent means false. */
  readonly hasMaskedEvents?: boolean;
  /** Present if newer events of the service are displayed above those of the table. */
  readonly newer?: NewerOfService;
}

/** Newer events of the service above those of a table. */
interface NewerOfService {
  /** Time of the newest event in the table; undefined if the table has none. */
  readonly line: string | undefined;
  /** The gap between the service's events and those of the table; absent if there is none. */
  readonly hole?: Gap;
}

/** A source of displayed events other than the service: files, or a table. */
export interface OpenedFile {
  readonly name: string;
  readonly ledger: Ledger;
  readonly doubts?: readonly FileDoubt[];
  readonly isReading?: boolean;
  /** Absent until the files were read. */
  readonly content?: FilesContent;
  /** The table from which the events are read; absent for files. */
  readonly table?: OpenedTable;
}

export type FileChange = Pick<OpenedFile, 'doubts' | 'isReading' | 'content'>;

/**
 * A request for events. `newest`: the first page for `filters`. When the page arrives, the terms in `sentTerms` are
 * removed from the local question, because `filters` contain them; with `isSearch`, all local filters are removed.
 * `older`: the page at the cursor `next`. `apart`: a page that is not displayed, such as one to find out the user's own
 * actor. It is the page at the cursor `next`, or the newest one, and is recorded in `ledger`.
 */
export type FeedRequest =
  | {
      readonly kind: 'newest';
      readonly filters: AuditFilters;
      readonly isSearch?: true;
      readonly sentTerms?: AuditQuery;
    }
  | {
      readonly kind: 'apart';
      readonly filters: AuditFilters;
      readonly ledger?: Ledger;
      readonly next?: NextOps | undefined;
      readonly resume: () => Promise<boolean>;
    }
  | { readonly kind: 'older'; readonly next: NextOps };

export interface Failure {
  readonly error: ApiError;
  readonly cause: FeedRequest | { readonly kind: 'following'; readonly resume?: () => Promise<boolean> };
}

interface Idle {
  readonly name: 'idle';
  readonly listing: Listing;
}
interface EventsShown {
  readonly name: 'shown';
  readonly listing: Listing;
}
interface FileShown {
  readonly name: 'file';
  readonly listing: Listing;
  readonly file: OpenedFile;
}
/** A state without a pending request or a failure. */
export type SettledState = Idle | EventsShown | FileShown;
/** A request, or following the trail, failed. `over` is the state without the failure. */
export interface Failed {
  readonly name: 'failed';
  readonly failure: Failure;
  readonly over: SettledState;
}
/** A request is pending. `over` is the state that is displayed meanwhile. */
export interface Loading {
  readonly name: 'loading';
  readonly request: FeedRequest;
  readonly over: SettledState | Failed;
  /** When the request is sent again, in milliseconds since 1970; absent if the request is not waiting. */
  readonly retryAt?: number;
}
export type FeedState = SettledState | Failed | Loading;

const emptyListing = (identity: string | undefined, ledger: Ledger): Listing => ({
  identity,
  ledger,
  gaps: [],
  filters: { service: {}, local: noLocalFilters },
});

export const createIdleFeedState = (identity: string | undefined, newLedger: NewLedger): Idle => ({
  name: 'idle',
  listing: emptyListing(identity, newLedger()),
});

function listGaps({ gaps = [], newer }: Partial<OpenedTable> = {}): readonly Gap[] {
  return newer?.hole ? [newer.hole, ...gaps] : gaps;
}

export const createFileShownState = (file: OpenedFile): FileShown => ({
  name: 'file',
  listing: { ...emptyListing(undefined, file.ledger), gaps: listGaps(file.table) },
  file,
});

export function findSettledState(state: FeedState): SettledState {
  if (state.name === 'failed') return state.over;
  return state.name === 'loading' ? findSettledState(state.over) : state;
}

/** Returns the failure of a state, or of the state behind its pending request; undefined if there is none. */
export function findFailure(state: FeedState): Failure | undefined {
  if (state.name === 'loading') return findFailure(state.over);
  return state.name === 'failed' ? state.failure : undefined;
}

export const findPendingNewestFilters = (state: FeedState): AuditFilters | undefined =>
  state.name === 'loading' && state.request.kind === 'newest' ? state.request.filters : undefined;

/** Returns the service filters of a pending request for the newest events, or else those of the displayed listing. */
export const findRequestedServiceFilters = (state: FeedState): AuditFilters =>
  findPendingNewestFilters(state) ?? findSettledState(state).listing.filters.service;

/**
 * Returns the state after a request was sent to the connection `identity`. Displayed events of another connection
 * are removed at once, unless the request is for older events; those of a file stay.
 */
export function withStartedRequest(
  state: FeedState,
  request: FeedRequest,
  identity: string,
  newLedger: NewLedger,
): Loading {
  const before = findSettledState(state);
  const isOthers = before.name !== 'file' && before.listing.identity !== identity;
  const over = isOthers && request.kind !== 'older' ? createIdleFeedState(identity, newLedger) : before;
  if (over.name !== 'idle' || request.kind !== 'newest') return { name: 'loading', request, over };
  // If no listing is displayed, the requested filters are kept even if the request fails.
  const filters = { ...over.listing.filters, service: request.filters };
  const listing = { ...over.listing, filters };
  return { name: 'loading', request, over: { name: 'idle', listing } };
}

/**
 * Returns the state after the service returned a page. Older events are added to the displayed listing; a newest page
 * starts a new listing; an `apart` page is not displayed. `paging` is what is known about the connection's paging.
 */
export function withReceivedPage(
  state: Loading,
  page: AuditPage,
  identity: string,
  newLedger: NewLedger,
  paging?: PagingSupport,
): SettledState {
  const { request } = state;
  const over = findSettledState(state);
  if (request.kind === 'apart') {
    request.ledger?.addPage(page, request.next ? 'older' : 'newest', request.next);
    return over;
  }
  if (request.kind === 'older') {
    over.listing.ledger.addPage(page, 'older', request.next);
    return over;
  }
  const ledger = newLedger(paging);
  ledger.addPage(page, 'newest');
  const { local: before } = over.listing.filters;
  // A set of events is only valid for the listing that it was chosen in.
  const question = removeTerms(before.question, request.sentTerms ?? []);
  const local = request.isSearch ? noLocalFilters : { question };
  const filters = { service: request.filters, local };
  return {
    name: 'shown',
    listing: { ...emptyListing(identity, ledger), filters },
  };
}

/**
 * Returns the state in which the pending request waits until `retryAt`, in milliseconds since 1970, because the
 * service asked to wait. With undefined the wait is over.
 */
export function withRetryTime({ request, over }: Loading, retryAt: number | undefined): Loading {
  return { name: 'loading', request, over, ...(retryAt !== undefined && { retryAt }) };
}

/**
 * Returns the state after the pending request failed. No failure is stored if a rejected request for older events only
 * shows that the service does not page.
 */
export function withFailedRequest({ request, over }: Loading, error: ApiError): SettledState | Failed {
  const before = findSettledState(over);
  if (findContinuedLedger(request, before)?.recordRefusal(error)) return over;
  return { name: 'failed', failure: { error, cause: request }, over: before };
}

/** Returns the ledger of the listing of which a further page was requested. */
function findContinuedLedger(request: FeedRequest, { listing }: SettledState): Ledger | undefined {
  if (request.kind === 'apart') return request.next && request.ledger;
  return request.kind === 'older' ? listing.ledger : undefined;
}

export const withoutRequest = (state: FeedState): SettledState | Failed =>
  state.name === 'loading' ? state.over : state;

/**
 * Returns the state after following failed; the same state if it already has the failure of a request. `resume`
 * continues following.
 */
export function withFollowingFailure(
  state: FeedState,
  error: ApiError,
  resume: (() => Promise<boolean>) | undefined,
): FeedState {
  const known = findFailure(state)?.cause.kind ?? 'following';
  if (known !== 'following') return state;
  const failure: Failure = { error, cause: { kind: 'following', ...(resume && { resume }) } };
  const failed: Failed = { name: 'failed', failure, over: findSettledState(state) };
  return state.name === 'loading' ? { ...state, over: failed } : failed;
}

/** Returns the state without its failure if following caused it; otherwise the same state. */
export function withoutFollowingFailure(state: FeedState): FeedState {
  if (findFailure(state)?.cause.kind !== 'following') return state;
  return state.name === 'loading' ? { ...state, over: findSettledState(state) } : findSettledState(state);
}

/** Returns the state without its failure if the token caused it; otherwise the same state. */
export function withoutTokenFailure(state: FeedState): FeedState {
  const error = findFailure(state)?.error;
  if (!error || !getTokenProblem(error)) return state;
  return state.name === 'loading' ? { ...state, over: findSettledState(state) } : findSettledState(state);
}

/**
 * Returns the state after the service rejected the connection's token in a request of another view. Returns the same
 * state unless it is idle, or failed because the token was missing.
 */
export function withTokenRejectedElsewhere(state: FeedState): FeedState {
  const failure = findFailure(state);
  const isOpen = failure ? getTokenProblem(failure.error) === 'missing' : state.name === 'idle';
  if (!isOpen || state.name === 'loading') return state;
  const over = findSettledState(state);
  const cause = failure?.cause ?? { kind: 'newest', filters: over.listing.filters.service };
  return { name: 'failed', failure: { error: rejectedToken, cause }, over };
}

export function withFileChange<S extends FeedState>(state: S, change: FileChange): S {
  if (state.name === 'loading' || state.name === 'failed')
    return { ...state, over: withFileChange(state.over, change) };
  if (state.name !== 'file') return state;
  const gaps = change.content?.gaps.map(toListingGap) ?? state.listing.gaps;
  return { ...state, file: { ...state.file, ...change }, listing: { ...state.listing, gaps } };
}

type ListingChange =
  | { readonly gaps: readonly Gap[] }
  | { readonly note: string | undefined }
  | { readonly local: LocalFilters };

export function withListingChange<S extends FeedState>(state: S, change: ListingChange): S {
  if (state.name === 'loading' || state.name === 'failed') {
    const over = withListingChange(state.over, change);
    return over === state.over ? state : { ...state, over };
  }
  const { listing } = state as SettledState;
  const next = applyListingChange(listing, change);
  return next === listing ? state : { ...state, listing: next };
}

function applyListingChange(listing: Listing, change: ListingChange): Listing {
  if ('gaps' in change) return change.gaps === listing.gaps ? listing : { ...listing, gaps: change.gaps };
  if ('local' in change) return { ...listing, filters: { ...listing.filters, local: change.local } };
  if (change.note === listing.note) return listing;
  const { note: _before, ...rest } = listing;
  return {
    ...rest,
    ...(change.note === undefined ? {} : { note: change.note }),
  };
}
