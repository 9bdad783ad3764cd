/** Sessions that are no longer kept here end at their sign-in server too, whatever took them away. */
import assert from 'node:assert/strict';
import type { Auth } from '../../../src/core/service/connections/auth.ts';
import type { Connection } from '../../../src/core/service/connections/connections.ts';
import type { RemovedSession } from '../../../src/node/credentials/endedSession.ts';
import { eventually } from '../../run/waiting.ts';
import { startTokenServer } from './tokenServer.ts';
import { createWorld, query, type TestWindow, type World } from './world.ts';

describe('a session that is no longer kept', () => {
  let world: World;
  let window: TestWindow;
  beforeEach(async () => {
    world = await createWorld();
    window = world.window();
  });
  afterEach(() => world.close());

  type Kind = 'oauth' | 'device';
  const connection = (kind: Kind = 'oauth', name = 'mine'): Connection => ({
    ...world.connection({
      kind,
      server: { issuer: world.vault.url },
      clientID: 'vault-sql',
    } as Auth),
    name,
  });
  const signedIn = async (...connections: readonly Connection[]): Promise<void> => {
    for (const one of connections) assert.equal(await window.signIn(one), undefined);
    assert.equal(world.authorization.sessions(), connections.length);
  };
  const end = async (sessions: readonly RemovedSession[]): Promise<unknown> =>
    Promise.all(sessions.map(({ revoke }) => revoke()));

  for (const kind of ['oauth', 'device'] as const) {
    it(`${kind}: ends with its connection`, async () => {
      await signedIn(connection(kind));
      assert.deepEqual(await end(await window.credentials.removeSecrets(connection(kind))), [undefined]);
      assert.deepEqual([world.authorization.sessions(), world.kept.size], [0, 0]);
    });

    const auth = (more: Partial<Auth>) => ({
      auth: { ...connection(kind).auth, ...more } as Auth,
    });
    const elsewhere: Readonly<Record<string, () => Partial<Connection>>> = {
      'another origin': () => ({ baseUrl: 'https://vault.example' }),
      'another issuer': () => auth({ server: { issuer: 'https://id.example' } } as Partial<Auth>),
      'another client': () => auth({ clientID: 'another' } as Partial<Auth>),
      'addresses in place of the issuer': () =>
        auth({
          server: { tokenUrl: `${world.vault.url}/oauth/token` },
        } as Partial<Auth>),
      'a pasted token': () => ({ auth: { kind: 'token' } }),
      'a client with a secret': () => auth({ kind: 'clientCredentials' }),
    };
    for (const [what, change] of Object.entries(elsewhere))
      it(`${kind}: ends at its own server where its connection has ${what} now`, async () => {
        await signedIn(connection(kind));
        const now = { ...connection(kind), ...change() };
        const sessions = await window.credentials.removeOutdatedSession(connection(kind), now);
        assert.deepEqual(await end(sessions), [undefined]);
        assert.deepEqual([world.authorization.sessions(), world.kept.size], [0, 0]);
        assert.equal(await window.credentials.isSignedIn(connection(kind)), false);
        assert.deepEqual(await world.window().credentials.removeOutdatedSession(connection(kind), now), []);
      });

    const same: Readonly<Record<string, () => Partial<Connection>>> = {
      'another account': () => ({ accountID: 'another' }),
      'another path of its address': () => ({
        baseUrl: `${world.vault.url}/path`,
      }),
      'another scope': () => auth({ scope: 'more' } as Partial<Auth>),
      'a vault at another host': () => ({
        vaults: [{ id: 'v', name: 'v', baseUrl: 'https://v.example' }],
      }),
      'another of the two ways to sign in': () => auth({ kind: kind === 'oauth' ? 'device' : 'oauth' }),
    };
    for (const [what, change] of Object.entries(same))
      it(`${kind}: stays where its connection has ${what} now`, async () => {
        await signedIn(connection(kind));
        const now = { ...connection(kind), ...change() };
        assert.deepEqual(await window.credentials.removeOutdatedSession(connection(kind), now), []);
        assert.equal(world.authorization.sessions(), 1);
        assert.equal(await window.credentials.isSignedIn(now), true);
      });
  }

  it('ends where the settings were changed while no window was open, with the next sign-out', async () => {
    await signedIn(connection());
    const moved = {
      ...connection(),
      baseUrl: 'https://vault.example',
      auth: { kind: 'token' } as Auth,
    };
    assert.deepEqual(await end(await window.credentials.removeSecrets(moved)), [undefined]);
    assert.deepEqual([world.authorization.sessions(), world.kept.size], [0, 0]);
  });

  it('ends where a session of another server takes its place', async () => {
    const other = await startTokenServer();
    try {
      await signedIn(connection());
      const moved = {
        ...connection(),
        auth: { ...connection().auth, server: { issuer: other.url } } as Auth,
      };
      const interaction = {
        ...window.interaction,
        async openBrowser(address: string) {
          const { searchParams } = new URL(address);
          const { pathname } = new URL(searchParams.get('redirect_uri') ?? '');
          return window.interaction.callbacks.acceptRedirect(
            pathname,
            `code=c&state=${searchParams.get('state')}`,
          );
        },
      };
      assert.equal(await window.credentials.signIn(moved, interaction), undefined);
      await eventually('the end of the session before', () => world.authorization.sessions() === 0);
      assert.equal(other.count('/revoke'), 0);
      assert.equal(await window.credentials.getToken(moved), 'token-1');
    } finally {
      await other.close();
    }
  });

  it('ends for all connections at once, also for those that the settings name no more', async () => {
    const [mine, other, gone] = [connection(), connection('device', 'other'), connection('oauth', 'gone')];
    await signedIn(mine, other, gone);
    const { count, sessions } = await window.credentials.removeAll([mine, other]);
    assert.deepEqual([count, world.kept.size], [3, 0]);
    assert.deepEqual(sessions.map((session) => session.connection).sort(), ['gone', 'mine', 'other']);
    assert.deepEqual(await end(sessions), [undefined, undefined, undefined]);
    assert.equal(world.authorization.sessions(), 0);
  });

  it('is deleted here all the same where the server does not end it, and says why', async () => {
    await signedIn(connection());
    world.authorization.behave({ status: 503 });
    const sessions = await window.credentials.removeSecrets(connection());
    assert.equal(world.kept.size, 0);
    const [problem] = (await end(sessions)) as readonly {
      readonly code: string;
    }[];
    assert.equal(problem?.code, 'server-answer');
    world.authorization.behave({});
    const outcome = await window.client(connection()).executeQuery(query(world));
    assert.equal(!outcome.ok && outcome.error.kind, 'noToken');
  });

  it('is deleted where it can’t be read, and counts as one that may be active still', async () => {
    await signedIn(connection());
    for (const [key, text] of world.kept) world.kept.set(key, text.slice(0, -5));
    const [session, ...others] = await window.credentials.removeSecrets(connection());
    assert.deepEqual([world.kept.size, others], [0, []]);
    await assert.rejects(session?.revoke() ?? Promise.resolve());
  });
});
