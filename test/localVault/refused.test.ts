import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { all, list, post, sharedVault } from './testVault.ts';

const ACCOUNT = 'filterOps.accountID=local-account';

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request as it is given, and tells its status and the ID of its answer. */
async function send({ path = '/v1/audit/events', method = 'GET', headers = {} }: Sent) {
  const { url, token } = await sharedVault();
  return new Promise<{ status: number; requestID: string }>((resolve, reject) => {
    const options = { method, path, headers: { authorization: `Bearer ${token}`, ...headers } };
    const request = httpRequest(url, options);
    request.on('error', reject);
    request.on('response', (response) => {
      response.resume();
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          requestID: String(response.headers['x-request-id']),
        }),
      );
    });
    request.end();
  });
}

async function eventOf(requestID: string) {
  const found = await all(`${ACCOUNT}&filterOps.context.requestID=${requestID}`);
  assert.equal(found.length, 1, 'one event of the request');
  return found[0] ?? assert.fail();
}

describe('local vault: refused requests in the audit events', () => {
  before(async () => {
    await sharedVault();
  });

  it('a failed sign-in is there, with its address and path, and without a name that was only claimed', async () => {
    for (const authorization of ['', 'Bearer wrong', 'Basic YTpi']) {
      const { status, requestID } = await send({
        path: '/v1/vaults/local-vault/query',
        method: 'POST',
        headers: { authorization },
      });
      assert.equal(status, 401);
      const { context, request, response, resourceIDs } = await eventOf(requestID);
      assert.equal(response.code, 401);
      assert.match(response.message, /bearer token/);
      assert.equal(context.ipAddress, '127.0.0.1');
      assert.deepEqual([context.actor, context.jwtID, context.authMode], [undefined, undefined, undefined]);
      assert.deepEqual(request.httpInfo, { URI: '/v1/vaults/local-vault/query', method: 'POST' });
      assert.equal(request.vaultID, 'local-vault');
      assert.equal(request.data.content, '');
      assert.deepEqual(resourceIDs, ['ACCOUNT/local-account', 'VAULT/local-vault']);
    }
  });

  it('so are a wrong host, a foreign page, an unknown path and a wrong method', async () => {
    const refused: readonly (readonly [Sent, status: number])[] = [
      [{ headers: { host: 'evil.example' } }, 403],
      [{ headers: { origin: 'https://evil.example' } }, 403],
      [{ path: '/nowhere' }, 404],
      [{ path: '/v1/vaults/%zz/query', method: 'POST' }, 404],
      [{ path: '/nowhere', headers: { authorization: 'Bearer wrong' } }, 401],
      [{ path: '/v1/audit/events', method: 'DELETE' }, 405],
      [{ path: '/v1/vaults/local-vault/query' }, 405],
    ];
    for (const [sent, status] of refused) {
      const answer = await send(sent);
      assert.equal(answer.status, status, JSON.stringify(sent));
      const { context, request, response } = await eventOf(answer.requestID);
      assert.equal(response.code, status);
      assert.deepEqual(request.httpInfo, {
        URI: sent.path ?? '/v1/audit/events',
        method: sent.method ?? 'GET',
      });
      assert.equal(context.origin, sent.headers?.origin);
      assert.equal(context.actor, status === 404 || status === 405 ? 'developer@local.test' : undefined);
    }
  });

  it('an expired token is recognized by its owner and its ID', async () => {
    const vault = await sharedVault();
    vault.setFaults({ expiredToken: true, requests: 1 });
    const { headers } = await list(vault, ACCOUNT);
    vault.setFaults({});
    const { context, response } = await eventOf(headers.get('x-request-id') ?? '');
    const [, payload = ''] = vault.token.split('.');
    const { jti } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { jti: string };
    assert.deepEqual([response.code, context.actor, context.jwtID], [401, 'developer@local.test', jti]);
  });

  it('hold neither the token that was sent nor the body', async () => {
    const vault = await sharedVault();
    const { status } = await post({ ...vault, token: 'planted-token' }, '{"query":"SELECT planted_body"}');
    assert.equal(status, 401);
    assert.doesNotMatch(JSON.stringify(await all(ACCOUNT)), /planted/);
  });
});
