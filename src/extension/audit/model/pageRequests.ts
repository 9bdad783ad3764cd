import { cursorParameters, type PagingSupport } from '../../../core/audit/feed/ledger.ts';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import {
  getCursorParameterNames,
  getPagingSupport,
  type ProfilePart,
  type ServiceProfile,
} from '../../../core/conformance/profile.ts';
import type { Outcome } from '../../../core/service/errors.ts';
import type { AuditPage, NextOps } from '../../../core/service/types.ts';
import type { Deps } from '../../app/deps.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import type { OwnRequests } from './ownRequests.ts';

interface PageRequest {
  readonly connection: AnyConnection;
  readonly filters: AuditFilters;
  readonly next: NextOps | undefined;
  readonly isWithoutRetry?: boolean;
  /**
   * Called when a wait that the service requested begins, with the planned end of the wait in milliseconds since 1970.
   * Called with undefined when the wait is over or was cancelled.
   */
  readonly onWait?: (until: number | undefined) => void;
}

type RequestDeps = Pick<Deps, 'settings' | 'serviceProfiles' | 'client' | 'log'>;

/**
 * Sends requests for pages of events, and remembers for each connection whether its service
 * supports paging.
 */
export class PageRequests {
  readonly #deps: RequestDeps;
  readonly #own: OwnRequests;
  readonly #paging = new Map<string, PagingSupport>();
  #current: AbortController | undefined;
  #turn = 0;
  #sourceTurn = 0;

  constructor(deps: RequestDeps, own: OwnRequests) {
    this.#deps = deps;
    this.#own = own;
  }

  /**
   * Changes when a request begins or is aborted (`abortAndBeginRequest`, `abortRequest`, `abortRequestOfConnection`).
   * Requests that follow new events change nothing.
   */
  get requestNumber(): number {
    return this.#turn;
  }
  /**
   * Changes when a request begins or is aborted, unless it is aborted because the connection changed. Code that opens
   * files or a table compares it with an earlier value, to find out whether other events were requested or displayed
   * meanwhile.
   */
  get sourceNumber(): number {
    return this.#sourceTurn;
  }
  /** Aborts the pending request and begins another one. Returns the controller that aborts the new request. */
  abortAndBeginRequest(): AbortController {
    this.abortRequest();
    this.#current = new AbortController();
    return this.#current;
  }
  /**
   * Records that a request has ended. Returns false if it was aborted or replaced before, so that its response must be
   * ignored.
   */
  endIfCurrentRequest(request: AbortController): boolean {
    if (this.#current !== request) return false;
    this.#current = undefined;
    return true;
  }
  abortRequest(): void {
    this.#sourceTurn++;
    this.abortRequestOfConnection();
  }
  /**
   * Aborts the pending request because the connection changed. Files and tables that are being opened do not depend on
   * the connection, so `sourceNumber` stays the same.
   */
  abortRequestOfConnection(): void {
    this.#turn++;
    this.#current?.abort();
    this.#current = undefined;
  }

  /**
   * Fetches one page of events and writes the exchange to the log. If the response has a request ID, the ID is recorded
   * as that of an own request.
   */
  async fetchPage(
    { connection, filters, next, isWithoutRetry = false, onWait }: PageRequest,
    signal: AbortSignal,
  ): Promise<Outcome<AuditPage>> {
    const { settings, client, log } = this.#deps;
    const cursor = this.#createCursorParameters(next, connection);
    const limit = this.#isLimitRejected(connection) ? 0 : settings.auditPageSize();
    const request = {
      filters,
      ...(cursor ? { cursor } : {}),
      ...(limit ? { limit } : {}),
      isWithoutRetry,
      onWait,
    };
    const outcome = await client(connection).listAuditEvents(request, signal);
    const exchange = outcome.ok ? outcome.exchange : outcome.error;
    log.writeExchange('audit', exchange);
    this.#own.addRequestID(exchange.requestID);
    return outcome;
  }
  isPagingOn(): boolean {
    return this.#deps.settings.cursorParameters() !== null;
  }
  #createCursorParameters(
    next: NextOps | undefined,
    connection: AnyConnection,
  ): ReturnType<typeof cursorParameters> {
    const names = this.#deps.settings.cursorParameters();
    const profile = this.#getProfileForCursor(connection);
    return cursorParameters(next, (names && profile && getCursorParameterNames(profile)) ?? names);
  }
  /**
   * Returns the profile of the service; undefined if the service was not checked, or if the user has set the cursor
   * parameters in the settings.
   */
  #getProfileForCursor(connection: AnyConnection): ServiceProfile | undefined {
    return this.#deps.settings.hasUserSetCursorParameters() ? undefined : this.getServiceProfile(connection);
  }
  /** Returns what a check of the service found out; undefined if the service was not checked. */
  getServiceProfile(connection: AnyConnection): ServiceProfile | undefined {
    return this.#deps.serviceProfiles.getUncontradictedProfile(connection);
  }
  markProfilePartContradicted(connection: AnyConnection, part: ProfilePart): void {
    void this.#deps.serviceProfiles.markProfilePartContradicted(connection, part);
  }
  /**
   * Whether a check of the service found that it rejects requests that name a number of events per page (S29).
   */
  #isLimitRejected(connection: AnyConnection): boolean {
    return this.getServiceProfile(connection)?.listing.limit === 'refused';
  }

  /** Returns whether the service supports paging; undefined or `untried` if that is unknown. */
  findPagingSupport(connection: AnyConnection, identity: string): PagingSupport | undefined {
    const found = this.#paging.get(identity);
    if (found !== undefined && found !== 'untried') return found;
    const profile = this.#getProfileForCursor(connection);
    return profile ? getPagingSupport(profile) : found;
  }
  recordPagingSupport(connection: AnyConnection, identity: string, support: PagingSupport): void {
    this.#paging.set(identity, support);
    const profile = this.#getProfileForCursor(connection);
    if (support === 'unsupported' && profile && getPagingSupport(profile) === 'supported')
      this.markProfilePartContradicted(connection, 'cursor');
  }
  forgetPagingSupport(): void {
    this.#paging.clear();
  }
}
