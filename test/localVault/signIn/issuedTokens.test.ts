/** What a sign-in server issues beside an access token, or in a form that can't be used. */
import assert from 'node:assert/strict';
import { sentenceText } from '../../../src/core/messages/sentence.ts';
import { signInSentences } from '../../../src/core/messages/signInProblems.ts';
import type { SignInServer } from '../../../src/core/service/connections/auth.ts';
import type { SignInProblem } from '../../../src/core/service/connections/signInProblems.ts';
import type { SignInInteraction } from '../../../src/node/credentials/interactiveSignIn.ts';
import { startTokenServer, type TokenServer } from './tokenServer.ts';
import { createWorld, type TestWindow, type World } from './world.ts';

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a sign-in server', () => {
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

  const byAddresses = (): SignInServer => ({
    tokenUrl: `${server.url}/token`,
    authorizationUrl: `${server.url}/authorize`,
    deviceAuthorizationUrl: `${server.url}/device`,
  });
  const connection = (kind: 'oauth' | 'device', of: SignInServer) =>
    world.connection({
      kind,
      server: of,
      clientID: 'vault-sql',
      scope: 'openid offline_access',
    });
  const interactionOf = ({ interaction }: TestWindow): SignInInteraction => ({
    ...interaction,
    async openBrowser(address) {
      const { searchParams } = new URL(address);
      const { pathname } = new URL(searchParams.get('redirect_uri') ?? '');
      return interaction.callbacks.acceptRedirect(pathname, `code=code&state=${searchParams.get('state')}`);
    },
    showCode: () => undefined,
  });
  const signIn = (window: TestWindow, kind: 'oauth' | 'device', of: SignInServer) =>
    window.credentials.signIn(connection(kind, of), interactionOf(window));

  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: 'https://id.example/realms/r',
    aud: 'vault-sql',
    sub: 'me',
    iat: now,
    exp: now + 3600,
  };
  const idToken = (header: object, payload: object = claims): string =>
    `${encoded(header)}.${encoded(payload)}.c2ln`;
  const issues = (more: object): void => {
    server.token = () => ({
      body: {
        access_token: 'token-1',
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: 'R',
        ...more,
      },
    });
  };

  describe('that is given by its addresses', () => {
    /** Of the issuer of a realm, signed in another way than is usual, and encrypted. */
    const tokens: Readonly<Record<string, string>> = {
      'of a realm': idToken({ alg: 'RS256' }),
      'signed by elliptic curves': idToken({ alg: 'ES256' }),
      encrypted: 'a.b.c.d.e',
      'that is none': 'none',
    };
    for (const kind of ['oauth', 'device'] as const)
      for (const [name, id_token] of Object.entries(tokens))
        it(`${kind}: an ID token ${name} is not looked at, at sign-in and renewal`, async () => {
          const window = world.window();
          issues({ id_token, expires_in: 0 });
          assert.equal(await signIn(window, kind, byAddresses()), undefined);
          issues({ id_token, access_token: 'token-2' });
          assert.equal(await window.credentials.getToken(connection(kind, byAddresses())), 'token-2');
          for (const kept of world.kept.values()) assert.doesNotMatch(kept, /id_token/);
        });
  });

  it('that is found by its issuer must be who its ID token says', async () => {
    issues({ id_token: idToken({ alg: 'RS256' }) });
    const problem = await signIn(world.window(), 'oauth', {
      issuer: server.url,
    });
    assert.deepEqual(problem, unusable('id_token', 'iss'));
    issues({
      id_token: idToken({ alg: 'RS256' }, { ...claims, iss: server.url }),
    });
    assert.equal(await signIn(world.window(), 'oauth', { issuer: server.url }), undefined);
    issues({
      id_token: idToken({ alg: 'RS256' }, { ...claims, iss: server.url, aud: 'other' }),
    });
    assert.deepEqual(
      await signIn(world.window(), 'oauth', { issuer: server.url }),
      unusable('id_token', 'aud'),
    );
    // No clock is to blame where the two agree.
    issues({
      id_token: idToken({ alg: 'RS256' }, { ...claims, iss: server.url, exp: now - 600 }),
    });
    assert.deepEqual(
      await signIn(world.window(), 'oauth', { issuer: server.url }),
      unusable('id_token', 'exp'),
    );
  });

  const unusable = (field: string, value = '') => ({
    code: 'token-unusable',
    host: new URL(server.url).host,
    field,
    value,
  });
  const cases: readonly (readonly [object, string, string?])[] = [
    [{ expires_in: -1 }, 'expires_in', '-1'],
    [{ expires_in: 'soon' }, 'expires_in', 'soon'],
    [{ token_type: 'mac' }, 'token_type', 'mac'],
    [{ token_type: undefined }, 'token_type'],
    [{ access_token: 'a\u0000b' }, 'access_token'],
    [{ access_token: 'x'.repeat(100_000) }, 'access_token'],
    [{ refresh_token: 7 }, 'refresh_token'],
    [{ refresh_token: 'x'.repeat(100_000) }, 'refresh_token'],
    [{ scope: ['openid'] }, 'scope'],
  ];
  for (const [more, field, value] of cases)
    it(`that issues ${JSON.stringify(more).slice(0, 40)}: ${field} is named, and nothing is kept`, async () => {
      issues(more);
      const problem = await signIn(world.window(), 'oauth', {
        issuer: server.url,
      });
      assert.deepEqual(problem, unusable(field, value));
      assert.equal(world.kept.size, 0);
    });

  it('is told of in words that say what was issued', () => {
    const told = (field: string, value = ''): string => {
      const problem = {
        code: 'token-unusable',
        host: 'id.example',
        field,
        value,
      } as SignInProblem;
      const { title, text } = signInSentences(problem, 'vault.example');
      return `${sentenceText(title)}. ${sentenceText(text)}`;
    };
    assert.equal(
      told('expires_in', '-1'),
      'The token of id.example can’t be used. An access token was issued with an invalid lifetime (expires_in: -1). Report it to the operator of the sign-in server.',
    );
    assert.match(told('id_token', 'iss'), /An ID token was issued with it that is not valid \(iss\)/);
    assert.match(told('token_type'), /An access token was issued without token_type\./);
    assert.match(told('token_type', 'mac'), /An access token was issued of type mac, not Bearer\./);
    assert.match(told('access_token'), /contains characters that can’t be sent, or is too long/);
    assert.match(told('refresh_token'), /refresh token/);
    assert.match(told('scope'), /scope/);
  });
});
