/** The server's certificate, the client's, and a proxy between them: what is sent in each case, over undici. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CertificateWithPassphrase } from '../../src/core/service/transport.ts';
import { createUndiciTransport } from '../../src/node/transport/undiciTransport.ts';
import { startTlsServer } from './hostileServer.ts';
import { startProxy } from './proxy.ts';
import { answerOf, clientFor, errorOf, query } from './support.ts';
import { type Asking, askings, type Certified, exchanged, servers } from './tlsCells.ts';

const file = (name: string): string => path.join(import.meta.dirname, '../fixtures/tls', name);
const fixture = (name: string): string => readFileSync(file(`${name}.pem`), 'utf8');
const answer =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 14\r\nconnection: close\r\n\r\n{"records":[]}';
const certificate: CertificateWithPassphrase = {
  kind: 'pem',
  certFile: file('client.pem'),
  keyFile: file('client-key.pem'),
};

describe('certificates of both sides', () => {
  for (const server of servers)
    for (const way of ['direct', 'proxy'] as const)
      for (const asking of askings) {
        const becomes = exchanged(server, asking);
        const { asks, shows } = asking;
        const title = `server ${server.name}, ${way}, ${asks ? 'asks' : 'does not ask'} for a certificate that is ${shows ? 'shown' : 'not there'}: ${becomes}`;
        it(title, async () => {
          const seen = await exchange({ ...server, ...asking, way });
          if (becomes === 'answered') assert.deepEqual(answerOf(seen.outcome), { records: [] });
          else {
            const error = errorOf(seen.outcome);
            assert.equal(error.kind, 'network');
            if (server.code !== undefined) assert.equal(error.kind === 'network' && error.code, server.code);
          }
          assert.equal(seen.received.length, becomes === 'answered' ? 1 : 0);
          assert.deepEqual(seen.clients, becomes === 'answered' && asks && shows ? ['client.test'] : []);
          // The proxy learns where to, and no more.
          assert.equal(seen.proxied.length, way === 'proxy' ? 1 : 0);
          assert.doesNotMatch(seen.proxied.join(''), /secret|client\.test/);
        });
      }

  it('are tried in 40 cells', () => {
    assert.equal(servers.length * 2 * askings.length, 40);
  });
});

type Cell = Certified & Asking & { readonly way: 'direct' | 'proxy' };

/** A query to a server of that kind, by a name that it may have. */
async function exchange({ pem, isTrusted, way, asks, shows }: Cell) {
  const options = asks ? { clientAuthority: fixture('client-authority') } : {};
  const server = await startTlsServer(fixture(pem), answer, options);
  const proxy = await startProxy('works');
  const isProxied = way === 'proxy';
  const transport = createUndiciTransport(
    { transport: 'undici', env: {}, ...(isProxied && { proxy: `http://localhost:${proxy.port}` }) },
    { ca: isTrusted ? [fixture('authority')] : [] },
  );
  const address = `https://${isProxied ? 'vault.test' : 'localhost'}:${server.port}`;
  const { client } = clientFor(address, {
    send: (request, signal) => transport.send({ ...request, ...(shows && { certificate }) }, signal),
  });
  try {
    const outcome = await client.executeQuery(query);
    return { outcome, received: server.received, clients: server.clients, proxied: proxy.seen };
  } finally {
    transport.dispose();
    await proxy.close();
    await server.close();
  }
}
