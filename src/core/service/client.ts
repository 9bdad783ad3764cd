/** The client for the service's two operations (S1). Failures of a request are returned as values. */
import {
  AUDIT_FILTERS,
  type AuditFilters,
  encodeQuery,
  toQueryParameters,
  validateFilter,
} from '../audit/filters/filters.ts';
import { isTransientProblem, type TokenResult } from './connections/signInProblems.ts';
import { type Decoded, decodeAuditPage, decodeQueryResult } from './decode.ts';
import type { ApiError, Outcome } from './errors.ts';
import {
  createReportedError,
  createUnreadableError,
  findResponseError,
  readRequestID,
} from './responseErrors.ts';
import { cancelledError, type Sleep, sendWithRetry } from './retry.ts';
import {
  createAuditEventsRoute,
  createHeaders,
  createNotSentError,
  createQueryRoute,
  type Route,
  type VaultQuery,
} from './routes.ts';
import { cleanToken } from './token.ts';
import type { AbortSignalLike, Transport, TransportRequest } from './transport.ts';
import type { AuditPage, QueryResult } from './types.ts';

export { type AddressProblem, type ValidAddress, validateBaseUrl } from './address.ts';
export { cleanClientSecret, cleanToken, type TokenProblem } from './token.ts';

const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;

export interface VaultClientDeps {
  readonly transport: Transport;
  /** The connection's base address (S2). */
  readonly baseUrl: string;
  /**
   * Resolves to the token for an origin such as `https://vault.example`, or to the problem that prevents one. Resolves
   * to undefined if there is no token and no problem to report, for example because the user is not signed in.
   */
  readonly token: (origin: string, signal?: AbortSignalLike) => Promise<TokenResult>;
  /**
   * Resolves to a token to use instead of `rejected`, which the service refused with 401, or to the problem that
   * prevents one. Resolves to undefined if the token can't be replaced automatically.
   */
  readonly renewToken?: (origin: string, rejected: string, signal?: AbortSignalLike) => Promise<TokenResult>;
  readonly timeoutMs: () => number;
  readonly maxBytes?: number;
  readonly sleep: Sleep;
  readonly random?: () => number;
  readonly now?: () => number;
}

export interface RequestOptions {
  /**
   * Called when the service asked to wait and the request begins to wait before it is sent again automatically. `until`
   * is the planned end of the wait, in milliseconds since 1970. Called with `undefined` when the wait is over or was
   * cancelled.
   */
  readonly onWait?: ((until: number | undefined) => void) | undefined;
}

export interface QueryRequest extends VaultQuery, RequestOptions {
  /**
   * True if a failed request must not be retried automatically. A request that was refused with 401 may still be sent
   * again with a renewed token.
   */
  readonly isWithoutRetry?: boolean;
}

export interface AuditRequestOptions extends RequestOptions {
  readonly filters: AuditFilters;
  readonly cursor?: Readonly<Record<string, string>>;
  readonly isWithoutRetry?: boolean;
  readonly limit?: number;
  readonly vaultBaseUrl?: string;
}

export interface VaultClient {
  /** Runs a query in a vault (S32–S34). A query creates an audit event (S40), so retries are restricted. */
  executeQuery(request: QueryRequest, signal?: AbortSignalLike): Promise<Outcome<QueryResult>>;
  /** Fetches one page of audit events (S23–S27). */
  listAuditEvents(request: AuditRequestOptions, signal?: AbortSignalLike): Promise<Outcome<AuditPage>>;
}

interface Operation<T> extends Route, RequestOptions {
  readonly isWithoutRetry?: boolean;
  readonly decode: (text: string) => Decoded<T>;
}

