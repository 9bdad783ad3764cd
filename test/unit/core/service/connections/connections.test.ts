import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseConnections } from '../../../../../src/core/service/connections/connections.ts';

const good = {
  name: 'sandbox',
  environment: 'test',
  baseUrl: 'https://vault.example',
  accountID: 'a1',
  vaults: [{ id: 'v1', name: 'customers' }, { id: 'v2' }],
  auth: { kind: 'environment', variable: 'VAULT_TOKEN' },
};
const read = (value: unknown) => parseConnections(value, (address) => address.startsWith('https://'));

describe('connections', () => {
  it('reads a whole entry', () => {
    const { connections, problems } = read([good]);
    assert.deepEqual(problems, []);
    assert.deepEqual(connections, [
      {
        ...good,
        vaults: [
          { id: 'v1', name: 'customers' },
          { id: 'v2', name: 'v2' },
        ],
      },
    ]);
  });

  it('leaves /v1 at the end of an address out, which each request adds', () => {
    const of = (baseUrl: string) => {
      const [connection] = read([{ ...good, baseUrl, vaults: [{ id: 'v1', baseUrl }] }]).connections;
      return [connection?.baseUrl, connection?.vaults[0]?.baseUrl];
    };
    for (const [given, used] of [
      ['https://vault.example/v1', 'https://vault.example'],
      ['https://vault.example/v1/', 'https://vault.example'],
      ['https://vault.example/gate/v1', 'https://vault.example/gate'],
      // A gateway that really adds its own.
      ['https://vault.example/v1/v1', 'https://vault.example/v1'],
      ['https://vault.example/v12', 'https://vault.example/v12'],
      ['https://vault.example/av1', 'https://vault.example/av1'],
      ['https://v1', 'https://v1'],
      ['https://vault.example/', 'https://vault.example/'],
    ] as const)
      assert.deepEqual(of(given), [used, used], given);
  });

  it('names the place and the reason of each mistake, and keeps the good entries', () => {
    const { connections, problems } = read([
      { ...good, baseUrl: 'http://vault.example' },
      { ...good, name: 'a/b' },
      { ...good, environment: 'prod' },
      { ...good, auth: { kind: 'magic' } },
      { ...good, vaults: [{ name: 'no id' }] },
      {
        ...good,
        name: 'hosts',
        vaults: [
          { id: 'v1', baseUrl: 1 },
          { id: 'v2', baseUrl: 'ftp://v' },
        ],
      },
      'text',
      good,
      good,
    ]);
    assert.deepEqual(
      connections.map(({ name }) => name),
      ['sandbox'],
    );
    assert.deepEqual(problems, [
      { path: 'vaultsql.connections[0].baseUrl', reason: 'bad-address' },
      { path: 'vaultsql.connections[1].name', reason: 'slash-in-name' },
      { path: 'vaultsql.connections[2].environment', reason: 'bad-environment' },
      { path: 'vaultsql.connections[3].auth', reason: 'bad-auth' },
      { path: 'vaultsql.connections[4].vaults[0].id', reason: 'missing' },
      { path: 'vaultsql.connections[5].vaults[0].baseUrl', reason: 'not-text' },
      { path: 'vaultsql.connections[5].vaults[1].baseUrl', reason: 'bad-address' },
      { path: 'vaultsql.connections[6]', reason: 'not-an-object' },
      { path: 'vaultsql.connections[8].name', reason: 'duplicate-name' },
    ]);
  });

  it('takes as a command an absolute path or a name, nothing that depends on a folder', () => {
    const auth = (command: unknown, variables?: unknown) =>
      read([{ ...good, auth: { kind: 'command', command, variables } }]);
    for (const program of ['gettoken', '/opt/x/gettoken', '~/bin/gettoken', 'C:\\x\\gettoken.exe', 'my tool'])
      assert.deepEqual(auth([program, './x']).problems, [], program);
    for (const program of ['./gettoken', 'bin/gettoken', '..\\gettoken', '..', 'C:gettoken']) {
      assert.deepEqual(auth([program]), {
        connections: [],
        problems: [{ path: 'vaultsql.connections[0].auth.command', reason: 'bad-command' }],
      });
    }
    assert.deepEqual(auth(['gettoken'], ['AWS_PROFILE']).connections[0]?.auth, {
      kind: 'command',
      command: ['gettoken'],
      variables: ['AWS_PROFILE'],
    });
    assert.equal(auth(['gettoken'], 'AWS_PROFILE').problems[0]?.reason, 'bad-auth');
  });

  it('reads a service account’s key file: an absolute path, or one in the home folder', () => {
    const auth = (keyFile: unknown, scope?: unknown) =>
      read([{ ...good, auth: { kind: 'serviceAccount', keyFile, scope } }]);
    for (const keyFile of ['/keys/a.json', '~/a.json', 'C:\\keys\\a.json'])
      assert.deepEqual(auth(keyFile, 'r').connections[0]?.auth, {
        kind: 'serviceAccount',
        keyFile,
        scope: 'r',
      });
    for (const [keyFile, reason] of [
      ['a.json', 'bad-file'],
      ['./a.json', 'bad-file'],
      [undefined, 'missing'],
      [1, 'not-text'],
    ] as const)
      assert.deepEqual(auth(keyFile).problems, [{ path: 'vaultsql.connections[0].auth.keyFile', reason }]);
    assert.equal(auth('/a', 1).problems[0]?.path, 'vaultsql.connections[0].auth.scope');
  });

  it('reads a client certificate: PEM files or one PKCS#12 file, from fixed places', () => {
    const path = 'vaultsql.connections[0].clientCertificate';
    const certificate = (clientCertificate: unknown) => {
      const { connections, problems } = read([{ ...good, clientCertificate }]);
      return problems.length > 0 ? problems : connections[0]?.clientCertificate;
    };
    const pem = { certFile: '~/c.pem', keyFile: '/k.pem' };
    assert.deepEqual(certificate(pem), { kind: 'pem', ...pem });
    assert.deepEqual(certificate({ pfxFile: 'C:\\c.pfx' }), { kind: 'pfx', pfxFile: 'C:\\c.pfx' });
    assert.deepEqual(certificate({ ...pem, forSignIn: true }), { kind: 'pem', ...pem, forSignIn: true });
    // Nothing but the word itself.
    for (const forSignIn of [false, 'true', 1])
      assert.deepEqual(certificate({ ...pem, forSignIn }), { kind: 'pem', ...pem });
    for (const odd of [{}, { ...pem, pfxFile: '/c.pfx' }])
      assert.deepEqual(certificate(odd), [{ path, reason: 'bad-certificate' }]);
    for (const odd of ['/c.pem', [], null])
      assert.deepEqual(certificate(odd), [{ path, reason: 'not-an-object' }]);
    assert.deepEqual(certificate({ certFile: 'c.pem', keyFile: 1 }), [
      { path: `${path}.certFile`, reason: 'bad-file' },
      { path: `${path}.keyFile`, reason: 'bad-file' },
    ]);
  });

  it('reads a client of a sign-in server: by its issuer, or by the addresses that its kind needs', () => {
    const auth = (value: object) => read([{ ...good, auth: { clientID: 'c', ...value } }]);
    for (const kind of ['oauth', 'device', 'clientCredentials'] as const)
      assert.deepEqual(auth({ kind, issuer: 'https://id.example/a', scope: 'r' }).connections[0]?.auth, {
        kind,
        server: { issuer: 'https://id.example/a' },
        clientID: 'c',
        scope: 'r',
      });
    const tokenUrl = 'https://id.example/token';
    const addresses = {
      tokenUrl,
      authorizationUrl: 'https://id.example/authorize',
      deviceAuthorizationUrl: 'https://id.example/device',
    };
    const { authorizationUrl, deviceAuthorizationUrl } = addresses;
    const server = (kind: string) => {
      const given = auth({ kind, ...addresses }).connections[0]?.auth;
      return given && 'server' in given ? given.server : undefined;
    };
    assert.deepEqual(server('oauth'), { tokenUrl, authorizationUrl });
    assert.deepEqual(server('device'), { tokenUrl, deviceAuthorizationUrl });
    assert.deepEqual(server('clientCredentials'), { tokenUrl });
    const problems = (value: object) =>
      auth(value).problems.map(({ path, reason }) => `${path.split('.').pop()} ${reason}`);
    assert.deepEqual(problems({ kind: 'oauth' }), ['issuer missing']);
    assert.deepEqual(problems({ kind: 'oauth', tokenUrl }), ['authorizationUrl missing']);
    assert.deepEqual(problems({ kind: 'device', tokenUrl }), ['deviceAuthorizationUrl missing']);
    assert.deepEqual(problems({ kind: 'device', issuer: 'ftp://id.example' }), ['issuer bad-address']);
    assert.deepEqual(problems({ kind: 'oauth', issuer: 'https://id.example', clientID: '' }), [
      'clientID missing',
    ]);
  });

  it('says so when the setting is no list', () => {
    assert.deepEqual(read({}).problems, [{ path: 'vaultsql.connections', reason: 'not-a-list' }]);
    assert.deepEqual(read(undefined), { connections: [], problems: [] });
  });

  it('never throws, whatever is in the settings', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const setting of [value, [value], [{ ...good, vaults: value, auth: value }]]) {
          for (const { name, baseUrl } of read(setting).connections)
            assert.ok(name && baseUrl.startsWith('https://'));
        }
      }),
    );
  });
});
