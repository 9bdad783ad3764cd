import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { fields, post, type Reply, sharedVault } from './testVault.ts';

/** A request with headers that fetch would not let through. */
async function raw(
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<Pick<Reply, 'status' | 'text'>> {
  const vault = await sharedVault();
  return new Promise((resolve, reject) => {
    const authorization = `Bearer ${vault.token}`;
    // As `path`: a URL would resolve the dots in it.
    const options = { method, path, headers: { authorization, ...headers } };
    const request = httpRequest(vault.url, options);
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.end();
  });
}

const EVENTS = '/v1/audit/events?filterOps.accountID=local-account';

describe('local vault: server', () => {
  before(async () => {
    await sharedVault();
  });

  it('listens on 127.0.0.1 only', async () => {
    const { url } = await sharedVault();
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('refuses another Host or Origin', async () => {
    const { url } = await sharedVault();
    const { port } = new URL(url);
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      `127.0.0.1.evil.example:${port}`,
    ])
      assert.equal((await raw(EVENTS, { host })).status, 403, host);
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1', `https://127.0.0.1:${port}`])
      assert.equal((await raw(EVENTS, { origin })).status, 403, origin);
    assert.equal((await raw(EVENTS, { host: `localhost:${port}` })).status, 200);
    assert.equal((await raw(EVENTS, { origin: `http://127.0.0.1:${port}` })).status, 200);
  });

  it('wants its token, whatever the path', async () => {
    const { token } = await sharedVault();
    for (const path of [EVENTS, '/v1/vaults/local-vault/query', '/nowhere', '/faults'])
      for (const authorization of ['', 'Bearer', 'Bearer wrong', `Basic ${token}`, `Bearer ${token}x`, token])
        assert.equal((await raw(path, { authorization })).status, 401, `${path} ${authorization}`);
    assert.equal((await raw(EVENTS, { authorization: `bearer ${token}` })).status, 200);
  });

  it('knows two paths, each with one method', async () => {
    for (const path of [
      '/',
      '/v1/audit/events/',
      '/v1/vaults//query',
      '/v1/vaults/a/b/query',
      '/../etc/passwd',
    ])
      assert.equal((await raw(path, {})).status, 404, path);
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS'])
      assert.equal((await raw('/v1/vaults/local-vault/query', {}, method)).status, 405, method);
    assert.equal((await raw('/v1/audit/events', {}, 'POST')).status, 405);
    for (const vault of ['other', 'LOCAL-VAULT', '..', '%2e%2e', '%zz', 'local-vault%2fx'])
      assert.equal((await raw(`/v1/vaults/${vault}/query`, {}, 'POST')).status, vault === '%zz' ? 404 : 400);
  });

  it('answers an unknown vault with 404', async () => {
    const vault = await sharedVault();
    const { status, message } = await post({ ...vault, vaultID: 'other' }, '{"query":"SELECT 1"}');
    assert.deepEqual([status, message], [404, 'no such vault']);
  });

  it('gives every answer a request ID of its own, in the body of errors (S31)', async () => {
    const vault = await sharedVault();
    const first = await post(vault, '{"query":"SELECT 1"}');
    const second = await post(vault, '{}');
    assert.match(first.headers.get('x-request-id') ?? '', /^[0-9a-f]{32}$/);
    assert.notEqual(first.headers.get('x-request-id'), second.headers.get('x-request-id'));
    assert.deepEqual(JSON.parse(second.text), {
      error: {
        grpc_code: 3,
        http_code: 400,
        http_status: 'Bad Request',
        message: 'query is required',
        details: [],
      },
    });
  });

  it('answers 413 to a large body, announced or not, and goes on serving', async () => {
    const vault = await sharedVault();
    const body = JSON.stringify({ query: `SELECT '${'x'.repeat(10 * 1024 * 1024)}'` });
    assert.equal((await post(vault, body)).status, 413);
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
      },
    });
    const streamed = await fetch(`${vault.url}/v1/vaults/local-vault/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${vault.token}` },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    assert.equal(streamed.status, 413);
    assert.deepEqual(await fields('SELECT 1 AS a'), [{ a: 1 }]);
  });

  it('does not take in a body that was announced as too large', async () => {
    const { url, token } = await sharedVault();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const head = [
      'POST /v1/vaults/local-vault/query HTTP/1.1',
      `Host: ${new URL(url).host}`,
      `Authorization: Bearer ${token}`,
      'Content-Length: 10485760',
      'Expect: 100-continue',
      '\r\n',
    ].join('\r\n');
    const answer = await new Promise<string>((resolve, reject) => {
      socket.on('error', reject);
      socket.once('data', (chunk: Buffer) => resolve(chunk.toString()));
      socket.write(head);
    });
    socket.destroy();
    assert.match(answer, /^HTTP\/1\.1 413 /);
  });

  it('refuses parameters beside a query: ignored, an offset would give the first page', async () => {
    const { url, token } = await sharedVault();
    const send = (search: string) =>
      fetch(`${url}/v1/vaults/local-vault/query${search}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{"query":"SELECT id FROM persons"}',
      });
    assert.equal((await send('?')).status, 200);
    const refused = await send('?offset=25');
    assert.equal(refused.status, 400);
    assert.match(await refused.text(), /"this path takes no parameters"/);
  });

  it('answers 415 to a body that is not JSON', async () => {
    const vault = await sharedVault();
    const body = '{"query":"SELECT 1 AS a"}';
    for (const type of [
      'text/plain',
      'text/plain;charset=UTF-8',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'text/json',
      'json',
    ]) {
      const { status, message } = await post(vault, body, { 'content-type': type });
      assert.deepEqual([status, message], [415, 'the body must be application/json'], type);
    }
    const { url, token } = vault;
    const untyped = await fetch(`${url}/v1/vaults/local-vault/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: Buffer.from(body),
    });
    assert.equal(untyped.status, 415);
    assert.equal((await post(vault, body, { 'content-encoding': 'gzip' })).status, 415);
    for (const type of [
      'application/json',
      'Application/JSON; charset=utf-8',
      'application/json;charset="UTF-8"',
    ])
      assert.equal((await post(vault, body, { 'content-type': type })).status, 200, type);
  });

  it('takes a body that was announced and is small enough', async () => {
    const vault = await sharedVault();
    const { status } = await post(vault, `{"query":"SELECT 1 /* ${'x'.repeat(900_000)} */"}`);
    assert.equal(status, 200);
  });

  it('survives a client that goes away in the middle of its body', async () => {
    const { url, token } = await sharedVault();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await new Promise<void>((resolve) => {
      const head = `POST /v1/vaults/local-vault/query HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${token}\r\nContent-Length: 100\r\n\r\n{"query"`;
      socket.write(head, () => resolve());
    });
    socket.destroy();
    assert.deepEqual(await fields('SELECT 1 AS a'), [{ a: 1 }]);
  });
});
