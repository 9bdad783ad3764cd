import { cursorParameters, type PagingSupport } from '../../../core/audit/feed/ledger.ts';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import {
  getCursorParameters,
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
  /** The filters as they are sent, including the account ID. */
  readonly filters: AuditFilters;
  /** The cursor of the page; undefined for the newest page. */
  readonly next: NextOps | undefined;
  /** True if a failed request is not retried automatically. */
  readonly isWithoutRetry?: boolean;
  /**
   * Called when a rate-limited request starts to wait, with the time at which it is sent again, in milliseconds since
   * 1970. Called with undefined once the request is sent.
   */
  readonly onWait?: (until: number | undefined) => void;
}

type RequestDeps = Pick<Deps, 'settings' | 'serviceProfiles' | 'client' | 'log'>;

/**
 * Sends requests for pages of events, aborts the pending one when another begins, and remembers for each connection
 * whether its service supports paging.
 */
export class PageRequests {
  readonly #deps: RequestDeps;
  readonly #own: OwnRequests;
  /**
   * Whether the service supports paging, by the identity of the connection. No entry, or `untried`, if that is
   * unknown.
   */
  readonly #paging = new Map<string, PagingSupport>();
  #current: AbortController | undefined;
  #turn = 0;

  constructor(deps: RequestDeps, own: OwnRequests) {
    this.#deps = deps;
    this.#own = own;
  }

  /**
   * Number of calls of `begin` and `abortRequest`. If it has changed since a caller read it, the caller's request was
   * replaced or aborted.
   */
  get turn(): number {
    return this.#turn;
  }
  /** Aborts the pending request and begins another one. Returns the controller that aborts the new request. */
  begin(): AbortController {
    this.abortRequest();
    this.#current = new AbortController();
    return this.#current;
  }
  /**
   * Records that the request was answered. Returns false if it was aborted or another request has begun since, so
   * that the response must be ignored.
   */
  end(request: AbortController): boolean {
    if (this.#current !== request) return false;
    this.#current = undefined;
    return true;
  }
  abortRequest(): void {
    this.#turn++;
    this.#current?.abort();
    this.#current = undefined;
  }

  /**
   * Fetches one page of events, logs the exchange, and remembers the request ID as one of this extension. Does not
   * change `turn`; `begin` does.
   */
  async page(
    { connection, filters, next, isWithoutRetry = false, onWait }: PageRequest,
    signal: AbortSignal,
  ): Promise<Outcome<AuditPage>> {
    const { settings, client, log } = this.#deps;
    const cursor = this.#cursor(next, connection);
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
    this.#own.add(exchange.requestID);
    return outcome;
  }
  /** Whether paging is enabled in the settings, which contain the names of the cursor parameters. */
  isPagingOn(): boolean {
    return this.#deps.settings.cursorParameters() !== null;
  }
  #cursor(next: NextOps | undefined, connection: AnyConnection): ReturnType<typeof cursorParameters> {
    const names = this.#deps.settings.cursorParameters();
    const profile = this.#cursorProfile(connection);
    return cursorParameters(next, (names && profile && getCursorParameters(profile)) ?? names);
  }
  /** Returns what is known of a service if the user's settings leave the names of the cursor parameters to it. */
  #cursorProfile(connection: AnyConnection): ServiceProfile | undefined {
    return this.#deps.settings.hasCursorParameters() ? undefined : this.profile(connection);
  }
  /** Returns what a check of a connection's service found out; undefined if it was not checked. */
  profile(connection: AnyConnection): ServiceProfile | undefined {
    return this.#deps.serviceProfiles.get(connection);
  }
  /** Records that a response contradicted a part of the profile of a connection's service, which is no longer used. */
  contradict(connection: AnyConnection, part: ProfilePart): void {
    void this.#deps.serviceProfiles.contradict(connection, part);
  }
  /** Whether the service rejects requests that name a number of events per page (S29). */
  #isLimitRejected(connection: AnyConnection): boolean {
    return this.profile(connection)?.listing.limit === 'refused';
  }

  /**
   * Returns whether the service of `connection` supports paging; undefined or `untried` if that is unknown.
   * `identity` is the connection's identity.
   */
  paging(connection: AnyConnection, identity: string): PagingSupport | undefined {
    const found = this.#paging.get(identity);
    if (found !== undefined && found !== 'untried') return found;
    const profile = this.#cursorProfile(connection);
    return profile ? getPagingSupport(profile) : found;
  }
  /**
   * Records whether the service of `connection` supports paging, as its last response showed. If its profile claims
   * that it does and the response shows that it does not, that part of the profile is no longer used.
   */
  setPaging(connection: AnyConnection, identity: string, support: PagingSupport): void {
    this.#paging.set(identity, support);
    const profile = this.#cursorProfile(connection);
    if (support === 'unsupported' && profile && getPagingSupport(profile) === 'supported')
      this.contradict(connection, 'cursor');
  }
  forgetPaging(): void {
    this.#paging.clear();
  }
}
