import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readConnections } from '../../../../src/core/api/connections.ts';

const good = {
  name: 'sandbox',
  environment: 'test',
  baseUrl: 'https://vault.example',
  accountID: 'a1',
  vaults: [{ id: 'v1', name: 'customers' }, { id: 'v2' }],
  auth: { kind: 'environment', variable: 'VAULT_TOKEN' },
};
const read = (value: unknown) => readConnections(value, (address) => address.startsWith('https://'));

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

  it('names the place and the reason of each mistake, and keeps the good entries', () => {
    const { connections, problems } = read([
      { ...good, baseUrl: 'http://vault.example' },
      { ...good, name: 'a/b' },
      { ...good, environment: 'prod' },
      { ...good, auth: { kind: 'magic' } },
      { ...good, vaults: [{ name: 'no id' }] },
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
      { path: 'vaultsql.connections[5]', reason: 'not-an-object' },
      { path: 'vaultsql.connections[7].name', reason: 'duplicate-name' },
    ]);
  });

  it('says so when the setting is no list', () => {
    assert.deepEqual(read({}).problems, [{ path: 'vaultsql.connections', reason: 'not-a-list' }]);
    assert.deepEqual(read(undefined), { connections: [], problems: [] });
  });

  it('never throws, whatever stands in the settings', () => {
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