/** Creates the client of one connection. The client has no state, so it can be used by many concurrent requests. */
export function createVaultClient(deps: VaultClientDeps): VaultClient {
  const random = deps.random ?? Math.random;
  const now = deps.now ?? Date.now;

  async function sendWithRenewal<T>(
    operation: Operation<T>,
    signal: AbortSignalLike | undefined,
  ): Promise<Outcome<T>> {
    if (signal?.aborted) return { ok: false, error: cancelledError };
    const { origin } = operation.address;
    const token = await raceWithAbort(
      resolveCleanToken(() => deps.token(origin, signal)),
      signal,
    );
    if (!token) return { ok: false, error: cancelledError };
    if (!token.ok) return token;
    const outcome = await sendWithToken(token.value, operation, signal);
    const { renewToken } = deps;
    if (!renewToken || !isTokenRejected(outcome)) return outcome;
    const renewed = await raceWithAbort(
      resolveCleanToken(() => renewToken(origin, token.value, signal)),
      signal,
    );
    if (!renewed) return { ok: false, error: cancelledError };
    // Without a reported sign-in problem, the service's own message says more.
    if (!renewed.ok) return renewed.error.signIn ? renewed : outcome;
    return renewed.value === token.value ? outcome : sendWithToken(renewed.value, operation, signal);
  }

  function sendWithToken<T>(
    token: string,
    operation: Operation<T>,
    signal: AbortSignalLike | undefined,
  ): Promise<Outcome<T>> {
    const request = {
      method: operation.method,
      url: operation.address.url + operation.path,
      template: operation.template,
      headers: createHeaders(operation, `Bearer ${token}`),
      ...(operation.body !== undefined && { body: operation.body }),
      timeoutMs: deps.timeoutMs(),
      maxBytes: deps.maxBytes ?? DEFAULT_MAX_BYTES,
    };
    const send = (attempt: number) => sendOnce({ ...request, attempt }, token, operation.decode, signal);
    if (operation.isWithoutRetry) return send(1);
    const { onWait } = operation;
    const onRequestedWait = (ms: number | undefined): void => onWait?.(ms === undefined ? ms : now() + ms);
    return sendWithRetry(operation.method, send, { sleep: deps.sleep, random, onRequestedWait }, signal);
  }

  async function sendOnce<T>(
    request: TransportRequest,
    token: string,
    decode: (text: string) => Decoded<T>,
    signal: AbortSignalLike | undefined,
  ): Promise<Outcome<T>> {
    const started = now();
    const sent = await deps.transport.send(request, signal);
    if (!sent.ok) return sent;
    const { response } = sent;
    const error = findResponseError(response, request.url, token, now());
    if (error) return { ok: false, error };
    const decoded = decode(response.body);
    if (!decoded.ok) {
      const { what } = decoded;
      if (what === 'reported') return { ok: false, error: createReportedError(response, token) };
      const path = what === 'shape' ? decoded.path : undefined;
      return { ok: false, error: createUnreadableError(response, what, token, path) };
    }
    const requestID = readRequestID(response, token);
    const exchange = {
      status: response.status,
      milliseconds: Math.max(0, now() - started),
      bytes: response.bytes,
      ...(requestID !== undefined && { requestID }),
    };
    return { ok: true, value: decoded.value, exchange };
  }

  return {
    async executeQuery({ isWithoutRetry = false, onWait, ...text }, signal) {
      const target = createQueryRoute(deps.baseUrl, text);
      return target.ok
        ? sendWithRenewal({ ...target.route, isWithoutRetry, onWait, decode: decodeQueryResult }, signal)
        : target;
    },
    async listAuditEvents({ filters, cursor, limit, vaultBaseUrl, isWithoutRetry = false, onWait }, signal) {
      const target = createAuditEventsRoute(
        vaultBaseUrl ?? deps.baseUrl,
        encodeQuery(toQueryParameters(filters, cursor, limit)),
      );
      if (!target.ok) return target;
      const problem = findFilterProblem(filters);
      if (problem) return { ok: false, error: problem };
      return sendWithRenewal({ ...target.route, isWithoutRetry, onWait, decode: decodeAuditPage }, signal);
    },
  };
}

const createNotSentResult = (...reason: Parameters<typeof createNotSentError>) =>
  ({ ok: false, error: createNotSentError(...reason) }) as const;

function findFilterProblem(filters: AuditFilters): ApiError | undefined {
  for (const { name } of AUDIT_FILTERS) {
    const reason = validateFilter(name, filters[name] ?? '');
    if (reason === 'required') return createNotSentError('noAccountID');
    if (reason) return createNotSentError('badFilter', `${name}: ${reason}`);
  }
  return undefined;
}

async function raceWithAbort<T>(
  work: Promise<T>,
  signal: AbortSignalLike | undefined,
): Promise<T | undefined> {
  if (!signal) return work;
  if (signal.aborted) return undefined;
  let aborted = (): void => undefined;
  const abort = new Promise<undefined>((resolve) => {
    aborted = () => resolve(undefined);
  });
  signal.addEventListener('abort', aborted);
  try {
    const result = await Promise.race([work, abort]);
    return signal.aborted ? undefined : result;
  } finally {
    signal.removeEventListener('abort', aborted);
  }
}

const isTokenRejected = (outcome: Outcome<unknown>): boolean =>
  !outcome.ok && outcome.error.kind === 'status' && outcome.error.status === 401;

/**
 * Calls `getToken`, and resolves to its token without what is often copied along, such as quotes or `Bearer`. If there
 * is no usable token, or if `getToken` rejects, resolves to the error to report for the request.
 */
export async function resolveCleanToken(getToken: () => Promise<TokenResult>) {
  let token: TokenResult;
  try {
    token = await getToken();
  } catch (error) {
    // Only the name of the error, because its message may contain the token.
    return createNotSentResult('noToken', error instanceof Error ? error.name : 'error');
  }
  if (typeof token === 'object')
    return {
      ok: false,
      error: {
        ...createNotSentError('noToken', token.code),
        retry: isTransientProblem(token),
        signIn: token,
      },
    } as const;
  if (token === undefined || token.trim() === '') return createNotSentResult('noToken');
  const cleaned = cleanToken(token);
  return cleaned.ok
    ? ({ ok: true, value: cleaned.token } as const)
    : createNotSentResult('badToken', cleaned.reason);
}
