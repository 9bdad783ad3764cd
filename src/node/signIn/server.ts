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

/** Whether secrets may be sent to an address: https, or http to this machine, without a user name or password in it. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}

/**
 * Whether secrets may be sent to an address that `server` names. The address must be https if the server's issuer is.
 */
export const isSafeForServer = ({ issuer }: AuthorizationServer, address: string): boolean =>
  isSafeAddress(address) && (isPlainHTTP(issuer) || !isPlainHTTP(address));

const getOriginOrEmpty = (address: string): string => (URL.canParse(address) ? new URL(address).origin : '');
const isPlainHTTP = (address: string): boolean => new URL(address).protocol === 'http:';

/** Returns the options for oauth4webapi's requests. They allow http, because addresses are checked before. */
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
 * Finds a server's addresses, and allows requests to those that are `needed`. Returns a problem if that fails or one of
 * these is missing or not safe.
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
  'issuer' in server ? isSafeForServer(found, address) : isSafeAddress(address);

/** Allows requests to the server's revocation endpoint. Returns a problem if secrets must not be sent there. */
export function allowRevocationEndpoint(
  conversation: Conversation,
  server: SignInServer,
  found: AuthorizationServer,
): SignInProblem | undefined {
  const address = found.revocation_endpoint ?? '';
  // Without an issuer, a session belongs to the server of the token address. Its tokens are sent to no other origin.
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

/** Fetches the server's metadata from OpenID's address or, if the server has none there, from OAuth's. */
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
