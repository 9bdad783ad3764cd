import { cursorParameters, type PagingSupport } from '../../../core/audit/feed/ledger.ts';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import type { Outcome } from '../../../core/service/errors.ts';
import type { AuditPage, NextOps } from '../../../core/service/types.ts';
import type { Deps } from '../../app/deps.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import type { OwnRequests } from './ownRequests.ts';

/** One page of events to ask for. */
export interface PageRequest {
  readonly connection: AnyConnection;
  /** As they are sent, the account ID among them. */
  readonly filters: AuditFilters;
  /** Where the page begins; undefined for the newest. */
  readonly next: NextOps | undefined;
  /** Whether the request is not repeated when it fails. */
  readonly once?: boolean;
  /** As in `RequestOptions` of the client. */
  readonly onWait?: (until: number | undefined) => void;
}

type RequestDeps = Pick<Deps, 'settings' | 'client' | 'log'>;

/** Sends the feed's requests, of which one at a time counts, and knows which services page. */
export class FeedRequests {
  readonly #deps: RequestDeps;
  readonly #own: OwnRequests;
  /** What was found out about each connection's service: whether it pages. */
  readonly #paging = new Map<string, PagingSupport>();
  #current: AbortController | undefined;
  #turn = 0;

  constructor(deps: RequestDeps, own: OwnRequests) {
    this.#deps = deps;
    this.#own = own;
  }

  /** Grows with each request that begins or is aborted. */
  get turn(): number {
    return this.#turn;
  }
  /** Aborts the request on its way and begins another one. */
  begin(): AbortController {
    this.abort();
    this.#current = new AbortController();
    return this.#current;
  }
  /** Ends a request that was answered; false where another one has taken over, or it was aborted. */
  end(request: AbortController): boolean {
    if (this.#current !== request) return false;
    this.#current = undefined;
    return true;
  }
  abort(): void {
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
