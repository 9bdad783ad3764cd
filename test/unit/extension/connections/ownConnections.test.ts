import assert from 'node:assert/strict';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import '../withVscode.ts';

const { OwnConnections } = await import('../../../../src/extension/connections/ownConnections.ts');

/** Connections over a setting of that value, with what was written there and what the user was told. */
function connectionsOver(value: unknown) {
  const written: unknown[] = [];
  const told: string[] = [];
  const deps = {
    settings: {
      connections: () => value,
      writeConnections: async (entries: unknown) => void written.push(entries),
    },
    messages: { error: async (text: string) => void told.push(text) },
  } as unknown as Deps;
  return { own: new OwnConnections(deps), written, told };
}

describe('the connections in the settings', () => {
  const entry = { name: 'added', baseUrl: 'https://vault.example' };

  it('are not written over a value that is no list', async () => {
    for (const value of [{ name: 'mine' }, 'text', 5]) {
      const { own, written, told } = connectionsOver(value);
      assert.equal(await own.writeEntries([...own.readEntries(), entry]), false);
      assert.deepEqual(written, []);
      assert.deepEqual(told, ['Connections were not changed: vaultsql.connections must be a list.']);
    }
  });

  it('are written where there are none, and keep entries that are not known', async () => {
    for (const value of [undefined, null, [], ['text', { broken: true }]]) {
      const { own, written, told } = connectionsOver(value);
      assert.equal(await own.writeEntries([...own.readEntries(), entry]), true);
      assert.deepEqual(written, [[...(value ?? []), entry]]);
      assert.deepEqual(told, []);
    }
  });
});
