import assert from 'node:assert/strict';
import type { Event } from '../../src/localVault/audit/event.ts';
import { type Engine, EngineError } from '../../src/localVault/engine/engine.ts';
import { startLocalVault } from '../../src/localVault/server/server.ts';
import { list } from './testVault.ts';

const ACCOUNT = 'filterOps.accountID=local-account';

/** Nothing of these tests asks the engine. */
const engine: Engine = {
  restartCount: 0,
  startEngine: async () => undefined,
  shutDownEngine: async () => undefined,
  query: () => Promise.reject(new EngineError('unavailable', 'there is none')),
};

const part = (token: string, index: number): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString()) as Record<string, unknown>;

/** The token of a vault that is started for it, and who its first event says called. */
async function started(token?: string): Promise<{ token: string; context: Event['context'] }> {
  const vault = await startLocalVault({ engine, ...(token === undefined ? {} : { token }) });
  try {
    const requestID = (await list(vault, ACCOUNT)).headers.get('x-request-id');
    const { text } = await list(vault, `${ACCOUNT}&filterOps.context.requestID=${requestID}`);
    const [event] = (JSON.parse(text) as { event: Event[] }).event;
    return { token: vault.token, context: event?.context ?? assert.fail('no event') };
  } finally {
    await vault.close();
  }
}

describe('local vault: the token', () => {
  it('is a JWT in force, another one at each start, and its jti is in the events', async () => {
    const [one, other] = await Promise.all([started(), started()]);
    assert.match(one.token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
    assert.deepEqual(part(one.token, 0), { alg: 'HS256', typ: 'JWT' });
    const { iss, sub, aud, jti, iat, nbf, exp } = part(one.token, 1);
    const now = Date.now() / 1000;
    assert.ok(typeof iss === 'string' && typeof aud === 'string');
    assert.equal(sub, 'developer@local.test');
    assert.ok(Number.isInteger(iat) && Number(iat) <= now && Number(iat) > now - 60);
    assert.equal(nbf, iat);
    assert.ok(Number.isInteger(exp) && Number(exp) > now + 24 * 3600);
    assert.ok(typeof jti === 'string' && jti.length >= 16);
    assert.deepEqual([one.context.jwtID, one.context.authMode], [jti, 'PAT_JWT']);
    const signatures = [one.token, other.token].map((token) => token.split('.')[2]);
    assert.notEqual(signatures[0], signatures[1]);
    assert.notEqual(part(other.token, 1).jti, jti);
  });

  it('that was given counts as what it is', async () => {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const jwt = (payload: unknown) => `${encode({ alg: 'none' })}.${encode(payload)}.c2ln`;
    for (const [token, authMode, jwtID] of [
      [jwt({ jti: 'my-own' }), 'PAT_JWT', 'my-own'],
      [jwt({ sub: 'x' }), 'PAT_JWT', undefined],
      [jwt({ jti: 7 }), 'PAT_JWT', undefined],
      ['static-key', 'API_KEY', undefined],
      ['a.b.c', 'API_KEY', undefined],
      [`${encode(null)}.${encode([])}.c2ln`, 'API_KEY', undefined],
    ] as const) {
      const { context } = await started(token);
      assert.deepEqual([context.authMode, context.jwtID], [authMode, jwtID], token);
    }
  });
});

describe('local vault: a cancelled start', () => {
  it('stops the vault even if the engine had started already', async () => {
    const user = new AbortController();
    let stops = 0;
    const stop = async () => void stops++;
    const starting = startLocalVault({ engine: { ...engine, shutDownEngine: stop }, signal: user.signal });
    user.abort();
    await assert.rejects(starting, { name: 'AbortError' });
    assert.ok(stops > 0);
  });
});
