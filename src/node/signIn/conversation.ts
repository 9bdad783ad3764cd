import { JSON_ATTRIBUTE_COMPARISON, JWT_TIMESTAMP_CHECK } from 'oauth4webapi';
import { oneLine } from '../../core/messages/oneLine.ts';
import { errorCode } from '../../core/messages/thrownErrors.ts';
import type { SignInProblem } from '../../core/service/connections/signInProblems.ts';
import { redactSecret } from '../../core/service/responseErrors.ts';
import type { AbortSignalLike, TransportError } from '../../core/service/transport.ts';
import { createFailure, type SignInNetwork } from './grant.ts';
import { findTokenResponseProblem } from './issuedToken.ts';

const MAX_BYTES = 1024 * 1024;
const MAX_DESCRIPTION_LENGTH = 200;
const MAX_REDACTED_LENGTH = 10_000;
const CLOCK_TOLERANCE_MS = 60_000;

interface ServerResponse {
  readonly host: string;
  readonly status: number;
  readonly body: string;
  /** Secrets that the request contained. They must not be displayed, even if the server's text quotes them. */
  readonly secrets: readonly string[];
  /** This machine's clock minus the server's, in milliseconds; 0 if unknown. */
  readonly clockAheadMs: number;
}

interface OAuthError {
  readonly error: string;
  readonly description: string;
}

interface OAuthRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
type Fetch = (url: string, message: OAuthRequest) => Promise<Response>;

export interface Conversation {
  /**
   * Sends a request. Can also be passed to oauth4webapi as `customFetch`. Rejects if `allowOrigin` has not allowed the
   * origin of `url`, or if the request fails without a response.
   */
  readonly fetch: Fetch;
  /**
   * Allows requests to the origin of an address. The address must be configured, or come from a key file or from the
   * metadata of a configured server.
   */
  allowOrigin(address: string): void;
  getLastResponse(): ServerResponse | undefined;
  /** Returns the server's time in milliseconds since 1970, or this machine's time if the server's is unknown. */
  getServerTime(): number;
  /**
   * Runs `work`, which sends requests with `fetch`, and converts its error to a problem. Before the first response,
   * errors that do not come from `fetch` are rethrown.
   */
  attempt<T>(
    work: () => Promise<T>,
  ): Promise<
    { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: SignInProblem }
  >;
}

