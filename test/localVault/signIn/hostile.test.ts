/** Sign-in servers that mean harm, or are broken: what they answer must not reach a person or a service as it is. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import path from 'node:path';
import type { Auth, OAuthKind } from '../../../src/core/service/connections/auth.ts';
import type { SignInProblem } from '../../../src/core/service/connections/signInProblems.ts';
import type { DeviceCode } from '../../../src/node/signIn/deviceCode.ts';
import { obtainClientCredentialsGrant } from '../../../src/node/signIn/tokens.ts';
import { sleep } from '../../../src/node/sleep.ts';
import { createUndiciTransport } from '../../../src/node/transport/undiciTransport.ts';
import { listen } from '../../faults/hostileServer.ts';
import { startTokenServer, type TokenServer, type Told } from './tokenServer.ts';
import { createWorld, query, type TestWindow, type World } from './world.ts';

const secret = 'a-client-secret-of-some-length';
const bearer = (more: object = {}): Told => ({
  body: {
    access_token: 'token-1',
    token_type: 'Bearer',
    expires_in: 3600,
    ...more,
  },
});

describe('a hostile sign-in server', () => {
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
  const connection = (kind: OAuthKind) =>
    world.connection({
      kind,
      server: { issuer: server.url },
      clientID: 'vault-sql',
    } as Auth);
  /** Of a client with a secret, in a window of its own. */
  const tokenOf = async (window = world.window()) => {
    await window.credentials.storeSecret(connection('clientCredentials'), secret);
    return window.credentials.getToken(connection('clientCredentials'));
  };
  const problemOf = async (): Promise<SignInProblem> => {
    const answer = await tokenOf();
    return typeof answer === 'object' ? answer : assert.fail(`a token: ${typeof answer}`);
  };

  describe('that answers a request for a token', () => {
    const wrong: Readonly<Record<string, Told>> = {
      'no JSON': { body: '<html>' },
      'a list': { body: [] },
      'no token': { body: { token_type: 'Bearer' } },
      'an empty token': bearer({ access_token: '' }),
      'a token of another type': bearer({ access_token: {} }),
      'deep nesting': { body: `${'['.repeat(100_000)}${']'.repeat(100_000)}` },
      'a redirect': {
        status: 307,
        headers: { location: 'http://127.0.0.1:1/token' },
      },
    };
    /** Each issues an access token that is not used. */
    const unusable: Readonly<Record<string, Told>> = {
      'a token for another scheme': bearer({ token_type: 'mac' }),
      'a negative end': bearer({ expires_in: -1 }),
      'an end in words': bearer({ expires_in: 'soon' }),
      'a token with a NUL': bearer({ access_token: 'a\u0000b' }),
      'a token with a header after it': bearer({
        access_token: 'a b\r\nx-evil: 1',
      }),
      'a token of 100 KB': bearer({ access_token: 'x'.repeat(100_000) }),
    };
    for (const [code, answers] of [
      ['server-answer', wrong],
      ['token-unusable', unusable],
    ] as const)
      for (const [name, told] of Object.entries(answers))
        it(`${name}: no token, nothing kept of it, one request`, async () => {
          server.token = () => told;
          assert.equal((await problemOf()).code, code);
          assert.equal(server.count('/token'), 1);
        });

    it('2 MB: stopped at the limit', async () => {
      server.token = () => ({ body: 'x'.repeat(2 * 1024 * 1024) });
      const problem = await problemOf();
      assert.deepEqual(
        [problem.code, 'reason' in problem && problem.reason],
        ['server-unreached', 'tooLarge'],
      );
    });

    for (const end of [1e18, 1e300])
      it(`an end in ${end} seconds: a token whose end is not known`, async () => {
        const window = world.window();
        server.token = () => bearer({ expires_in: end });
        assert.equal(await tokenOf(window), 'token-1');
        assert.equal(window.credentials.getExpiry(connection('clientCredentials')), undefined);
      });

    it('a token with a line break at its end, which the service refuses: renewed all the same', async () => {
      let issued = 0;
      server.token = () => bearer({ access_token: `token-${++issued}\n` });
      const window = world.window();
      await tokenOf(window);
      const outcome = await window.client(connection('clientCredentials')).executeQuery(query(world));
      assert.equal(!outcome.ok && outcome.error.kind === 'status' && outcome.error.status, 401);
      assert.equal(issued, 2);
    });

    it('a token that the service never takes: one renewal for each request, and shared', async () => {
      let issued = 0;
      server.token = () => bearer({ access_token: `token-${++issued}`, expires_in: 0 });
      const window = world.window();
      await tokenOf(window);
      const client = window.client(connection('clientCredentials'));
      for (let turn = 0; turn < 3; turn++) await client.executeQuery(query(world));
      assert.ok(issued <= 7, `${issued} tokens`);
      assert.equal(world.requests.length, 6);
      server.token = () => bearer({ access_token: `token-${++issued}` });
      const before = issued;
      await Promise.all(Array.from({ length: 100 }, () => client.executeQuery(query(world))));
      assert.ok(issued - before <= 3, `${issued - before} tokens for 100 requests`);
    });

    it('a refusal that repeats the secret: said without it', async () => {
      server.token = ({ headers }) => ({
        status: 400,
        body: {
          error: 'invalid_client',
          error_description: `no ${secret} ${headers.authorization}`,
        },
      });
      const said = JSON.stringify(await problemOf());
      assert.match(said, /invalid_client/);
      assert.doesNotMatch(said, /a-client-secret|dmF1bHQtc3Fs/);
    });
  });

  describe('that names its own endpoints', () => {
    for (const address of [
      'http://vault.example/token',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'https://me:pw@vault.example/token',
      'vscode://vaultsql.vault-sql/signin/one',
    ])
      it(`${address}: not used`, async () => {
        server.description = { ...server.description, token_endpoint: address };
        assert.equal((await problemOf()).code, 'server-address');
        server.description = {
          ...server.description,
          authorization_endpoint: address,
        };
        assert.equal((await world.window().signIn(connection('oauth')))?.code, 'server-address');
        assert.equal(server.count('/token'), 0);
      });
  });

  describe('that describes itself at OAuth’s own address alone', () => {
    const answers: Readonly<Record<string, Told>> = {
      'a page with 200': { body: '<html>Sign in</html>' },
      'JSON of another kind': { body: { status: 'ok' } },
      '404': { status: 404 },
      '500': { status: 500 },
    };
    for (const [name, told] of Object.entries(answers))
      it(`and answers OpenID’s with ${name}: found`, async () => {
        server.descriptionAt = (path) =>
          path === '/.well-known/oauth-authorization-server' ? { body: server.description } : told;
        assert.equal(await tokenOf(), 'token-1');
      });
  });

  it('reached by https that names http addresses of this machine: none is used', async () => {
    const pem = await readFile(path.join(import.meta.dirname, '../../fixtures/tls/good.pem'));
    const authority = await readFile(
      path.join(import.meta.dirname, '../../fixtures/tls/authority.pem'),
      'utf8',
    );
    const secure = createServer({ cert: pem, key: pem }, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ issuer, token_endpoint: `${server.url}/token` }));
    });
    const issuer = `https://localhost:${await listen(secure, 0)}`;
    const transport = createUndiciTransport({ transport: 'undici', env: {} }, { ca: [authority] });
    const wire = { transport, timeoutMs: () => 5000, now: Date.now };
    const outcome = await obtainClientCredentialsGrant(
      wire,
      { server: { issuer }, clientID: 'vault-sql' },
      secret,
    );
    transport.dispose();
    secure.close();
    assert.deepEqual(outcome, {
      ok: false,
      problem: { code: 'server-address', host: new URL(issuer).host },
    });
    assert.equal(server.asked.length, 0);
  });

  describe('that renews a session', () => {
    /** What becomes of two renewals, and which refresh tokens were sent. */
    const renewed = async (told: object) => {
      const window = world.window();
      const session = connection('device');
      server.token = () => bearer({ refresh_token: 'first' });
      assert.equal(await window.signIn(session), undefined);
      server.asked.length = 0;
      let issued = 0;
      server.token = () => bearer({ access_token: `renewed-${++issued}`, ...told });
      const answers = [];
      for (let turn = 0; turn < 2; turn++) {
        const token = await window.credentials.getToken(session);
        answers.push(await window.credentials.renewToken(session, world.vault.url, String(token)));
      }
      const sent = server.asked.flatMap(({ form }) => form.getAll('refresh_token'));
      return { answers, sent };
    };

    it('without another refresh token, or with the same: the one there is goes on', async () => {
      for (const told of [{}, { refresh_token: 'first' }])
        assert.deepEqual(await renewed(told), {
          answers: ['renewed-1', 'renewed-2'],
          sent: ['first', 'first'],
        });
    });

    it('with a refresh token of 100 KB: no sign-in, and nothing is kept', async () => {
      server.token = () => bearer({ refresh_token: 'x'.repeat(100_000) });
      assert.equal((await world.window().signIn(connection('device')))?.code, 'token-unusable');
      assert.equal(world.kept.size, 0);
    });

    it('with another: each is sent once', async () => {
      assert.deepEqual((await renewed({ refresh_token: 'second' })).sent, ['first', 'second']);
    });

    it('and never answers: a window gives up in time, and another that waits for it renews', async () => {
      await world.close();
      world = await createWorld({}, { holdMs: 400, takeOverAfterMs: 60_000 });
      const [one, other] = [world.window(), world.window()];
      const session = connection('device');
      server.token = () => bearer({ refresh_token: 'first' });
      assert.equal(await one.signIn(session), undefined);
      const token = String(await one.credentials.getToken(session));
      assert.equal(await other.credentials.getToken(session), token);
      let asked = 0;
      const never = new Promise<Told>(() => undefined);
      server.token = () => (++asked === 1 ? never : bearer({ access_token: 'renewed' }));
      const renew = ({ credentials }: TestWindow) => credentials.renewToken(session, world.vault.url, token);
      const first = renew(one);
      await sleep(100);
      assert.equal(await renew(other), 'renewed');
      const { host } = new URL(server.url);
      assert.deepEqual(await first, {
        code: 'server-unreached',
        host,
        reason: 'ETIMEDOUT',
      });
      assert.equal(asked, 2);
    });

    it('with a token that can’t be sent: said, and asked for once at each turn', async () => {
      const { answers, sent } = await renewed({ access_token: 'a b' });
      const host = new URL(server.url).host;
      assert.deepEqual(answers[0], {
        code: 'token-unusable',
        host,
        field: 'access_token',
        value: '',
      });
      assert.equal(sent.length, 2);
    });
  });

  describe('that gives a code for another device', () => {
    const shown = async (device: object): Promise<DeviceCode | string | undefined> => {
      server.device = { ...server.device, ...device };
      server.token = () => bearer();
      const window: TestWindow = world.window();
      let code: DeviceCode | undefined;
      const abort = new AbortController();
      const interaction = {
        ...window.interaction,
        showCode(given: DeviceCode) {
          code = given;
          abort.abort();
        },
      };
      const problem = await window.credentials.signIn(connection('device'), interaction, abort.signal);
      return code ?? problem?.code;
    };

    for (const address of ['javascript:alert(1)', 'command:workbench.action.quit', 'file:///etc/passwd', 'x'])
      it(`to enter at ${address}: not shown`, async () => {
        assert.equal(await shown({ verification_uri: address }), 'server-address');
      });

    for (const user_code of [
      '[Continue](command:workbench.action.quit)',
      'A\nYour session is over',
      '\u202eHGFE',
      'x'.repeat(1000),
      ' ',
      '$(check)',
    ])
      it(`${JSON.stringify(user_code.slice(0, 50))}: not shown`, async () => {
        assert.equal(await shown({ user_code }), 'server-answer');
      });

    it('at an address with a link or other writing direction in it: shown as an address, in ASCII', async () => {
      for (const path of ['/[a](command:x)', '/\u202egnp.exe', '/a b\nc']) {
        const code = await shown({ verification_uri: `${server.url}${path}` });
        const { address } = typeof code === 'object' ? code : assert.fail(String(code));
        assert.match(address, /^[\x21-\x7e]+$/);
        assert.doesNotMatch(address, /\]\(/);
      }
    });

    it('and wants to be asked without a pause, or after 30 years: asked once a second at most', async () => {
      for (const interval of [0.001, 1e9]) {
        const before = server.count('/token');
        server.device = { ...server.device, interval };
        server.token = () => ({
          status: 400,
          body: { error: 'authorization_pending' },
        });
        const abort = new AbortController();
        setTimeout(() => abort.abort(), 1500);
        const window = world.window();
        const interaction = {
          ...window.interaction,
          showCode: () => undefined,
        };
        const problem = await window.credentials.signIn(connection('device'), interaction, abort.signal);
        assert.equal(problem?.code, 'sign-in-cancelled');
        assert.ok(server.count('/token') - before <= 1, `${server.count('/token') - before} requests`);
      }
    });

    it('that never expires: for an hour', async () => {
      const code = await shown({ expires_in: 1e12 });
      const { expiresAt } = typeof code === 'object' ? code : assert.fail(String(code));
      assert.ok(expiresAt <= Date.now() + 3_600_000);
    });

    /** Signs in where the token endpoint gives these answers, one after the other, and then the last each time. */
    const polled = (told: readonly Told[]) => {
      server.token = () => told[Math.min(server.count('/token'), told.length) - 1] ?? assert.fail('none');
      const window = world.window();
      return window.credentials.signIn(connection('device'), window.interaction);
    };

    it('and fails now and then while it is asked: asked again', async () => {
      const pending = { status: 429, body: { error: 'authorization_pending' } };
      assert.equal(
        await polled([{ status: 500 }, { status: 503, body: '<html>' }, pending, bearer()]),
        undefined,
      );
      assert.equal(server.count('/token'), 4);
    });

    it('and denies it with 429: said, and not asked again', async () => {
      const problem = await polled([{ status: 429, body: { error: 'access_denied' } }]);
      assert.equal(problem?.code, 'consent-denied');
      assert.equal(server.count('/token'), 1);
    });

    it('and is asked too often, with or without a word of it: asked less often until the code ends', async () => {
      server.device = { ...server.device, interval: 1, expires_in: 4 };
      for (const body of [{ error: 'slow_down' }, { error: 'rate_limited' }, '<html>']) {
        server.asked.length = 0;
        assert.equal((await polled([{ status: 429, body }]))?.code, 'sign-in-expired');
        // After a second, and when the code ends.
        assert.equal(server.count('/token'), 2);
      }
    });

    it('and asks to slow down each time: ends with the code', async () => {
      server.device = { ...server.device, interval: 1, expires_in: 3 };
      server.token = () => ({ status: 400, body: { error: 'slow_down' } });
      const window = world.window();
      const interaction = { ...window.interaction, showCode: () => undefined };
      const started = Date.now();
      const problem = await window.credentials.signIn(connection('device'), interaction);
      assert.equal(problem?.code, 'sign-in-expired');
      assert.ok(Date.now() - started < 5000);
    });
  });
});
