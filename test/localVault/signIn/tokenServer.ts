/** A sign-in server that answers as the test says. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly form: URLSearchParams;
}
export interface Told {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text as it is, anything else as JSON. */
  readonly body?: unknown;
}

export interface TokenServer {
  readonly url: string;
  /** Every request, in order. */
  readonly asked: Asked[];
  /** Requests for `path`. */
  count(path: string): number;
  /** What the token endpoint answers; what the server says of itself, and where; what it gives for a device. */
  token: (asked: Asked) => Told | Promise<Told>;
  description: Readonly<Record<string, unknown>>;
  descriptionAt: (path: string) => Told;
  device: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

/** Its endpoints are `/token`, `/authorize`, `/device` and `/revoke`. */
export async function startTokenServer(): Promise<TokenServer> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const path = request.url ?? '';
    const one = {
      path,
      headers: request.headers,
      form: new URLSearchParams(body),
    };
    asked.push(one);
    const { status = 200, headers = {}, body: told = {} } = await answerTo(one);
    response.writeHead(status, {
      'content-type': 'application/json',
      ...headers,
    });
    response.end(typeof told === 'string' ? told : JSON.stringify(told));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answerTo = (one: Asked): Told | Promise<Told> => {
    if (one.path.startsWith('/.well-known/')) return tokenServer.descriptionAt(one.path);
    if (one.path === '/revoke') return {};
    if (one.path === '/device') return { body: tokenServer.device };
    return one.path === '/token' ? tokenServer.token(one) : { status: 404 };
  };
  const tokenServer: TokenServer = {
    url,
    asked,
    count: (path) => asked.filter((one) => one.path === path).length,
    token: () => ({
      body: { access_token: 'token-1', token_type: 'Bearer', expires_in: 3600 },
    }),
    description: {
      issuer: url,
      token_endpoint: `${url}/token`,
      authorization_endpoint: `${url}/authorize`,
      device_authorization_endpoint: `${url}/device`,
      revocation_endpoint: `${url}/revoke`,
    },
    descriptionAt: (path) =>
      path === '/.well-known/openid-configuration' ? { body: tokenServer.description } : { status: 404 },
    device: {
      device_code: 'device-code',
      user_code: 'ABCD-EFGH',
      verification_uri: `${url}/enter`,
      expires_in: 600,
      interval: 1,
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return tokenServer;
}
