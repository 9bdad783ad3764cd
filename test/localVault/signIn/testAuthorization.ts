/** The local vault's sign-in server on a bad day: it stands in front of the real one, changes its answers, and counts. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import {
  type AuthorizationServer,
  createSignInServer,
} from '../../../src/localVault/authorization/authorization.ts';
import { AUTH_KINDS } from '../../../src/localVault/authorization/kinds.ts';
import { createOAuthError } from '../../../src/localVault/authorization/tokenEndpoint.ts';
import { createErrorResponse, type HttpResponse } from '../../../src/localVault/server/httpAnswer.ts';

export interface Behaviour {
  /** The status with which every request to the sign-in server fails. */
  readonly status?: number;
  /** The error with which every request for a token, or for its end, is refused. */
  readonly refuse?: string;
  /** Milliseconds by which the server's clock is ahead of this machine's. */
  readonly clockAheadMs?: number;
  /** Whether the server names another issuer in its description of itself. */
  readonly otherIssuer?: boolean;
}

const OWN_PATHS = /^\/(?:oauth|auth|\.well-known)\//;
const TOKEN_PATHS: ReadonlySet<string> = new Set([
  '/oauth/token',
  '/oauth/revoke',
  '/auth/serviceAccount/token',
]);

export class TestAuthorization implements AuthorizationServer {
  readonly #server: AuthorizationServer;
  #behaviour: Behaviour = {};
  readonly #accessTokens: string[] = [];
  readonly #expired = new Set<string>();
  readonly #refreshTokens = new Set<string>();
  readonly #userCodes = new Set<string>();

  constructor(lifetimeSeconds = 3600) {
    this.#server = createSignInServer({ kinds: AUTH_KINDS, lifetimeSeconds }, () => this.#now());
  }

  get issuer() {
    return this.#server.issuer;
  }
  set issuer(address) {
    this.#server.issuer = address;
  }
  get kinds() {
    return this.#server.kinds;
  }
  get clientID() {
    return this.#server.clientID;
  }
  get clientSecret() {
    return this.#server.clientSecret;
  }
  createCredentialsFileContent() {
    return this.#server.createCredentialsFileContent();
  }

  /** Sets how the server misbehaves from now on; `{}` ends all misbehaviour. */
  behave(behaviour: Behaviour): void {
    this.#behaviour = behaviour;
  }

  /** Number of access tokens issued since the start. */
  issued(): number {
    return this.#accessTokens.length;
  }

  /** Ends every access token in force, as an hour later would. */
  expireTokens(): void {
    for (const token of this.#accessTokens) this.#expired.add(token);
  }

  /** Number of refresh tokens that were neither used nor revoked since they were issued: one for each session. */
  sessions(): number {
    return this.#refreshTokens.size;
  }

  /** Revokes every session's refresh token. */
  async endSessions(): Promise<void> {
    for (const token of this.#refreshTokens) await this.#post('/oauth/revoke', { token });
  }

  /** User codes of the devices that wait for a decision, oldest first. */
  waitingCodes(): readonly string[] {
    return [...this.#userCodes];
  }

  /** Enters a device's user code on the server's page, and allows or denies the sign-in there. */
  decideDevice(userCode: string, decision: 'allow' | 'deny'): Promise<void> {
    return this.#post('/oauth/verify', { user_code: userCode, decision });
  }

  identify(token: string) {
    const known = this.#server.identify(token);
    return (
      known && {
        ...known,
        isExpired: known.isExpired || this.#expired.has(token),
      }
    );
  }

  async handle(request: IncomingMessage) {
    const [path = ''] = (request.url ?? '').split('?');
    if (!OWN_PATHS.test(path)) return undefined;
    const fault = this.#fault(path);
    if (fault) {
      const headers = {
        ...fault.headers,
        date: new Date(this.#now()).toUTCString(),
      };
      return { answer: { ...fault, headers }, template: path };
    }
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    const answered = await this.#server.handle(request);
    if (answered?.answer.status !== 200) return answered;
    return {
      ...answered,
      answer: this.#changed(path, new URLSearchParams(body), answered.answer),
    };
  }

  #now(): number {
    return Date.now() + (this.#behaviour.clockAheadMs ?? 0);
  }

  /** The answer to a request that does not reach the real server. */
  #fault(path: string): HttpResponse | undefined {
    const { status, refuse } = this.#behaviour;
    if (status !== undefined) return createErrorResponse(status, 'a requested fault');
    return refuse !== undefined && TOKEN_PATHS.has(path)
      ? createOAuthError(refuse, 'a requested fault')
      : undefined;
  }

  /** Records what a successful request issued or ended, and returns the answer that the client gets. */
  #changed(path: string, form: URLSearchParams, answer: HttpResponse): HttpResponse {
    switch (path) {
      case '/oauth/token':
      case '/auth/serviceAccount/token': {
        const { access_token, accessToken = access_token, refresh_token } = JSON.parse(answer.body);
        this.#accessTokens.push(accessToken);
        this.#refreshTokens.delete(form.get('refresh_token') ?? '');
        if (refresh_token !== undefined) this.#refreshTokens.add(refresh_token);
        return answer;
      }
      case '/oauth/revoke':
        this.#refreshTokens.delete(form.get('token') ?? '');
        return answer;
      case '/oauth/device': {
        const device = JSON.parse(answer.body);
        this.#userCodes.add(device.user_code);
        // So that no test waits for five seconds.
        return { ...answer, body: JSON.stringify({ ...device, interval: 1 }) };
      }
      case '/oauth/verify':
        this.#userCodes.delete(form.get('user_code') ?? '');
        return answer;
      default: {
        if (!this.#behaviour.otherIssuer || !path.startsWith('/.well-known/')) return answer;
        const description = {
          ...JSON.parse(answer.body),
          issuer: 'https://other-issuer.example',
        };
        return { ...answer, body: JSON.stringify(description) };
      }
    }
  }

  async #post(path: string, fields: Readonly<Record<string, string>>): Promise<void> {
    const body = new URLSearchParams({ client_id: this.clientID, ...fields });
    const { status } = await fetch(this.issuer + path, {
      method: 'POST',
      body,
    });
    assert.equal(status, 200, path);
  }
}
