import assert from 'node:assert/strict';
import '../withVscode.ts';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import { window } from '../fakeVscode.ts';

const { createTestCommands } = await import('../../../../src/extension/connections/testConnection.ts');

interface Item {
  readonly label: string;
}

describe('Test Connection', () => {
  const { showQuickPick } = window;
  afterEach(() => Object.assign(window, { showQuickPick }));

  it('says that others can read the key file, although all is well', async () => {
    const lists: (readonly Item[])[] = [];
    // The first choice is taken; the report is read.
    Object.assign(window, {
      showQuickPick: async (items: readonly Item[]) => (lists.push(items) === 1 ? items[0] : undefined),
    });
    const auth = { kind: 'serviceAccount', keyFile: '/home/me/key.json' };
    const connection = { name: 'far', baseUrl: 'https://vault.example', accountID: 'a1', vaults: [], auth };
    const exchange = { status: 200, milliseconds: 1, bytes: 2 };
    const commands = createTestCommands({
      targets: { connections: () => [connection] },
      credentials: { getNotice: () => ({ code: 'key-file-public', file: auth.keyFile }) },
      serviceProfiles: { getCheckedService: () => undefined },
      client: () => ({
        listAuditEvents: async () => ({ ok: true, value: { events: [], next: null }, exchange }),
      }),
      log: { writeExchange: () => undefined },
    } as unknown as Deps);
    await commands['vaultsql.connection.test']?.('far');
    const said = lists[1]?.map(({ label }) => label).join(' ') ?? '';
    assert.match(said, /Key file Other users of this machine can read the key file \/home\/me\/key\.json/);
  });
});
