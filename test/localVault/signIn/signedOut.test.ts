/** Who signs out is signed out, whatever answer of a sign-in server is on its way. */
import assert from 'node:assert/strict';
import type { Credentials } from '../../../src/node/credentials/credentials.ts';
import type { SignInInteraction } from '../../../src/node/credentials/interactiveSignIn.ts';
import { sleep } from '../../../src/node/sleep.ts';
import { startTokenServer, type TokenServer } from './tokenServer.ts';
import { createWorld, type TestWindow, type World } from './world.ts';

describe('signing out while a token is on its way', () => {
  let world: World;
  let server: TokenServer;
  beforeEach(async () => {
    world = await createWorld();
    server = await startTokenServer();
  });
  afterEach(async () => {
    await server.close();
    await world.close();
  });
  const connection = () =>
    world.connection({
      kind: 'oauth',
      server: { issuer: server.url },
      clientID: 'vault-sql',
    });
  /** A browser that leads back at once. */
  const browserOf = ({ interaction }: TestWindow): SignInInteraction => ({
    ...interaction,
    async openBrowser(address) {
      const { searchParams } = new URL(address);
      const { pathname } = new URL(searchParams.get('redirect_uri') ?? '');
      return interaction.callbacks.acceptRedirect(pathname, `code=code&state=${searchParams.get('state')}`);
    },
  });
  /** The token endpoint waits until `go` is called; `reached` is when it was asked. */
  const holdTokens = () => {
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const { promise: gone, resolve: go } = Promise.withResolvers<void>();
    server.token = async () => {
      reach();
      await gone;
      return {
        body: {
          access_token: 'T2',
          token_type: 'Bearer',
          expires_in: 3600,
          refresh_token: 'R2',
        },
      };
    };
    return { reached, go };
  };
  /** Tokens that the server was told to take back. */
  const revoked = async (): Promise<readonly (string | null)[]> => {
    const deadline = Date.now() + 5000;
    while (server.count('/revoke') < 2 && Date.now() < deadline) await sleep(20);
    return server.asked.filter(({ path }) => path === '/revoke').map(({ form }) => form.get('token'));
  };

  const ways: Readonly<Record<string, (credentials: Credentials) => Promise<unknown>>> = {
    'Sign Out': (credentials) => credentials.removeSecrets(connection()),
    'Forget Everything': (credentials) => credentials.removeAll([connection()]),
  };
  for (const [way, leave] of Object.entries(ways)) {
    for (const where of ['the same window', 'another window'])
      it(`${way} in ${where} is not undone by a renewal, whose tokens are taken back`, async () => {
        const window = world.window();
        const { credentials } = window;
        server.token = () => ({
          body: {
            access_token: 'T1',
            token_type: 'Bearer',
            expires_in: 0,
            refresh_token: 'R1',
          },
        });
        assert.equal(await credentials.signIn(connection(), browserOf(window)), undefined);
        const { reached, go } = holdTokens();
        const token = credentials.getToken(connection());
        await reached;
        await leave(where === 'the same window' ? credentials : world.window().credentials);
        go();
        assert.equal(await token, undefined);
        assert.equal(await credentials.isSignedIn(connection()), false);
        assert.equal(await credentials.getToken(connection()), undefined);
        assert.equal(world.kept.size, 0);
        assert.deepEqual(await revoked(), ['R2', 'T2']);
      });

    it(`${way} is not undone by a sign-in in the browser, whose tokens are taken back`, async () => {
      const window = world.window();
      const { reached, go } = holdTokens();
      const signingIn = window.credentials.signIn(connection(), browserOf(window));
      await reached;
      await leave(window.credentials);
      go();
      assert.deepEqual(await signingIn, { code: 'sign-in-cancelled' });
      assert.equal(await window.credentials.isSignedIn(connection()), false);
      assert.equal(world.kept.size, 0);
      assert.deepEqual(await revoked(), ['R2', 'T2']);
      server.token = () => ({
        body: { access_token: 'T3', token_type: 'Bearer', expires_in: 3600 },
      });
      assert.equal(await window.credentials.signIn(connection(), browserOf(window)), undefined);
      assert.equal(await window.credentials.getToken(connection()), 'T3');
    });
  }

  it('is logged where the server does not take the tokens back', async () => {
    server.description = {
      ...server.description,
      revocation_endpoint: 'http://vault.example/revoke',
    };
    const window = world.window();
    const { reached, go } = holdTokens();
    const signingIn = window.credentials.signIn(connection(), browserOf(window));
    await reached;
    await window.credentials.removeSecrets(connection());
    go();
    await signingIn;
    const deadline = Date.now() + 5000;
    while (world.logged.length === 0 && Date.now() < deadline) await sleep(20);
    assert.deepEqual(world.logged, ['the sign-in server did not end the session: server-address']);
  });
});