class UnreachedError extends Error {
  readonly problem: SignInProblem;
  constructor(problem: SignInProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

export function createServerConversation(network: SignInNetwork, signal?: AbortSignalLike): Conversation {
  let last: ServerResponse | undefined;
  const admitted = new Set<string>();

  const fetch: Fetch = async (url, { method, headers, body }) => {
    const { host, origin } = new URL(url);
    if (!admitted.has(origin)) throw new UnreachedError({ code: 'server-address', host });
    const outcome = await network.transport.send(
      {
        method: method === 'GET' ? 'GET' : 'POST',
        url,
        // The path may name a tenant or an account.
        template: '/{endpoint}',
        attempt: 1,
        headers,
        ...(body !== undefined && body !== null && { body: String(body) }),
        timeoutMs: network.timeoutMs(),
        maxBytes: MAX_BYTES,
      },
      signal,
    );
    if (!outcome.ok) throw new UnreachedError(createUnreachedProblem(outcome.error, host));
    const { response } = outcome;
    const date = Date.parse(response.headers.date ?? '');
    const clockAhead = Number.isNaN(date) ? 0 : network.now() - date;
    const secrets = collectRequestSecrets(headers, body === undefined || body === null ? '' : String(body));
    last = {
      host,
      status: response.status,
      body: response.body,
      secrets,
      clockAheadMs: clockAhead,
    };
    // With these statuses, the constructor of `Response` throws if there is a body.
    const hasBody = ![204, 205, 304].includes(response.status);
    return new Response(hasBody ? response.body : null, {
      status: response.status,
      headers: removeEncodingHeaders(response.headers),
    });
  };

  return {
    fetch,
    allowOrigin: (address) => void admitted.add(new URL(address).origin),
    getLastResponse: () => last,
    getServerTime: () => network.now() - (last?.clockAheadMs ?? 0),
    async attempt(work) {
      try {
        return { ok: true, value: await work() };
      } catch (error) {
        if (error instanceof UnreachedError) return createFailure(error.problem);
        // Before the first response, any other error is a defect of this extension.
        if (last === undefined) throw error;
        return createFailure(createProblemFromResponse(error, last));
      }
    },
  };
}

const SECRET_FIELDS: ReadonlySet<string> = new Set([
  ...['client_secret', 'refresh_token', 'token', 'code', 'code_verifier', 'device_code', 'assertion'],
]);

function collectRequestSecrets(headers: OAuthRequest['headers'], body: string): readonly string[] {
  const fields = body.startsWith('{')
    ? Object.entries(JSON.parse(body) as Readonly<Record<string, string>>)
    : [...new URLSearchParams(body)];
  const sent = fields.flatMap(([name, value]) => (SECRET_FIELDS.has(name) ? [value] : []));
  const basic = headers.authorization?.replace(/^Basic /, '');
  if (basic === undefined) return sent;
  const [, encoded = ''] = Buffer.from(basic, 'base64').toString().split(':');
  return [...sent, basic, encoded, decodeURIComponent(encoded.replaceAll('+', ' '))];
}

function removeEncodingHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { 'content-encoding': _encoding, 'content-length': _length, ...plain } = headers;
  return { ...plain };
}

function createUnreachedProblem(error: TransportError, host: string): SignInProblem {
  if (error.kind === 'cancelled') return { code: 'sign-in-cancelled' };
  return {
    code: 'server-unreached',
    host,
    reason: error.kind === 'network' ? error.code : error.kind,
  };
}

function createProblemFromResponse(error: unknown, answer: ServerResponse): SignInProblem {
  const { host, status, secrets } = answer;
  const code = errorCode(error);
  if (code === JSON_ATTRIBUTE_COMPARISON) return { code: 'wrong-issuer', host };
  if (code === JWT_TIMESTAMP_CHECK && isClockWrong(answer))
    return createClockProblem(answer, { host, error: '', description: '' });
  const refusal = parseOAuthErrorIfRejected(answer);
  if (refusal) return createRefusalProblem(answer, refusal);
  const unusableTokenProblem = findTokenResponseProblem(answer, error, (text) =>
    redactAndShorten(text, secrets),
  );
  return unusableTokenProblem ?? { code: 'server-answer', host, status };
}

export function createUnusableTokenProblem(
  { getLastResponse }: Conversation,
  field: 'access_token' | 'refresh_token',
): SignInProblem {
  return {
    code: 'token-unusable',
    host: getLastResponse()?.host ?? '',
    field,
    value: '',
  };
}

export function createUnusableResponseProblem({ getLastResponse }: Conversation): SignInProblem {
  const { host, status } = getLastResponse() ?? { host: '', status: 0 };
  return { code: 'server-answer', host, status };
}

/** Returns the problem `refused` for an OAuth error, or `clock` for `invalid_grant` if the clocks differ too much. */
export function createRefusalProblem(answer: ServerResponse, refusal: OAuthError): SignInProblem {
  const details = { host: answer.host, ...refusal };
  const isAboutTime = refusal.error === 'invalid_grant' && isClockWrong(answer);
  return isAboutTime ? createClockProblem(answer, details) : { code: 'refused', ...details };
}

export const isClockWrong = ({ clockAheadMs: clockAhead }: ServerResponse): boolean =>
  Math.abs(clockAhead) >= CLOCK_TOLERANCE_MS;

const createClockProblem = (
  { clockAheadMs: clockAhead }: ServerResponse,
  details: OAuthError & { readonly host: string },
): SignInProblem => ({
  code: 'clock',
  minutes: Math.round(clockAhead / 60_000),
  ...details,
});

function redactAndShorten(text: unknown, secrets: readonly string[]): string {
  if (typeof text !== 'string') return '';
  // The text is cut first, because searching a very long text for secrets would take too long.
  const plain = secrets.reduce(
    (rest, secret) => redactSecret(rest, secret, '…'),
    text.slice(0, MAX_REDACTED_LENGTH),
  );
  return oneLine(plain, MAX_DESCRIPTION_LENGTH).trim();
}

/**
 * Returns the error in the body of a response with a 4xx status other than 404 and 429. The error can have OAuth's form
 * (RFC 6749, 5.2) or the service's own (S31). Undefined for other statuses, or if the body has neither form.
 */
export function parseOAuthErrorIfRejected(answer: ServerResponse): OAuthError | undefined {
  const { status } = answer;
  if (status < 400 || status >= 500 || status === 404 || status === 429) return undefined;
  return parseOAuthError(answer);
}

export function parseOAuthError({ status, body, secrets }: ServerResponse): OAuthError | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    // Not JSON, for example a gateway's error page.
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('error' in value)) return undefined;
  const { error, error_description } = value as {
    readonly error: unknown;
    readonly error_description?: unknown;
  };
  if (typeof error === 'string')
    return {
      error: redactAndShorten(error, secrets),
      description: redactAndShorten(error_description, secrets),
    };
  if (typeof error !== 'object' || error === null) return undefined;
  const { http_status, message } = error as {
    readonly http_status?: unknown;
    readonly message?: unknown;
  };
  return {
    error: redactAndShorten(http_status, secrets) || String(status),
    description: redactAndShorten(message, secrets),
  };
}
