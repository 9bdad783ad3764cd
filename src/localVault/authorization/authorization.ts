import type { IncomingMessage } from 'node:http';
import { createErrorResponse, createOkResponse, type HttpResponse } from '../server/httpAnswer.ts';
import { readBody } from '../server/httpBody.ts';
import { type CodeRequest, createConsentStore } from './consents.ts';
import { createIssuedTokenStore, createRandomToken, type Identity } from './issued.ts';
import { type AuthKind, CLIENT_ID } from './kinds.ts';
import { createClosingPage, createConsentPage, createDevicePage, createErrorPage } from './pages.ts';
import { isAllowedRedirect } from './redirects.ts';
import { type CredentialsFile, createServiceAccount } from './serviceAccount.ts';
import { createRefreshTokenStore } from './sessions.ts';
import {
  createOAuthError,
  type GrantParts,
  handleRevocationRequest,
  handleServiceAccountTokenRequest,
  handleTokenRequest,
} from './tokenEndpoint.ts';

export interface AuthorizationOptions {
  readonly kinds: readonly AuthKind[];
  readonly lifetimeSeconds: number;
}

export interface Authorization {
  readonly kinds: readonly AuthKind[];
  readonly clientID: string;
  readonly clientSecret: string;
  createCredentialsFileContent(): CredentialsFile;
}

export interface AuthorizationServer extends Authorization {
  /** The vault's address. Empty until the vault has started. */
  issuer: string;
  /**
   * Handles a request for a path below `/oauth/` or `/auth/`, or for a discovery document. Resolves to undefined for
   * any other path. `template` is the path for the log, or `-` if the response has the status 404.
   */
  handle(
    request: IncomingMessage,
  ): Promise<{ readonly answer: HttpResponse; readonly template: string } | undefined>;
  identify(token: string): (Identity & { readonly isExpired: boolean }) | undefined;
}

const DISCOVERY = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];
const SERVICE_ACCOUNT_PATH = '/auth/serviceAccount/token';
/** Seconds that a device should wait between two requests: the default of RFC 8628, 3.2. */
const DEVICE_INTERVAL = 5;

