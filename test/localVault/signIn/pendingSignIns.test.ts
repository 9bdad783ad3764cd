/** Sign-ins that are waiting for the user at the local vault's sign-in server: how many, how long, and where they lead. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type Consents, createConsentStore } from '../../../src/localVault/authorization/consents.ts';
import { createIssuedTokenStore } from '../../../src/localVault/authorization/issued.ts';
import { createRefreshTokenStore } from '../../../src/localVault/authorization/sessions.ts';
import { callbackOf, redirectOf } from './browser.ts';
import { createWorld, type World } from './world.ts';

const MINUTE = 60_000;
const verifier = 'v'.repeat(43);
const request = {
  redirectUri: 'vscode://vaultsql.vault-sql/signin/one',
  state: 's',
  challenge: createHash('sha256').update(verifier).digest('base64url'),
};

describe('sign-ins that wait for the user', () => {
  let clock = 0;
  let consents: Consents;
  beforeEach(() => {
    clock = 0;
    consents = createConsentStore(() => clock);
  });
  /** Makes so many of something, and returns the first and the last. */
  function firstAndLast<T>(count: number, make: () => T): readonly [T, T] {
    const all = Array.from({ length: count }, make);
    return [all[0] as T, all.at(-1) as T];
  }

  it('are 100 at most: the oldest is forgotten', () => {
    const [first, last] = firstAndLast(101, () => consents.addRequest(request));
    assert.equal(consents.takeRequest(first), undefined);
    assert.deepEqual(consents.takeRequest(last), request);
  });

  it('are forgotten after ten minutes', () => {
    const [early, late] = firstAndLast(2, () => consents.addRequest(request));
    clock = 10 * MINUTE - 1;
    assert.deepEqual(consents.takeRequest(early), request);
    clock = 10 * MINUTE;
    assert.equal(consents.takeRequest(late), undefined);
  });

  it('leave 100 codes at most that can be redeemed', () => {
    const [first, last] = firstAndLast(101, () => consents.grantCode(request));
    assert.equal(consents.redeemCode(first, request.redirectUri, verifier), false);
    assert.equal(consents.redeemCode(last, request.redirectUri, verifier), true);
  });

  it('are 100 devices at most', () => {
    const devices = Array.from({ length: 5_000 }, () => consents.addDevice());
    const waiting = devices.filter(({ deviceCode }) => consents.getDeviceStatus(deviceCode) === 'pending');
    assert.deepEqual(waiting, devices.slice(-100));
    const [first, last] = firstAndLast(101, () => consents.addDevice());
    assert.equal(consents.decideDevice(first.userCode, true), false);
    assert.equal(consents.getDeviceStatus(first.deviceCode), 'expired');
    assert.equal(consents.decideDevice(last.userCode, true), true);
  });

  it('leave 10,000 refresh tokens and 10,000 access tokens at most', () => {
    const sessions = createRefreshTokenStore();
    const [firstSession, lastSession] = firstAndLast(10_001, () => sessions.startSession('oauth'));
    assert.equal(sessions.rotateRefreshToken(firstSession), undefined);
    assert.ok(sessions.rotateRefreshToken(lastSession));
    const tokens = createIssuedTokenStore(
      () => 'http://127.0.0.1',
      60,
      () => clock,
    );
    const [firstToken, lastToken] = firstAndLast(10_001, () => tokens.issue('oauth'));
    assert.equal(tokens.find(firstToken), undefined);
    assert.ok(tokens.find(lastToken));
  });
});

describe('where a sign-in may lead', () => {
  let world: World;
  before(async () => {
    world = await createWorld();
  });
  after(() => world.close());

  const addressFor = (redirect: string): string => {
    const address = new URL('/oauth/authorize', world.vault.url);
    const query = {
      client_id: 'vault-sql',
      redirect_uri: redirect,
      response_type: 'code',
      state: 's',
      code_challenge: request.challenge,
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    return address.href;
  };

  for (const redirect of [
    'vscode://vaultsql.vault-sql/signin/one',
    'vscode-insiders://vaultsql.vault-sql/signin/one',
    'code-oss://vaultsql.vault-sql/signin/one',
    'vscodium://vaultsql.vault-sql/signin/one',
    'cursor://vaultsql.vault-sql/signin/one',
    'http://127.0.0.1:8080/callback?window=1',
    'http://localhost:8080/callback',
    'http://[::1]:8080/callback',
  ])
    it(`leads to ${redirect}`, async () => {
      const location = await redirectOf(addressFor(redirect), 'allow');
      assert.ok(location.startsWith(redirect), location);
      assert.match((await callbackOf(addressFor(redirect), 'deny')).query, /error=access_denied/);
    });

  for (const redirect of [
    'javascript://vaultsql.vault-sql/%0aalert(1)',
    'JavaScript://vaultsql.vault-sql/%0aalert(1)',
    ' javascript://vaultsql.vault-sql/%0aalert(1)',
    'java\nscript://vaultsql.vault-sql/%0aalert(1)',
    'javascript:alert(1)',
    'data://vaultsql.vault-sql/,text',
    'data:text/html,<script>alert(1)</script>',
    'vbscript://vaultsql.vault-sql/x',
    'file://vaultsql.vault-sql/etc/passwd',
    'blob://vaultsql.vault-sql/x',
    'ssh://vaultsql.vault-sql/x',
    'http://vaultsql.vault-sql/x',
    'https://vaultsql.vault-sql/x',
    'https://evil.example/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://127.0.0.1:1@evil.example/callback',
    'http://127.0.0.1:99999/callback',
    'vscode://evil.extension/signin',
    'vscode://vaultsql.vault-sql.evil.example/signin',
    'vscode://user@vaultsql.vault-sql/signin',
    'vscode://vaultsql.vault-sql/signin#part',
    'not an address',
    '',
  ])
    it(`does not lead to ${JSON.stringify(redirect)}`, async () => {
      const answer = await fetch(addressFor(redirect), { redirect: 'manual' });
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), /The redirect address is not registered/);
    });
});
