import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { createServer } from 'node:net';
import path from 'node:path';
import type { NetworkSettings } from '../../src/node/transport/settings.ts';
import { createUndiciTransport, type UndiciOptions } from '../../src/node/transport/undiciTransport.ts';
import { listen, startTlsServer } from './hostileServer.ts';
import { type ProxyBehaviour, startProxy } from './proxy.ts';
import { answerOf, clientFor, errorOf, note, query, sentenceOf } from './support.ts';

const fixture = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../fixtures/tls', `${name}.pem`), 'utf8');
const answer =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 14\r\nconnection: close\r\n\r\n{"records":[]}';
/** vault.test leads to this machine. */
const lookup = ((_: string, options: { all?: boolean }, done: (...args: unknown[]) => void) =>
  options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never;

async function send(
  pem: string,
  host: string,
  settings: Partial<NetworkSettings> = {},
  options: UndiciOptions = {},
  text = answer,
) {
  const server = await startTlsServer(fixture(pem), text);
  const transport = createUndiciTransport(
    { transport: 'undici', env: {}, ...settings },
    { ca: [fixture('authority')], lookup, ...options },
  );
  try {
    const outcome = await clientFor(`https://${host}:${server.port}`, transport).client.executeQuery(query);
    return { outcome, received: server.received, port: server.port };
  } finally {
    transport.dispose();
    await server.close();
  }
}

const refused = (code: string) => ({ kind: 'network', code, mayHaveBeenSent: false, retry: true });

describe('TLS, over undici', () => {
  it('accepts a certificate of a trusted authority for the right name', async () => {
    for (const host of ['127.0.0.1', 'localhost', 'vault.test']) {
      assert.deepEqual(answerOf((await send('good', host)).outcome), { records: [] });
    }
  });

  it('reads over interim responses, also through a proxy', async () => {
    const text = `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${answer}`;
    const proxy = await startProxy('works');
    for (const settings of [{}, { proxy: `http://localhost:${proxy.port}` }]) {
      const { outcome } = await send('good', 'vault.test', settings, {}, text);
      assert.deepEqual(answerOf(outcome), { records: [] });
    }
    assert.equal(proxy.seen.length, 1);
    await proxy.close();
  });

  const cases: [string, string][] = [
    ['expired', 'CERT_HAS_EXPIRED'],
    ['wrong-host', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ];
  for (const [pem, code] of cases) {
    it(`refuses a certificate that is ${pem}, before anything is sent`, async () => {
      const { outcome, received } = await send(pem, 'localhost');
      note(`certificate ${pem}`, outcome);
      assert.deepEqual(errorOf(outcome), refused(code));
      assert.deepEqual(received, []);
    });
  }

  it('refuses a certificate of an unknown authority', async () => {
    const { outcome, received } = await send('good', 'vault.test', {}, { ca: [] });
    note('certificate of an unknown authority', outcome);
    assert.deepEqual(errorOf(outcome), refused('UNABLE_TO_VERIFY_LEAF_SIGNATURE'));
    assert.deepEqual(received, []);
  });

  it('a server that ends the handshake gets nothing', async () => {
    const alert = Buffer.from([21, 3, 3, 0, 2, 2, 40]);
    const server = createServer((socket) => socket.once('data', () => socket.end(alert)));
    const port = await listen(server, 0);
    const transport = createUndiciTransport({ transport: 'undici', env: {} });
    const outcome = await clientFor(`https://127.0.0.1:${port}`, transport).client.executeQuery(query);
    transport.dispose();
    await new Promise((resolve) => server.close(resolve));
    note('TLS handshake refused', outcome);
    assert.match(sentenceOf(errorOf(outcome)), /ended the TLS handshake.*Nothing was sent/);
  });

  it('a server that speaks plain HTTP where TLS was expected gets nothing', async () => {
    const proxy = await startProxy('plain-http');
    const transport = createUndiciTransport({ transport: 'undici', env: {} });
    const outcome = await clientFor(`https://127.0.0.1:${proxy.port}`, transport).client.executeQuery(query);
    note('plain HTTP in place of TLS', outcome);
    const error = errorOf(outcome);
    assert.equal(error.kind === 'network' && !error.mayHaveBeenSent, true, JSON.stringify(error));
    assert.equal(proxy.seen.join().includes('secret-token'), false);
    transport.dispose();
    await proxy.close();
  });
});

describe('proxies, over undici', () => {
  const through = async (
    behaviour: ProxyBehaviour,
    settings: Partial<NetworkSettings> = {},
    pem = 'good',
    userinfo = '',
  ) => {
    const proxy = await startProxy(behaviour, fixture('self-signed'));
    const scheme = behaviour === 'tls' ? 'https' : 'http';
    try {
      const result = await send(pem, 'vault.test', {
        proxy: `${scheme}://${userinfo}localhost:${proxy.port}`,
        ...settings,
      });
      return { ...result, seen: proxy.seen };
    } finally {
      await proxy.close();
    }
  };

  it('see the host and port, never the request', async () => {
    const { outcome, seen, port } = await through('works');
    assert.deepEqual(answerOf(outcome), { records: [] });
    assert.equal(seen.length, 1);
    assert.match(seen[0] ?? '', new RegExp(`^CONNECT vault\\.test:${port} HTTP/1\\.1\r\n`));
    assert.doesNotMatch(seen.join(), /secret/);
    note('proxy');
  });

  it('get user and password from the address, or the setting', async () => {
    const expected = `proxy-authorization: Basic ${Buffer.from('user:p@ss').toString('base64')}`;
    assert.match((await through('works', {}, 'good', 'user:p%40ss@')).seen.join(), new RegExp(expected, 'i'));
    assert.match(
      (await through('works', { proxyAuthorization: expected.slice(21) })).seen.join(),
      new RegExp(expected, 'i'),
    );
  });

  it('that ask for a sign-in are named', async () => {
    const { outcome, received } = await through('407');
    note('proxy answers 407', outcome);
    assert.deepEqual(errorOf(outcome), refused('PROXY_407'));
    assert.deepEqual(received, []);
  });

  it('that can’t reach the server are named', async () => {
    const { outcome } = await through('502');
    note('proxy answers 502', outcome);
    assert.deepEqual(errorOf(outcome), refused('PROXY_502'));
  });

  it('that hang up or don’t exist are named', async () => {
    const closed = await through('hangs-up');
    note('proxy hangs up', closed.outcome);
    assert.deepEqual(errorOf(closed.outcome), refused('PROXY_ECONNRESET'));
    const { outcome } = await send('good', 'vault.test', { proxy: `http://127.0.0.1:${await freePort()}` });
    note('proxy not there', outcome);
    assert.deepEqual(errorOf(outcome), refused('PROXY_ECONNREFUSED'));
    const odd = await send('good', 'vault.test', { proxy: 'socks5://127.0.0.1' });
    note('SOCKS proxy (undici alone)', odd.outcome);
    assert.deepEqual(errorOf(odd.outcome), refused('PROXY_UNSUPPORTED'));
  });

  it('are left out for exceptions and this machine', async () => {
    for (const settings of [
      { noProxy: ['vault.test'] },
      { proxySupport: 'off' },
      { env: { NO_PROXY: '.test' } },
    ]) {
      const { outcome, seen } = await through('works', settings);
      assert.equal(outcome.ok, true);
      assert.deepEqual(seen, []);
    }
    const { outcome } = await send('good', '127.0.0.1', { proxy: 'http://127.0.0.1:1' });
    assert.equal(outcome.ok, true);
  });

  it('never make a bad certificate of the server good, whatever http.proxyStrictSSL says', async () => {
    for (const strictSSL of [true, false]) {
      const { outcome, received } = await through('works', { strictSSL }, 'self-signed');
      assert.deepEqual(errorOf(outcome), refused('DEPTH_ZERO_SELF_SIGNED_CERT'));
      assert.deepEqual(received, []);
    }
  });

  it('over TLS need a good certificate themselves, unless http.proxyStrictSSL is off', async () => {
    const strict = await through('tls');
    note('certificate of the proxy', strict.outcome);
    assert.deepEqual(errorOf(strict.outcome), refused('PROXY_DEPTH_ZERO_SELF_SIGNED_CERT'));
    assert.deepEqual(answerOf((await through('tls', { strictSSL: false })).outcome), { records: [] });
  });
});

/** A port without a listener: one that was just given back. */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('a server of HTTP/2, over undici', () => {
  /** Straight and through a proxy; with the versions of HTTP that the requests came in. */
  async function sendTo(allowHTTP1: boolean) {
    const pem = fixture('good');
    const versions: string[] = [];
    const server = createSecureServer({ cert: pem, key: pem, allowHTTP1 }, (request, response) => {
      versions.push(request.httpVersion);
      request.resume();
      response.end('{"records":[]}');
    });
    server.on('tlsClientError', () => undefined);
    const port = await listen(server, 0);
    const proxy = await startProxy('works');
    const outcomes = [];
    for (const settings of [{}, { proxy: `http://localhost:${proxy.port}` }]) {
      const transport = createUndiciTransport(
        { transport: 'undici', env: {}, ...settings },
        { ca: [fixture('authority')], lookup },
      );
      outcomes.push(await clientFor(`https://vault.test:${port}`, transport).client.executeQuery(query));
      transport.dispose();
    }
    const tunnels = proxy.seen.length;
    await proxy.close();
    await new Promise((resolve) => server.close(resolve));
    return { outcomes, versions, tunnels };
  }

  it('is asked in HTTP/1.1, also through a proxy: see the README of src/node/transport', async () => {
    const { outcomes, versions, tunnels } = await sendTo(true);
    for (const outcome of outcomes) assert.deepEqual(answerOf(outcome), { records: [] });
    assert.deepEqual([versions, tunnels], [['1.1', '1.1'], 1]);
  });

  it('that accepts nothing else gets no query, and the sentence says so', async () => {
    const { outcomes, versions } = await sendTo(false);
    for (const outcome of outcomes) {
      note('HTTP/2 alone', outcome);
      const error = errorOf(outcome);
      assert.deepEqual(error, refused('ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL'));
      assert.match(sentenceOf(error), /^vault\.test does not accept HTTP\/1\.1\. Nothing was sent/);
    }
    assert.deepEqual(versions, []);
  });
});
