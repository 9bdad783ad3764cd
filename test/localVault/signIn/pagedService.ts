/** A service with a sign-in server of its own, whose tokens end when a test says so. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getBearerToken } from '../../../src/localVault/server/gate.ts';
import {
  createErrorResponse,
  createOkResponse,
  type HttpResponse,
} from '../../../src/localVault/server/httpAnswer.ts';
import { sendResponse } from '../../../src/localVault/server/send.ts';
import { TestAuthorization } from './testAuthorization.ts';

/** Rows of the one table. */
export const ROWS = 60;

export interface PagedService {
  readonly authorization: TestAuthorization;
  /** Addresses of pages that a browser asked for, in order. */
  readonly pages: string[];
  /** Called before a query is answered. */
  onQuery: () => unknown;
  /** A connection to it, as the settings have one. */
  connection(auth: object): object;
  close(): Promise<void>;
}

export async function startPagedService(): Promise<PagedService> {
  const authorization = new TestAuthorization();
  const pages: string[] = [];
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/oauth/authorize?')) pages.push(authorization.issuer + request.url);
    void authorization.handle(request).then(async (signIn) => {
      sendResponse(request, response, signIn?.answer ?? (await serve(service, request)), 'r', false);
    });
  });
  const service: PagedService = {
    authorization,
    pages,
    onQuery: () => undefined,
    connection: (auth) => ({
      name: 'far',
      baseUrl: authorization.issuer,
      accountID: 'a1',
      vaults: [{ id: 'v1' }],
      auth,
    }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '::1', resolve));
  // An editor in a browser leads 127.0.0.1 through a proxy of its own, which not every one has.
  authorization.issuer = `http://[::1]:${(server.address() as AddressInfo).port}`;
  return service;
}

/** The service's answer, rows or no event, to a token that is in force. */
async function serve(service: PagedService, request: IncomingMessage): Promise<HttpResponse> {
  const isQuery = request.url?.endsWith('/query') === true;
  let body = '';
  for await (const chunk of request) body += String(chunk);
  if (isQuery) await service.onQuery();
  const known = service.authorization.identify(getBearerToken(request) ?? '');
  if (!known || known.isExpired) return createErrorResponse(401, 'the token is not valid');
  if (!isQuery) return createOkResponse('{"event":[],"nextOps":null}');
  const number = (word: string): number => Number(new RegExp(`${word} (\\d+)`).exec(body)?.[1] ?? 0);
  const from = number('OFFSET');
  const count = Math.max(0, Math.min(number('LIMIT'), ROWS - from));
  const records = Array.from({ length: count }, (_, at) => ({
    fields: { id: from + at },
  }));
  return createOkResponse(JSON.stringify({ records }));
}
