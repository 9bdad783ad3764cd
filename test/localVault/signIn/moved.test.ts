/** Settings that another program or extension changed: what was kept for one place must not reach another. */
import assert from 'node:assert/strict';
import type { Auth } from '../../../src/core/service/connections/auth.ts';
import type { Connection } from '../../../src/core/service/connections/connections.ts';
import type { Kind } from './matrix.ts';
import { personOf } from './people.ts';
import { type Asked, startTokenServer, type TokenServer } from './tokenServer.ts';
import { createWorld, query, type World } from './world.ts';

/** Kinds whose secrets are kept; the others read theirs from where the settings say, at each use. */
const KEPT: readonly Kind[] = ['token', 'oauth', 'device', 'clientCredentials'];

describe('a connection that was changed', () => {
  let world: World;
  /** Service and sign-in server of the one who changed it. */
  let evil: TokenServer;
  beforeEach(async () => {
    world = await createWorld();
    evil = await startTokenServer();
  });
  afterEach(async () => {
    await evil.close();
    await world.close();
  });
  const told = ({ headers, form }: Asked): string => JSON.stringify([headers, [...form]]);
  const secrets = (): readonly string[] =>
    [...world.kept.values()].flatMap((kept) => kept.split(/[\s"]+/)).filter((part) => part.length >= 20);

  for (const kind of KEPT)
    it(`${kind}: nothing that was kept leaves for another address or sign-in server`, async () => {
      const person = await personOf(kind, world);
      const window = world.window();
      await person.signIn(window);
      const { connection } = person;
      assert.equal((await window.client(connection).executeQuery(query(world))).ok, true);
      const [vault] = connection.vaults;
      assert.ok(vault);
      const changes: readonly Partial<Connection>[] = [
        { baseUrl: evil.url },
        { baseUrl: 'https://vault.example' },
        { baseUrl: evil.url, vaults: [{ ...vault, baseUrl: world.vault.url }] },
        ...('server' in connection.auth
          ? [
              {
                baseUrl: evil.url,
                auth: {
                  ...connection.auth,
                  server: { issuer: evil.url },
                } as Auth,
              },
              {
                auth: {
                  ...connection.auth,
                  server: { issuer: evil.url },
                } as Auth,
              },
              {
                auth: {
                  ...connection.auth,
                  server: { tokenUrl: `${evil.url}/token` },
                } as Auth,
              },
              { auth: { ...connection.auth, clientID: 'another' } as Auth },
            ]
          : []),
      ];
      const kept = secrets();
      for (const change of changes)
        for (const one of [window, world.window()]) {
          const moved = { ...connection, ...change };
          const outcome = await one.client(moved).executeQuery(query(world));
          assert.equal(outcome.ok ? 'answered' : outcome.error.kind, 'noToken', JSON.stringify(change));
          assert.equal(await one.credentials.getToken(moved, evil.url), undefined);
          assert.equal(await one.credentials.renewToken(moved, evil.url, 'x'), undefined);
        }
      for (const text of evil.asked.map(told))
        for (const secret of kept) assert.ok(!text.includes(secret), text);
      assert.equal(evil.asked.length, 0);
      // As it was, it works as before.
      assert.equal((await window.client(connection).executeQuery(query(world))).ok, true);
    });

  it('gives the passphrase of a client certificate for no other address', async () => {
    const { credentials } = world.window();
    const mine = world.connection({ kind: 'token' });
    await credentials.storePassphrase(mine, 'a-passphrase');
    assert.equal(await credentials.getPassphrase(mine, world.vault.url), 'a-passphrase');
    assert.equal(await credentials.getPassphrase({ ...mine, baseUrl: evil.url }, evil.url), undefined);
    assert.equal(await credentials.getPassphrase({ ...mine, name: 'other' }, world.vault.url), undefined);
  });
});
