/** Sends and counts the requests of a check, and records evidence of them. */

import { encodeQuery } from '../audit/filters/filters.ts';
import { type Decoded, decodeAuditPage, decodeQueryResult } from '../service/decode.ts';
import type { StatusError } from '../service/errors.ts';
import { findResponseError, readRequestID } from '../service/responseErrors.ts';
import { getRequestedWait, type Sleep } from '../service/retry.ts';
import { createAuditEventsRoute, createHeaders, createQueryRoute, type Route } from '../service/routes.ts';
import type {
  AbortSignalLike,
  Transport,
  TransportRequest,
  TransportResponse,
} from '../service/transport.ts';
import type { AuditPage, QueryResult } from '../service/types.ts';
import { splitStatements } from '../sql/lexer/statements.ts';
import { checkText } from '../sql/lint/check.ts';
import type { Evidence } from './rules.ts';

type FailureReason = 'rateLimited' | 'notReached' | 'failed';

export type RequestOutcome<T> =
  | {
      readonly kind: 'accepted';
      readonly value: T;
      readonly requestID: string | undefined;
      readonly evidence: Evidence;
    }
  /** The service rejected the request itself: status 400, 404, 405, 413, or 422. */
  | { readonly kind: 'refused'; readonly response: TransportResponse; readonly evidence: Evidence }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly evidence: Evidence }
  /** The request was not sent, or not sent again after a status 429. */
  | { readonly kind: 'notSent' };

const REFUSAL_STATUSES: ReadonlySet<number> = new Set([400, 404, 405, 413, 422]);

const DEFAULT_WAIT_MS = 1000;

const MAX_VERIFYING_REQUESTS = 6;

/** Minimum value that users may set as the limit of requests. With fewer, a check finds out too little. */
export const MIN_REQUEST_LIMIT = 20;

const MAX_BYTES = 4 * 1024 * 1024;

interface RequesterOptions {
  readonly transport: Transport;
  readonly addresses: { readonly audit: string; readonly vault: string };
  readonly token: string;
  readonly accountID: string;
  readonly vaultID: string;
  readonly maxRequests: number;
  readonly timeoutMs: number;
  readonly sleep: Sleep;
  readonly now: () => number;
  readonly onRequest: (sent: number) => void;
  readonly signal: AbortSignalLike | undefined;
}

/**
 * Whether a text is exactly one statement, and Vault SQL's linter finds no write in it (D1). The statement may have
 * other errors.
 */
function isSingleStatementWithoutWrite(text: string): boolean {
  const isWrite = checkText(text, { literalHints: false }).some(({ code }) => code === 'write-operation');
  return !isWrite && splitStatements(text).length === 1;
}

/**
 * A query parameter of the listing: its name, its value, and the placeholder that replaces the value in the evidence.
 * Without a placeholder, the evidence contains the value.
 */
export type ListingParameter = readonly [name: string, value: string, placeholder?: string];

export class Requester {
  readonly #options: RequesterOptions;
  #sent = 0;
  #reserved = MAX_VERIFYING_REQUESTS;
  /**
   * True once the service requested a wait that is too long or can't be read (S9). Then the check sends no more
   * requests.
   */
  #isStopped = false;
  #isCutOff = false;
  #rateLimit: { hasRetryAfter: boolean } | undefined;
  readonly #statuses = { audit: new Set<number>(), query: new Set<number>() };

  constructor(options: RequesterOptions) {
    this.#options = options;
  }

  /** Number of requests sent so far. A request that was sent again counts twice. */
  get sentCount(): number {
    return this.#sent;
  }
  get isCutOff(): boolean {
    return this.#isCutOff;
  }
  get rateLimit(): { readonly hasRetryAfter: boolean } | undefined {
    return this.#rateLimit;
  }
  getErrorStatuses(operation: 'audit' | 'query'): readonly number[] {
    return [...this.#statuses[operation]].sort((a, b) => a - b);
  }
  get mustStopSending(): boolean {
    return this.#isStopped || this.#isLimitReached || (this.#options.signal?.aborted ?? false);
  }
  get #isLimitReached(): boolean {
    return this.#sent >= this.#options.maxRequests - this.#reserved;
  }

  /**
   * Allows all `maxRequests` requests. Before this call, some of them are reserved for the verification at the end of
   * the check.
   */
  releaseReservedRequests(): void {
    this.#reserved = 0;
  }

  listEventsOfAccount(...parameters: readonly ListingParameter[]): Promise<RequestOutcome<AuditPage>> {
    return this.#sendListingRequest([this.#account, ...parameters], true);
  }
  /** Requests audit events without an account ID. The service must reject such a request (S25). */
  listWithoutAccount(): Promise<RequestOutcome<AuditPage>> {
    return this.#sendListingRequest([], true);
  }
  /** Requests audit events of the account without an access token. The service must reject such a request (S5). */
  listWithoutToken(): Promise<RequestOutcome<AuditPage>> {
    return this.#sendListingRequest([this.#account], false);
  }

