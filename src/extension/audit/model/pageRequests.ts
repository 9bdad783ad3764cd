import { cursorParameters, type PagingSupport } from '../../../core/audit/feed/ledger.ts';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import type { Outcome } from '../../../core/service/errors.ts';
import type { AuditPage, NextOps } from '../../../core/service/types.ts';
import type { Deps } from '../../app/deps.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import type { OwnRequests } from './ownRequests.ts';

/** A page of events to request. */
interface PageRequest {
  readonly connection: AnyConnection;
  /** The filters as they are sent, including the account ID. */
  readonly filters: AuditFilters;
  /** The cursor of the page; undefined for the newest page. */
  readonly next: NextOps | undefined;
  /** True if a failed request is not repeated. */
  readonly once?: boolean;
  /** Called with the time, in milliseconds since 1970, until which a rate-limited request waits, and with undefined once it is sent. */
  readonly onWait?: (until: number | undefined) => void;
}

type RequestDeps = Pick<Deps, 'settings' | 'client' | 'log'>;

/**
 * Sends requests for pages of events, aborts the pending one when another begins, and remembers which connections' services
 * page.
 */
export class PageRequests {
  readonly #deps: RequestDeps;
  readonly #own: OwnRequests;
  /** Whether the service pages, by the identity of its connection, as far as that is known. */
  readonly #paging = new Map<string, PagingSupport>();
  #current: AbortController | undefined;
  #turn = 0;

  constructor(deps: RequestDeps, own: OwnRequests) {
    this.#deps = deps;
    this.#own = own;
  }

  /** The number of requests that were begun or aborted so far. */
  get turn(): number {
    return this.#turn;
  }
  /** Aborts the pending request and begins another one. */
  begin(): AbortController {
    this.abortRequest();
    this.#current = new AbortController();
    return this.#current;
  }
  /** Ends a request that was answered; false if another one has taken over or it was aborted. */
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

  async page(
    { connection, filters, next, once = false, onWait }: PageRequest,
    signal: AbortSignal,
  ): Promise<Outcome<AuditPage>> {
    const { settings, client, log } = this.#deps;
    const cursor = this.#cursor(next);
    const limit = settings.auditPageSize();
    const request = { filters, ...(cursor ? { cursor } : {}), ...(limit ? { limit } : {}), once, onWait };
    const outcome = await client(connection).listAuditEvents(request, signal);
    const exchange = outcome.ok ? outcome.exchange : outcome.error;
    log.exchange('audit', exchange);
    this.#own.add(exchange.requestID);
    return outcome;
  }
  /** Whether the settings say how a further page is requested. */
  isPagingOn(): boolean {
    return this.#deps.settings.cursorParameters() !== null;
  }
  #cursor(next: NextOps | undefined): ReturnType<typeof cursorParameters> {
    return cursorParameters(next, this.#deps.settings.cursorParameters());
  }

  paging(identity: string): PagingSupport | undefined {
    return this.#paging.get(identity);
  }
  setPaging(identity: string, support: PagingSupport): void {
    this.#paging.set(identity, support);
  }
  forgetPaging(): void {
    this.#paging.clear();
  }
}
