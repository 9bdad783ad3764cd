import assert from 'node:assert/strict';
import {
  formatConnectionFile,
  parseConnectionFile,
} from '../../../../../src/core/service/connections/connectionFile.ts';
import { parseConnections } from '../../../../../src/core/service/connections/connections.ts';

const isAddress = (address: string): boolean => address.startsWith('https://');
const trail = {
  kind: 'clickhouse',
  url: 'https://click.example:8443/',
  database: 'audit',
  table: 'events',
  user: 'reader',
};
const read = (value: unknown) =>
  parseConnections(
    [{ name: 'a', baseUrl: 'https://vault.example', auth: { kind: 'token' }, trail: value }],
    isAddress,
  );

describe('the table of audit events that a connection names', () => {
  it('is read, without a slash at the end of its address', () => {
    const { connections, problems } = read(trail);
    assert.deepEqual(problems, []);
    assert.deepEqual(connections[0]?.trail, { ...trail, url: 'https://click.example:8443' });
  });

  it('is refused, but not its connection, for a part that could become a part of a statement or be sent elsewhere', () => {
    for (const [change, problem] of [
      [{ kind: 'postgres' }, 'kind bad-trail'],
      [{ url: 'http://click.example' }, 'url bad-address'],
      [{ url: undefined }, 'url missing'],
      [{ database: 'a`; DROP TABLE b' }, 'database bad-table'],
      [{ table: "events' OR 1" }, 'table bad-table'],
      [{ table: 'x'.repeat(200) }, 'table bad-table'],
      [{ table: 7 }, 'table not-text'],
      [{ user: 'a:b' }, 'user bad-trail'],
    ] as const) {
      const { connections, problems } = read({ ...trail, ...change });
      assert.deepEqual(
        connections.map(({ name, trail: table }) => [name, table]),
        [['a', undefined]],
      );
      assert.deepEqual(
        problems.map(({ path, reason }) => `${path.replace('vaultsql.connections[0].trail.', '')} ${reason}`),
        [problem],
      );
    }
    assert.deepEqual(read('events').problems, [
      { path: 'vaultsql.connections[0].trail', reason: 'not-an-object' },
    ]);
  });

  it('is in the file of connections that a team shares', () => {
    const { connections } = read(trail);
    const parsed = parseConnectionFile(formatConnectionFile(connections), isAddress);
    assert.deepEqual(parsed.ok && parsed.connections, connections);
  });
});