/** Creates the sign-in server of a local vault. `now` returns the time of its clock, in milliseconds since 1970. */
export function createSignInServer(
  options: AuthorizationOptions,
  now: () => number = Date.now,
): AuthorizationServer {
  const kinds = new Set(options.kinds);
  const { lifetimeSeconds } = options;
  const parts: GrantParts = {
    kinds,
    lifetimeSeconds,
    now,
    clientSecret: createRandomToken(),
    tokens: createIssuedTokenStore(() => server.issuer, lifetimeSeconds, now),
    sessions: createRefreshTokenStore(),
    consents: createConsentStore(now),
    serviceAccount: createServiceAccount(),
  };
  const getTokenURI = (): string => server.issuer + SERVICE_ACCOUNT_PATH;

  const routeRequest = async (
    request: IncomingMessage,
    path: string,
    query: URLSearchParams,
  ): Promise<HttpResponse> => {
    const { consents } = parts;
    const readForm = async () => new URLSearchParams(await readBodyText(request));
    switch (`${request.method} ${path}`) {
      case 'GET /oauth/authorize':
        return handleAuthorizationRequest(parts, query);
      case 'POST /oauth/authorize':
        return handleConsentDecision(parts, server.issuer, await readForm());
      case 'POST /oauth/token':
        return handleTokenRequest(parts, request, await readForm());
      case 'POST /oauth/revoke':
        return handleRevocationRequest(parts, request, await readForm());
      case 'POST /oauth/device':
        return issueDeviceCode(parts, server.issuer, await readForm());
      case 'GET /oauth/verify':
        return createDevicePage(query.get('user_code') ?? '');
      case 'POST /oauth/verify': {
        const given = await readForm();
        const isGranted = given.get('decision') === 'allow';
        const isKnown = consents.decideDevice(given.get('user_code') ?? '', isGranted);
        return isKnown
          ? createClosingPage(isGranted ? 'Signed in' : 'Denied')
          : createErrorPage('Unknown code');
      }
      case `POST ${SERVICE_ACCOUNT_PATH}`:
        if (!kinds.has('serviceAccount')) return createErrorResponse(404, 'not found');
        return handleServiceAccountTokenRequest(parts, await readBodyText(request), getTokenURI());
      default:
        return DISCOVERY.includes(path) && request.method === 'GET'
          ? createOkResponse(JSON.stringify(createMetadata(server.issuer, kinds)))
          : createErrorResponse(404, 'not found');
    }
  };

  const server: AuthorizationServer = {
    issuer: '',
    kinds: options.kinds,
    clientID: CLIENT_ID,
    clientSecret: parts.clientSecret,
    createCredentialsFileContent: () => parts.serviceAccount.createCredentialsFileContent(getTokenURI()),
    async handle(request) {
      const [path = '', ...rest] = (request.url ?? '').split('?');
      if (!/^\/(?:oauth|auth)\//.test(path) && !DISCOVERY.includes(path)) return undefined;
      const answer = await routeRequest(request, path, new URLSearchParams(rest.join('?')));
      const headers = { ...answer.headers, date: new Date(now()).toUTCString() };
      return { answer: { ...answer, headers }, template: answer.status === 404 ? '-' : path };
    },
    identify(token) {
      const found = parts.tokens.find(token);
      return found && { ...found.identity, isExpired: found.isExpired };
    },
  };
  return server;
}

async function readBodyText(request: IncomingMessage): Promise<string> {
  const body = await readBody(request);
  return body.ok ? body.text : '';
}

function createMetadata(issuer: string, kinds: ReadonlySet<AuthKind>) {
  return {
    issuer,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    ...(kinds.has('oauth') && {
      authorization_endpoint: `${issuer}/oauth/authorize`,
      authorization_response_iss_parameter_supported: true,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    }),
    ...(kinds.has('device') && { device_authorization_endpoint: `${issuer}/oauth/device` }),
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  };
}

/**
 * Returns the consent page, or an error page. Does not redirect, so that nothing is sent to an unregistered address.
 */
function handleAuthorizationRequest({ kinds, consents }: GrantParts, query: URLSearchParams): HttpResponse {
  const getParameter = (name: string): string => query.get(name) ?? '';
  if (!kinds.has('oauth')) return createErrorPage('This vault was not started with --auth oauth');
  if (getParameter('client_id') !== CLIENT_ID) return createErrorPage('Unknown client');
  if (!isAllowedRedirect(getParameter('redirect_uri')))
    return createErrorPage('The redirect address is not registered');
  if (getParameter('response_type') !== 'code') return createErrorPage('Only authorization codes are issued');
  if (getParameter('code_challenge_method') !== 'S256' || getParameter('code_challenge') === '')
    return createErrorPage('PKCE with S256 is required');
  const request: CodeRequest = {
    redirectUri: getParameter('redirect_uri'),
    state: getParameter('state'),
    challenge: getParameter('code_challenge'),
  };
  return createConsentPage(consents.addRequest(request));
}

function handleConsentDecision(
  { consents }: GrantParts,
  issuer: string,
  form: URLSearchParams,
): HttpResponse {
  const request = consents.takeRequest(form.get('ticket') ?? '');
  if (!request) return createErrorPage('This sign-in was decided before, or is too old');
  const location = new URL(request.redirectUri);
  const result =
    form.get('decision') === 'allow'
      ? { code: consents.grantCode(request) }
      : { error: 'access_denied', error_description: 'the request was denied' };
  for (const [name, value] of Object.entries({ ...result, state: request.state, iss: issuer }))
    location.searchParams.set(name, value);
  return { ...createClosingPage('Back to the editor'), status: 302, headers: { location: location.href } };
}

function issueDeviceCode(parts: GrantParts, issuer: string, form: URLSearchParams): HttpResponse {
  if (!parts.kinds.has('device')) return createOAuthError('unauthorized_client');
  if (form.get('client_id') !== CLIENT_ID)
    return createOAuthError('invalid_client', 'the client is not known', 401);
  const { deviceCode: code, userCode, expiresIn } = parts.consents.addDevice();
  const address = `${issuer}/oauth/verify`;
  return createOkResponse(
    JSON.stringify({
      device_code: code,
      user_code: userCode,
      expires_in: expiresIn,
      interval: DEVICE_INTERVAL,
      verification_uri: address,
      verification_uri_complete: `${address}?user_code=${userCode}`,
    }),
  );
}
