/** Mutual TLS: a server that knows its clients by their certificates. */
import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ClientCertificate } from '../../src/core/service/connections/clientCertificate.ts';
import type { CertificateWithPassphrase, Transport } from '../../src/core/service/transport.ts';
import { createUndiciTransport } from '../../src/node/transport/undiciTransport.ts';
import { listen, startTlsServer, type TlsServerOptions } from './hostileServer.ts';
import { startProxy } from './proxy.ts';
import { answerOf, clientFor, errorOf, note, query, sentenceOf } from './support.ts';

const fixtures = path.join(import.meta.dirname, '../fixtures/tls');
const file = (name: string): string => path.join(fixtures, name);
const answer =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 14\r\nconnection: close\r\n\r\n{"records":[]}';
const passphrase = 'a-passphrase';
const pem: ClientCertificate = {
  kind: 'pem',
  certFile: file('client.pem'),
  keyFile: file('client-key.pem'),
};
const lockedPem: ClientCertificate = { ...pem, keyFile: file('client-encrypted-key.pem') };
const pfx: ClientCertificate = { kind: 'pfx', pfxFile: file('client.pfx') };

/** Shows `certificate` with each request. */
const showing = (transport: Transport, certificate: CertificateWithPassphrase | undefined): Transport => ({
  send: (request, signal) => transport.send({ ...request, ...(certificate && { certificate }) }, signal),
});

async function withServer<T>(
  use: (server: Awaited<ReturnType<typeof startTlsServer>>, transport: Transport) => Promise<T>,
  options: TlsServerOptions = {},
  proxy?: string,
): Promise<T> {
  const clientAuthority = await readFile(file('client-authority.pem'), 'utf8');
  const server = await startTlsServer(await readFile(file('good.pem'), 'utf8'), answer, {
    clientAuthority,
    ...options,
  });
  const transport = createUndiciTransport(
    { transport: 'undici', env: {}, proxy },
    { ca: [await readFile(file('authority.pem'), 'utf8')] },
  );
  try {
    return await use(server, transport);
  } finally {
    transport.dispose();
    await server.close();
  }
}

/** What becomes of a query that shows `certificate`, and what the server saw. */
const send = (certificate?: CertificateWithPassphrase, options: TlsServerOptions = {}, proxy?: string) =>
  withServer(
    async (server, transport) => {
      const address = `https://localhost:${server.port}`;
      const outcome = await clientFor(address, showing(transport, certificate)).client.executeQuery(query);
      return { outcome, clients: server.clients, received: server.received };
    },
    options,
    proxy,
  );

describe('client certificates, over undici', () => {
  for (const [name, certificate] of [
    ['PEM files', pem],
    ['PEM files with a passphrase', { ...lockedPem, passphrase }],
    ['a PKCS#12 file', { ...pfx, passphrase }],
  ] as const) {
    it(`are shown from ${name}`, async () => {
      for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
        const { outcome, clients } = await send(certificate, { maxVersion });
        assert.deepEqual(answerOf(outcome), { records: [] });
        assert.deepEqual(clients, ['client.test']);
      }
    });
  }

  it('that a server wants and does not get let no query run', async () => {
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      const { outcome, received } = await send(undefined, { maxVersion });
      assert.deepEqual(received, []);
      const error = errorOf(outcome);
      if (error.kind !== 'network') assert.fail(error.kind);
      // Node's server sends an alert and hangs up: sometimes the end is seen before the alert.
      assert.match(error.code, /^ERR_SSL_.*_ALERT_HANDSHAKE_FAILURE$|^ECONNRESET$/);
      assert.equal(error.mayHaveBeenSent && error.code !== 'ECONNRESET', false);
    }
  });

  for (const [name, alert] of [
    ['bad_certificate', 42],
    ['unknown_ca', 48],
    ['certificate_required', 116],
  ] as const) {
    it(`that a server refuses by the alert ${name} are named`, async () => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, alert])));
      });
      const port = await listen(server, 0);
      const transport = createUndiciTransport({ transport: 'undici', env: {} });
      const outcome = await clientFor(`https://localhost:${port}`, transport).client.executeQuery(query);
      transport.dispose();
      server.close();
      note(`client certificate refused: ${name}`, outcome);
      const error = errorOf(outcome);
      assert.equal(error.kind === 'network' && error.mayHaveBeenSent, false);
      assert.match(sentenceOf(error), /vault\.test requires another client certificate/);
    });
  }

  const wrong: readonly (readonly [string, CertificateWithPassphrase, string])[] = [
    ['without the passphrase', lockedPem, 'CLIENT_CERT_PASSPHRASE'],
    ['with another passphrase', { ...lockedPem, passphrase: 'x' }, 'CLIENT_CERT_PASSPHRASE'],
    ['of PKCS#12 with another passphrase', { ...pfx, passphrase: 'x' }, 'CLIENT_CERT_PASSPHRASE'],
    ['that are not there', { ...pem, keyFile: file('no-such-key.pem') }, 'CLIENT_CERT_MISSING'],
    ['that are folders', { ...pem, certFile: fixtures }, 'CLIENT_CERT_UNREADABLE'],
    ['whose key is another one', { ...pem, keyFile: file('good.pem') }, 'CLIENT_CERT_INVALID'],
    ['that are none', { kind: 'pfx', pfxFile: file('README.md') }, 'CLIENT_CERT_INVALID'],
  ];
  for (const [name, certificate, code] of wrong) {
    it(`${name} are named before anything is sent`, async () => {
      const { outcome, received } = await send(certificate);
      note(`client certificate ${name}`, outcome);
      assert.deepEqual(errorOf(outcome), { kind: 'network', code, mayHaveBeenSent: false, retry: true });
      assert.deepEqual(received, []);
    });
  }

  it('are shown to the server behind a proxy, and not to the proxy', async () => {
    const proxy = await startProxy('works');
    const outcome = await withServer(
      async (server, transport) => {
        const address = `https://vault.test:${server.port}`;
        const sent = await clientFor(address, showing(transport, pem)).client.executeQuery(query);
        return { sent, clients: server.clients };
      },
      {},
      `http://localhost:${proxy.port}`,
    );
    assert.deepEqual(answerOf(outcome.sent), { records: [] });
    assert.deepEqual(outcome.clients, ['client.test']);
    assert.equal(proxy.seen.length, 1);
    await proxy.close();
  });

  it('that were renewed are shown at the next request', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'client-certificate-'));
    const own = {
      kind: 'pem',
      certFile: path.join(folder, 'c.pem'),
      keyFile: path.join(folder, 'k.pem'),
    } as const;
    await copyFile(pem.certFile, own.certFile);
    await writeFile(own.keyFile, 'half written');
    try {
      await withServer(async (server, transport) => {
        const { client } = clientFor(`https://localhost:${server.port}`, showing(transport, own));
        const error = errorOf(await client.executeQuery(query));
        assert.equal(error.kind === 'network' && error.code, 'CLIENT_CERT_INVALID');
        await copyFile(pem.keyFile, own.keyFile);
        assert.deepEqual(answerOf(await client.executeQuery(query)), { records: [] });
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
