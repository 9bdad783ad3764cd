import assert from 'node:assert/strict';
import { OwnActorIDs } from '../../../../src/extension/targets/ownActorIDs.ts';
import type { AnyConnection } from '../../../../src/extension/targets/targets.ts';
import { fakeSecrets } from './fakeSecrets.ts';

const connectionOf = (name: string, more: Partial<AnyConnection> = {}): AnyConnection => ({
  name,
  environment: 'test',
  baseUrl: 'https://vault.example',
  accountID: 'a1',
  vaults: [],
  auth: { kind: 'token' },
  ...more,
});
const [mine, other] = [connectionOf('mine'), connectionOf('other')];

describe('IDs of the user in audit events', () => {
  it('belong to a connection with its address and account, and outlive the window', async () => {
    const stored = new Map<string, string>();
    await new OwnActorIDs(fakeSecrets(stored)).storeActorID(mine, 'ada@a.test');
    const later = new OwnActorIDs(fakeSecrets(stored));
    assert.equal(await later.getActorID(mine), 'ada@a.test');
    assert.equal(await later.getActorID(other), undefined);
    assert.equal(
      await later.getActorID(connectionOf('mine', { baseUrl: 'https://else.example' })),
      undefined,
    );
    assert.equal(await later.getActorID(connectionOf('mine', { accountID: 'a2' })), undefined);
    await later.storeActorID(mine, 'sa-1');
    assert.equal(await later.getActorID(mine), 'sa-1');
  });

  it('belong to the local vault at whatever port it runs', async () => {
    const ids = new OwnActorIDs(fakeSecrets());
    const local = { token: 't', actor: 'me', columns: [], tables: [] };
    await ids.storeActorID(connectionOf('local', { local, baseUrl: 'http://127.0.0.1:1' }), 'dev');
    assert.equal(
      await ids.getActorID(connectionOf('local', { local, baseUrl: 'http://127.0.0.1:2' })),
      'dev',
    );
    assert.equal(await ids.getActorID(connectionOf('local', { baseUrl: 'http://127.0.0.1:1' })), undefined);
  });

  it('go with the connection, and all of them when everything is forgotten', async () => {
    const stored = new Map<string, string>();
    const ids = new OwnActorIDs(fakeSecrets(stored));
    await ids.storeActorID(mine, 'ada@a.test');
    await ids.storeActorID(other, 'sa-1');
    await ids.retainActorIDsOf([other]);
    assert.deepEqual([await ids.getActorID(mine), await ids.getActorID(other)], [undefined, 'sa-1']);
    await ids.removeAllActorIDs();
    assert.equal(stored.size, 0);
  });

  it('are ignored if they are unreadable', async () => {
    for (const text of ['', '{', '[]', '{"a":1}', 'null'])
      assert.equal(
        await new OwnActorIDs(fakeSecrets(new Map([['vaultsql.ownActorIDs', text]]))).getActorID(mine),
        undefined,
      );
  });
});
