import assert from 'node:assert/strict';
import type { Auth, OAuthKind } from '../../../src/core/service/connections/auth.ts';
import type { SignInInteraction } from '../../../src/node/credentials/interactiveSignIn.ts';
import { createRedirectPath } from '../../../src/node/signIn/redirect.ts';
import { callbackOf } from './browser.ts';
import { startTokenServer } from './tokenServer.ts';
import { createWorld, query, type World } from './world.ts';

const MINUTES_10 = 600_000;

describe('sign-in by OAuth', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());
  const auth = (kind: OAuthKind, more: Partial<Auth> = {}): Auth =>
    ({
      kind,
      server: { issuer: world.vault.url },
      clientID: 'vault-sql',
      ...more,
    }) as Auth;
  const connection = (kind: OAuthKind, more?: Partial<Auth>) => world.connection(auth(kind, more));
  const host = () => new URL(world.vault.url).host;

  describe('in the browser', () => {
    it('signs a person in, who stays so in the next window', async () => {
      const mine = connection('oauth');
      const window = world.window();
      assert.equal(await window.credentials.isSignedIn(mine), false);
      assert.equal(await window.credentials.getToken(mine), undefined);
      assert.equal(await window.signIn(mine), undefined);
      assert.equal(await window.credentials.isSignedIn(mine), true);
      assert.equal((await window.client(mine).executeQuery(query(world))).ok, true);
      assert.equal((await world.window().client(mine).executeQuery(query(world))).ok, true);
      assert.equal(world.authorization.issued(), 1);
      assert.ok((window.credentials.getExpiry(mine) ?? 0) > Date.now());
      await window.credentials.removeSecrets(mine);
      assert.equal(await window.credentials.getToken(mine), undefined);
      assert.equal(world.kept.size, 0);
    });

    describe('and signs out', () => {
      /** Signed in, and then out; what the session was. */
      const signedOut = async (more?: Partial<Auth>) => {
        const mine = connection('oauth', more);
        const window = world.window();
        assert.equal(await window.signIn(mine), undefined);
        const [kept = ''] = world.kept.values();
        const token = await window.credentials.getToken(mine);
        const [session] = await window.credentials.removeSecrets(mine);
        const revoke = session?.revoke ?? assert.fail('no session');
        assert.equal(world.kept.size, 0);
        return { revoke, kept, token: String(token) };
      };
      const paths = () => {
        const url = world.vault.url;
        return {
          tokenUrl: `${url}/oauth/token`,
          authorizationUrl: `${url}/oauth/authorize`,
        };
      };
      const isTaken = async (token: string) => {
        const headers = { authorization: `Bearer ${token}` };
        return (await fetch(`${world.vault.url}/v1/audit/events`, { headers })).status !== 401;
      };
      const renewed = async (kept: string) => {
        const refreshToken = /"refreshToken":"([^"]+)"/.exec(kept)?.[1] ?? assert.fail('no refresh token');
        const form = {
          grant_type: 'refresh_token',
          client_id: 'vault-sql',
          refresh_token: refreshToken,
        };
        const answer = await fetch(paths().tokenUrl, {
          method: 'POST',
          body: new URLSearchParams(form),
        });
        return answer.status;
      };

      it('ends the session at the server too', async () => {
        const { revoke, kept, token } = await signedOut();
        assert.equal(await isTaken(token), true);
        assert.equal(await revoke(), undefined);
        assert.deepEqual([await isTaken(token), await renewed(kept)], [false, 400]);
        assert.equal(world.requests.filter((path) => path === '/oauth/revoke').length, 2);
      });

      it('does so by the address in the settings, and asks nothing where there is none', async () => {
        const revocationUrl = `${world.vault.url}/oauth/revoke`;
        const named = await signedOut({
          server: { ...paths(), revocationUrl },
        } as Partial<Auth>);
        assert.equal(await named.revoke(), undefined);
        assert.equal(await renewed(named.kept), 400);
        const unnamed = await signedOut({ server: paths() } as Partial<Auth>);
        assert.equal(await unnamed.revoke(), undefined);
        assert.equal(await renewed(unnamed.kept), 200);
      });

      it('sends the session to no address elsewhere', async () => {
        const revocationUrl = 'http://127.0.0.1:1/oauth/revoke';
        const { revoke } = await signedOut({
          server: { ...paths(), revocationUrl },
        } as Partial<Auth>);
        assert.deepEqual(await revoke(), {
          code: 'server-address',
          host: host(),
        });
      });

      it('says why where the server does not end it, and keeps nothing', async () => {
        const refused = await signedOut();
        world.authorization.behave({ refuse: 'unsupported_token_type' });
        assert.equal((await refused.revoke())?.code, 'refused');
        world.authorization.behave({});
        const down = await signedOut();
        world.authorization.behave({ status: 503 });
        assert.deepEqual(await down.revoke(), {
          code: 'server-answer',
          host: host(),
          status: 503,
        });
      });
    });

    it('finds the server by its addresses too, whatever it calls itself', async () => {
      const url = world.vault.url;
      const server = {
        tokenUrl: `${url}/oauth/token`,
        authorizationUrl: `${url}/oauth/authorize`,
      };
      assert.equal(await world.window().signIn(connection('oauth', { server })), undefined);
    });

    it('renews by a refresh token that changes each time, once for many requests', async () => {
      const mine = connection('oauth');
      const window = world.window();
      await window.signIn(mine);
      for (const issued of [2, 3]) {
        world.authorization.expireTokens();
        const all = Array.from({ length: 100 }, () => window.client(mine).executeQuery(query(world)));
        assert.equal((await Promise.all(all)).filter(({ ok }) => ok).length, 100);
        assert.equal(world.authorization.issued(), issued);
      }
    });

    it('renews once for two windows, and neither loses the session', async () => {
      const mine = connection('oauth');
      const windows = [world.window(), world.window()];
      await windows[0]?.signIn(mine);
      for (let round = 0; round < 3; round++) {
        const before = world.authorization.issued();
        await Promise.all(windows.map((window) => window.client(mine).executeQuery(query(world))));
        world.authorization.expireTokens();
        const outcomes = await Promise.all(
          windows.flatMap((window) => [1, 2, 3].map(() => window.client(mine).executeQuery(query(world)))),
        );
        assert.equal(outcomes.filter(({ ok }) => ok).length, 6);
        assert.equal(world.authorization.issued() - before, 1);
      }
    });

    it('says that the session has ended where it is no longer renewed, and is over after the next sign-in', async () => {
      const mine = connection('oauth');
      const window = world.window();
      await window.signIn(mine);
      await world.authorization.endSessions();
      world.authorization.expireTokens();
      const outcome = await window.client(mine).executeQuery(query(world));
      assert.ok(!outcome.ok && outcome.error.kind === 'noToken');
      assert.deepEqual(outcome.error.signIn, {
        code: 'session-ended',
        host: host(),
        error: 'invalid_grant',
        description: 'the refresh token is not good, or was used before',
      });
      assert.equal(await window.signIn(mine), undefined);
      assert.equal((await window.client(mine).executeQuery(query(world))).ok, true);
    });

    it('says that access was denied', async () => {
      world.decision = 'deny';
      assert.deepEqual(await world.window().signIn(connection('oauth')), {
        code: 'consent-denied',
        host: host(),
        error: 'access_denied',
        description: 'the request was denied',
      });
    });

    /** Signs in with a browser that comes back with `change` of what the server sent it back with. */
    const withCallback = (change: (query: string) => string | readonly string[]) => {
      const window = world.window();
      const taken: boolean[] = [];
      const interaction: SignInInteraction = {
        ...window.interaction,
        async openBrowser(address) {
          const { path, query } = await callbackOf(address, 'allow');
          for (const one of [change(query)].flat())
            taken.push(window.interaction.callbacks.acceptRedirect(path, one));
          return true;
        },
      };
      const abort = new AbortController();
      setTimeout(() => abort.abort(), 300);
      const problem = window.credentials.signIn(connection('oauth'), interaction, abort.signal);
      return problem.then((code) => ({ code: code?.code, taken }));
    };

    it('takes no link that it did not ask for: no state, another one, one used before', async () => {
      const none = await withCallback((query) => query.replace(/state=[^&]*&?/, ''));
      assert.deepEqual(none, { code: 'sign-in-cancelled', taken: [false] });
      const other = await withCallback((query) => query.replace(/state=[^&]*/, 'state=guessed'));
      assert.deepEqual(other, { code: 'sign-in-cancelled', taken: [false] });
      const twice = await withCallback((query) => [query, query]);
      assert.deepEqual(twice, { code: undefined, taken: [true, false] });
      const { callbacks } = world.window().interaction;
      assert.equal(callbacks.acceptRedirect('/signin/one', 'state=&code=x'), false);
      assert.equal(callbacks.acceptRedirect('/signin/one', 'code=x'), false);
    });

    it('takes no answer of one server for that of another, though neither names itself', async () => {
      const evil = await startTokenServer();
      const window = world.window();
      const own = createRedirectPath({ issuer: world.vault.url });
      const taken: boolean[] = [];
      const interaction: SignInInteraction = {
        ...window.interaction,
        // The evil server leads the browser on to the honest one, with the state and the challenge that it was given.
        async openBrowser(address) {
          const asked = new URL(address);
          const onward = new URL('/oauth/authorize', world.vault.url);
          for (const [name, value] of asked.searchParams) onward.searchParams.set(name, value);
          // The honest server knows its client's redirect address, and takes no other.
          onward.searchParams.set('redirect_uri', `vscode://vaultsql.vault-sql${own}`);
          const { path, query } = await callbackOf(onward.href, 'allow');
          assert.match(query, /code=/);
          taken.push(window.interaction.callbacks.acceptRedirect(path, query.replace(/&iss=[^&]*/, '')));
          return true;
        },
      };
      const abort = new AbortController();
      setTimeout(() => abort.abort(), 300);
      const mine = connection('oauth', { server: { issuer: evil.url } });
      const problem = await window.credentials.signIn(mine, interaction, abort.signal);
      await evil.close();
      assert.deepEqual(problem, { code: 'sign-in-cancelled' });
      assert.deepEqual(taken, [false]);
      assert.equal(evil.count('/token'), 0);
    });

    it('signs in by the page of an editor in a browser only where the server names itself', async () => {
      const window = world.window();
      const onPage: SignInInteraction = {
        ...window.interaction,
        getRedirect: (path) => ({
          uri: `http://127.0.0.1:1${path}`,
          hasServerSpecificPath: false,
        }),
      };
      assert.equal(await window.credentials.signIn(connection('oauth'), onPage), undefined);
      const server = {
        tokenUrl: `${world.vault.url}/oauth/token`,
        authorizationUrl: `${world.vault.url}/oauth/authorize`,
      };
      assert.deepEqual(await window.credentials.signIn(connection('oauth', { server }), onPage), {
        code: 'unnamed-issuer',
        host: host(),
      });
    });

    it('refuses a link in the name of another issuer, or of none', async () => {
      for (const iss of ['iss=https://evil.example', ''])
        assert.equal(
          (await withCallback((query) => query.replace(/iss=[^&]*/, iss))).code,
          'wrong-issuer',
          iss,
        );
    });

    it('refuses a code that was not issued for this sign-in', async () => {
      assert.equal(
        (await withCallback((query) => query.replace(/code=[^&]*/, 'code=stolen'))).code,
        'refused',
      );
    });

    it('ends when the person cancels, or there is no browser', async () => {
      const window = world.window();
      const abort = new AbortController();
      const interaction: SignInInteraction = {
        ...window.interaction,
        openBrowser: async () => {
          abort.abort();
          return true;
        },
      };
      assert.deepEqual(await window.credentials.signIn(connection('oauth'), interaction, abort.signal), {
        code: 'sign-in-cancelled',
      });
      const without = { ...window.interaction, openBrowser: async () => false };
      assert.deepEqual(await window.credentials.signIn(connection('oauth'), without), { code: 'no-browser' });
    });

    it('accepts no link any more where there was no browser', async () => {
      const window = world.window();
      let state = '';
      const openBrowser = async (address: string) => {
        state = new URL(address).searchParams.get('state') ?? '';
        return false;
      };
      await window.credentials.signIn(connection('oauth'), {
        ...window.interaction,
        openBrowser,
      });
      assert.notEqual(state, '');
      const path = createRedirectPath({ issuer: world.vault.url });
      assert.equal(window.interaction.callbacks.acceptRedirect(path, `code=x&state=${state}`), false);
    });
  });

  describe('by a code on another device', () => {
    it('signs a person in, and renews', async () => {
      const mine = connection('device');
      const window = world.window();
      assert.equal(await window.signIn(mine), undefined);
      world.authorization.expireTokens();
      assert.equal((await window.client(mine).executeQuery(query(world))).ok, true);
      assert.equal(world.authorization.issued(), 2);
    });

    it('says that it was denied, or took too long', async () => {
      world.decision = 'deny';
      assert.equal((await world.window().signIn(connection('device')))?.code, 'consent-denied');
      const window = world.window();
      const showCode = () => world.authorization.behave({ clockAheadMs: MINUTES_10 });
      const interaction = { ...window.interaction, showCode };
      const problem = await window.credentials.signIn(connection('device'), interaction);
      assert.deepEqual(problem, { code: 'sign-in-expired' });
    });
  });

  describe('as a client with a secret', () => {
    it('gets tokens for the secret that was stored for this server, client, and address', async () => {
      const mine = connection('clientCredentials');
      const window = world.window();
      assert.equal(await window.credentials.isSignedIn(mine), false);
      await window.credentials.storeSecret(mine, world.authorization.clientSecret);
      assert.equal(await window.credentials.isSignedIn(mine), true);
      assert.equal((await window.client(mine).executeQuery(query(world))).ok, true);
      for (const other of [
        connection('clientCredentials', { clientID: 'other' }),
        connection('clientCredentials', {
          server: { issuer: 'https://evil.example' },
        }),
        { ...mine, baseUrl: 'https://evil.example' },
      ])
        assert.equal(await window.credentials.getToken(other), undefined);
    });

    it('says that the secret is wrong', async () => {
      const mine = connection('clientCredentials');
      const { credentials } = world.window();
      await credentials.storeSecret(mine, 'wrong');
      assert.deepEqual(await credentials.getToken(mine), {
        code: 'refused',
        host: host(),
        error: 'invalid_client',
        description: 'the client secret is not valid',
      });
    });
  });

  it('says what is wrong with the server', async () => {
    const mine = connection('oauth');
    const window = world.window();
    world.authorization.behave({ otherIssuer: true });
    assert.deepEqual(await window.signIn(mine), {
      code: 'wrong-issuer',
      host: host(),
    });
    world.authorization.behave({ status: 500 });
    assert.deepEqual(await window.signIn(mine), {
      code: 'server-answer',
      host: host(),
      status: 500,
    });
    world.authorization.behave({});
    const elsewhere = connection('oauth', {
      server: { issuer: `${world.vault.url}/elsewhere` },
    });
    assert.equal((await window.signIn(elsewhere))?.code, 'server-answer');
    const server = { tokenUrl: `${world.vault.url}/oauth/token` };
    assert.deepEqual(await window.signIn(connection('oauth', { server })), {
      code: 'no-endpoint',
      endpoint: 'authorization',
      host: host(),
    });
    const down = connection('oauth', {
      server: { issuer: 'http://127.0.0.1:9' },
    });
    assert.deepEqual(await window.signIn(down), {
      code: 'server-unreached',
      host: '127.0.0.1:9',
      reason: 'ECONNREFUSED',
    });
  });
});