  get #account(): ListingParameter {
    return ['filterOps.accountID', this.#options.accountID, '{account}'];
  }

  async #sendListingRequest(
    parameters: readonly ListingParameter[],
    hasToken: boolean,
  ): Promise<RequestOutcome<AuditPage>> {
    const target = createAuditEventsRoute(
      this.#options.addresses.audit,
      encodeQuery(parameters.map(([name, value]) => [name, value])),
    );
    if (!target.ok) return { kind: 'notSent' };
    const { method, template } = target.route;
    const values = parameters
      .map(([name, value, placeholder]) => `${name}=${placeholder ?? value}`)
      .join('&');
    const requestText = `${method} ${template}${values === '' ? '' : `?${values}`}${hasToken ? '' : ' (no token)'}`;
    return this.#send(
      target.route,
      'audit',
      requestText,
      hasToken,
      decodeAuditPage,
      ({ events }) => events?.length ?? 0,
    );
  }

  /**
   * Executes `statement` (S32–S34). `template` is the statement with placeholders in place of names; the evidence
   * contains it instead of the statement. Sends nothing unless `statement` is exactly one statement without a write.
   */
  async sendReadOnlyQuery(statement: string, template: string): Promise<RequestOutcome<QueryResult>> {
    const { addresses, vaultID } = this.#options;
    const target = createQueryRoute(addresses.vault, { vaultID, query: statement });
    if (!target.ok || !isSingleStatementWithoutWrite(statement)) return { kind: 'notSent' };
    const text = `${target.route.method} /v1/vaults/{vault}/query: ${template}`;
    return this.#send(
      target.route,
      'query',
      text,
      true,
      decodeQueryResult,
      ({ records }) => records?.length ?? 0,
    );
  }

  async #send<T>(
    route: Route,
    operation: 'audit' | 'query',
    requestText: string,
    hasToken: boolean,
    decode: (text: string) => Decoded<T>,
    countOf: (value: T) => number,
  ): Promise<RequestOutcome<T>> {
    const { transport, token, timeoutMs, now, signal, onRequest } = this.#options;
    const { authorization, ...headers } = createHeaders(route, `Bearer ${token}`);
    const url = route.address.url + route.path;
    for (let attempt = 1; ; attempt++) {
      if (this.mustStopSending) {
        this.#isCutOff ||= this.#isLimitReached;
        return { kind: 'notSent' };
      }
      onRequest(this.#sent);
      this.#sent++;
      const request: TransportRequest = {
        method: route.method,
        url,
        template: route.template,
        attempt,
        headers: hasToken && authorization !== undefined ? { authorization, ...headers } : headers,
        ...(route.body === undefined ? {} : { body: route.body }),
        timeoutMs,
        maxBytes: MAX_BYTES,
      };
      const outcome = await transport.send(request, signal);
      if (!outcome.ok)
        return {
          kind: 'failed',
          reason: signal?.aborted ? 'notReached' : 'failed',
          evidence: { request: requestText, status: undefined },
        };
      const { response } = outcome;
      const evidence = { request: requestText, status: response.status };
      const error = findResponseError(response, url, token, now());
      if (!error) {
        const decoded = decode(response.body);
        if (!decoded.ok) return { kind: 'failed', reason: 'failed', evidence };
        const { value } = decoded;
        const count = countOf(value);
        return {
          kind: 'accepted',
          value,
          requestID: readRequestID(response, token),
          evidence: { ...evidence, count },
        };
      }
      if (response.status !== 200) this.#statuses[operation].add(response.status);
      if (
        error.kind === 'status' &&
        error.status === 429 &&
        (await this.#waitAsRequested(error)) &&
        attempt === 1
      )
        continue;
      return REFUSAL_STATUSES.has(response.status)
        ? { kind: 'refused', response, evidence }
        : { kind: 'failed', reason: response.status === 429 ? 'rateLimited' : 'failed', evidence };
    }
  }

  /**
   * Waits after a 429 as long as the service requested, or one second if it requested no wait. If the requested wait is
   * too long or can't be read, returns false instead of waiting, and the check sends no more requests (S9).
   */
  async #waitAsRequested(error: StatusError): Promise<boolean> {
    this.#rateLimit ??= { hasRetryAfter: error.retryAfterMs !== undefined };
    const wait = getRequestedWait(error, () => 0);
    if (wait.kind === 'tooLong') {
      this.#isStopped = true;
      return false;
    }
    await this.#options.sleep(wait.kind === 'wait' ? wait.ms : DEFAULT_WAIT_MS, this.#options.signal);
    return true;
  }
}
