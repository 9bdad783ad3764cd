import {
  type AuthorizationServer,
  allowInsecureRequests,
  customFetch,
  discoveryRequest,
  processDiscoveryResponse,
} from 'oauth4webapi';
import type { SignInServer } from '../../core/service/connections/auth.ts';
import type { SignInProblem } from '../../core/service/connections/signInProblems.ts';
import type { Conversation } from './conversation.ts';
import { createFailure } from './grant.ts';

type Endpoint = 'token' | 'authorization' | 'device';
type ServerOutcome =
  | { readonly ok: true; readonly server: AuthorizationServer }
  | { readonly ok: false; readonly problem: SignInProblem };

const FIELDS = {
  token: 'token_endpoint',
  authorization: 'authorization_endpoint',
  device: 'device_authorization_endpoint',
} as const satisfies Readonly<Record<Endpoint, keyof AuthorizationServer>>;

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Whether secrets may be sent to an address. It must be an https address, or an http address of this machine, and must
 * not contain a user name or password.
 */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}

/**
 * Whether secrets may be sent to an address that a server provides. If the issuer of the server is an https address,
 * the address must be one, too.
 */
export const isSafeAddressOfServer = ({ issuer }: AuthorizationServer, address: string): boolean =>
  isSafeAddress(address) && (isPlainHTTP(issuer) || !isPlainHTTP(address));

const getOriginOrEmpty = (address: string): string => (URL.canParse(address) ? new URL(address).origin : '');
const isPlainHTTP = (address: string): boolean => new URL(address).protocol === 'http:';

/**
 * Returns the options for requests of oauth4webapi. They allow http, because this extension itself checks each address
 * before a request is sent to it.
 */
export const createOAuthRequestOptions = ({
  fetch,
}: Conversation): {
  readonly [customFetch]: Conversation['fetch'];
  readonly [allowInsecureRequests]: true;
} => ({
  [customFetch]: fetch,
  [allowInsecureRequests]: true,
});

/**
 * Returns a server's endpoints, from its metadata or the settings, and allows requests to the `needed` ones. Returns a
 * problem if the metadata can't be fetched, or if a needed endpoint is missing or not safe.
 */
export async function findServerAndAllowEndpoints(
  conversation: Conversation,
  server: SignInServer,
  needed: readonly Endpoint[],
): Promise<ServerOutcome> {
  const found =
    'issuer' in server ? await discoverServer(conversation, server.issuer) : createConfiguredServer(server);
  if (!found.ok) return found;
  for (const endpoint of needed) {
    const address = found.server[FIELDS[endpoint]];
    const { host } = new URL(found.server.issuer);
    if (address === undefined) return createFailure({ code: 'no-endpoint', endpoint, host });
    if (!isSafeEndpoint(server, found.server, address))
      return createFailure({ code: 'server-address', host });
    conversation.allowOrigin(address);
  }
  return found;
}

const isSafeEndpoint = (server: SignInServer, found: AuthorizationServer, address: string): boolean =>
  'issuer' in server ? isSafeAddressOfServer(found, address) : isSafeAddress(address);

/** Allows requests to the server's revocation endpoint. Returns a problem if secrets must not be sent there. */
export function allowRevocationEndpointIfSafe(
  conversation: Conversation,
  server: SignInServer,
  found: AuthorizationServer,
): SignInProblem | undefined {
  const address = found.revocation_endpoint ?? '';
  // Without an issuer, only the token address identifies the server, so tokens are revoked only at the same origin.
  const isOwn = 'issuer' in server || getOriginOrEmpty(address) === getOriginOrEmpty(server.tokenUrl);
  if (!isOwn || !isSafeEndpoint(server, found, address))
    return { code: 'server-address', host: new URL(found.issuer).host };
  conversation.allowOrigin(address);
  return undefined;
}

function createConfiguredServer(server: Exclude<SignInServer, { readonly issuer: string }>): ServerOutcome {
  return {
    ok: true,
    server: {
      issuer: new URL(server.tokenUrl).origin,
      token_endpoint: server.tokenUrl,
      ...(server.authorizationUrl && {
        authorization_endpoint: server.authorizationUrl,
      }),
      ...(server.deviceAuthorizationUrl && {
        device_authorization_endpoint: server.deviceAuthorizationUrl,
      }),
      ...(server.revocationUrl && {
        revocation_endpoint: server.revocationUrl,
      }),
    },
  };
}

/**
 * Fetches the server's metadata from the address that OpenID Connect defines. If the server returns no metadata there,
 * tries the address that OAuth defines.
 */
async function discoverServer(conversation: Conversation, issuer: string): Promise<ServerOutcome> {
  const url = new URL(issuer);
  conversation.allowOrigin(issuer);
  const requestMetadata = (algorithm: 'oidc' | 'oauth2') =>
    conversation.attempt(async () => {
      const response = await discoveryRequest(url, {
        ...createOAuthRequestOptions(conversation),
        algorithm,
      });
      return processDiscoveryResponse(url, response);
    });
  const first = await requestMetadata('oidc');
  if (first.ok) return { ok: true, server: first.value };
  if (!isWithoutMetadata(first.problem)) return first;
  const { host, status } = conversation.getLastResponse() ?? {
    host: url.host,
    status: 0,
  };
  const second = await requestMetadata('oauth2');
  if (second.ok) return { ok: true, server: second.value };
  // An error for a path that the server does not have is not a rejection of the sign-in.
  return isWithoutMetadata(second.problem) ? createFailure({ code: 'server-answer', host, status }) : second;
}

const isWithoutMetadata = ({ code }: SignInProblem): boolean =>
  code === 'server-answer' || code === 'refused';
