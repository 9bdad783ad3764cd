import type { OAuthClient } from '../../core/service/connections/auth.ts';
import type { SignInProblem, TokenField } from '../../core/service/connections/signInProblems.ts';

type Fields = Readonly<Record<string, unknown>>;

const MAX_VALUE_LENGTH = 40;

/**
 * Returns a successful token response without its ID token if no issuer is configured, because the ID token can't be
 * verified then. Otherwise returns `response` itself. The service needs only the access token.
 */
export async function removeUnverifiableIDToken(
  { server }: OAuthClient,
  response: Response,
): Promise<Response> {
  if ('issuer' in server || response.status !== 200) return response;
  const fields = parseTokenResponseFields(await response.clone().text());
  if (!fields || !('id_token' in fields)) return response;
  const { id_token: _unread, ...rest } = fields;
  return new Response(JSON.stringify(rest), {
    status: response.status,
    headers: response.headers,
  });
}

/**
 * Finds the field that makes a token response unusable, and returns a problem that names the field. Returns undefined
 * if no field is at fault, or unless the status is 200 and `body` contains an access token. `error` is what the OAuth
 * library threw. `cleanForMessage` converts a value of the server to text for a message.
 */
export function findTokenResponseProblem(
  { host, status, body }: { readonly host: string; readonly status: number; readonly body: string },
  error: unknown,
  cleanForMessage: (text: unknown) => string,
): SignInProblem | undefined {
  const fields = status === 200 ? parseTokenResponseFields(body) : undefined;
  if (!fields || typeof fields.access_token !== 'string' || fields.access_token === '') return undefined;
  const field = findUnusableTokenField(fields);
  if (!field) return undefined;
  const value = cleanForMessage(
    field === 'id_token' ? getInvalidClaim(error) : getDisplayableValue(fields, field),
  );
  return {
    code: 'token-unusable',
    host,
    field,
    value: value.slice(0, MAX_VALUE_LENGTH),
  };
}

function findUnusableTokenField(fields: Fields): TokenField | undefined {
  const { token_type, expires_in, refresh_token, scope, id_token } = fields;
  if (typeof token_type !== 'string' || token_type === '') return 'token_type';
  if (expires_in !== undefined && !isValidLifetime(expires_in)) return 'expires_in';
  if (refresh_token !== undefined && (typeof refresh_token !== 'string' || refresh_token === ''))
    return 'refresh_token';
  if (scope !== undefined && typeof scope !== 'string') return 'scope';
  if (!/^(?:bearer|dpop)$/i.test(token_type)) return 'token_type';
  return id_token === undefined ? undefined : 'id_token';
}

function isValidLifetime(value: unknown): boolean {
  const seconds = typeof value === 'number' ? value : Number.parseFloat(String(value));
  return Number.isFinite(seconds) && seconds >= 0;
}

function getDisplayableValue(fields: Fields, field: TokenField): string {
  if (field !== 'token_type' && field !== 'expires_in') return '';
  const value = fields[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function getInvalidClaim(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'claim' in cause ? String(cause.claim) : '';
}

function parseTokenResponseFields(body: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : undefined;
  } catch {
    // Not JSON: the OAuth library reports that.
    return undefined;
  }
}
