/** Requests that are not sent, because a token, an address, or a connection is missing or invalid. */
import assert from 'node:assert/strict';
import type { ApiError } from '../../src/core/service/errors.ts';
import { findDestination } from '../../src/extension/query/destination.ts';
import type { AnyConnection } from '../../src/extension/targets/targets.ts';
import { createTransport, type NetworkSettings } from '../../src/node/transport/index.ts';
import * as undici from '../../src/node/transport/undiciTransport.ts';
import { type HostileServer, startHostileServer } from './hostileServer.ts';
import { clientFor, errorOf, filters, note, query, transports } from './support.ts';

const notSent = (kind: ApiError['kind'], detail?: string) => ({
  kind,
  retry: false,
  ...(detail !== undefined && { detail }),
});

describe('a request that is not sent', () => {
  let server: HostileServer;
  beforeEach(async () => {
    server = await startHostileServer();
  });
  afterEach(async () => {
    assert.deepEqual(server.seen, []);
    await server.close();
  });

  const send = async (fault: string, deps = {}, baseUrl = server.url('records-null'), vaultID = 'v1') => {
    const { client } = clientFor(baseUrl, transports.undici, deps);
    const outcome = await client.executeQuery({ ...query, vaultID });
    note(fault, outcome);
    return errorOf(outcome);
  };

  it('has no token, or one with characters that no token has', async () => {
    assert.deepEqual(await send('no token', { token: async () => undefined }), notSent('noToken'));
    const split = { token: async () => 'two words' };
    assert.deepEqual(await send('token with whitespace', split), notSent('badToken', 'blank'));
  });

  it('has an address or a vault ID that is invalid', async () => {
    const plain = 'http://vault.example';
    assert.deepEqual(
      await send('plain http to another machine', {}, plain),
      notSent('badAddress', 'plain-http'),
    );
    const error = await send('vault without an ID', {}, undefined, '');
    assert.deepEqual(error, notSent('badVaultID', 'empty'));
  });

  it('has a filter that would be sent as none', async () => {
    const { client } = clientFor(server.url('event-null'), transports.undici);
    const outcome = await client.listAuditEvents({ filters: { ...filters, resourceIDs: 'persons' } });
    note('filter that is no resource ID', outcome);
    assert.deepEqual(errorOf(outcome), notSent('badFilter', 'resourceIDs: not-a-resource-id'));
  });

  it('has a connection or a vault that was removed, or the local vault was stopped', () => {
    const vault = { id: 'v1', name: 'main' };
    const connection: AnyConnection = {
      name: 'a',
      environment: 'test',
      baseUrl: server.url('records-null'),
      accountID: 'acc',
      vaults: [vault],
      auth: { kind: 'token' },
    };
    const local = { ...connection, local: { token: 't', actor: 'me', columns: [], tables: [] } };
    const failing = (fault: string, from: AnyConnection, now: readonly AnyConnection[]): ApiError => {
      const to = findDestination(
        { connection: from, vault },
        { connections: () => now, find: () => undefined },
      );
      assert.ok(to.kind !== 'connection');
      note(fault, { ok: false, error: to.error });
      return to.error;
    };
    const removed = { kind: 'noConnection', retry: true };
    assert.deepEqual(failing('connection removed', connection, []), removed);
    const without = { ...connection, vaults: [] };
    assert.deepEqual(failing('vault removed', connection, [without]), { ...removed, detail: 'vault' });
    assert.equal(failing('local vault stopped', local, []).kind, 'network');
  });

  for (const [fault, settings, code, baseUrl] of [
    ['host that is no address', {}, 'ERR_INVALID_URL', 'https://256.256.256.256'],
    [
      'proxy of the workspace',
      { transport: 'editor', changedByWorkspace: true },
      'WORKSPACE_PROXY',
      'https://vault.test',
    ],
    ['client certificate by the editor', { transport: 'editor' }, 'CLIENT_CERT_EDITOR', 'https://vault.test'],
  ] as const) {
    it(`is refused by the transport: ${fault}`, async () => {
      const all: NetworkSettings = { transport: 'undici', env: {}, ...settings };
      const transport = createTransport({ getSettings: () => all, loadHttp: () => undici });
      const certificate = { kind: 'pfx', pfxFile: '/c.pfx' } as const;
      const shown = code === 'CLIENT_CERT_EDITOR' ? { certificate } : {};
      const { client } = clientFor(baseUrl, {
        send: (request, signal) => transport.send({ ...request, ...shown }, signal),
      });
      const outcome = await client.executeQuery(query);
      transport.dispose();
      note(fault, outcome);
      assert.deepEqual(errorOf(outcome), { kind: 'network', code, mayHaveBeenSent: false, retry: true });
    });
  }
});
