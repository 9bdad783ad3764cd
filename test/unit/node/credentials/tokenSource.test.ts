import assert from 'node:assert/strict';
import {
  createRenewingSource,
  createUncachedSource,
  type ObtainGrant,
} from '../../../../src/node/credentials/tokenSource.ts';

/** A source whose clock and answers the test gives; each answer waits until the test lets it go. */
function start(...answers: readonly (Awaited<ReturnType<ObtainGrant>> | Error)[]) {
  let now = 0;
  let changes = 0;
  const asked: { readonly rejected: string | undefined; readonly signal: AbortSignal; go(): void }[] = [];
  const source = createRenewingSource(
    (rejected, signal) =>
      new Promise((resolve, reject) => {
        const answer = answers[asked.length] ?? assert.fail('asked too often');
        const go = (): void => (answer instanceof Error ? reject(answer) : resolve(answer));
        asked.push({ rejected, signal: signal as AbortSignal, go });
      }),
    () => now,
    () => changes++,
  );
  return {
    source,
    asked,
    changes: () => changes,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}
const grant = (token: string, expiresAt?: number) =>
  ({ ok: true, grant: { token, ...(expiresAt !== undefined && { expiresAt }) } }) as const;
const down = {
  ok: false,
  problem: { code: 'server-unreached', host: 'id.example', reason: 'ECONNREFUSED' },
} as const;

describe('a token that is renewed', () => {
  it('is obtained once for all that wait, and held', async () => {
    const { source, asked, changes } = start(grant('a', 3_600_000));
    const all = [source.getToken(), source.getToken(), source.renewToken('old')];
    assert.equal(asked.length, 1);
    asked[0]?.go();
    assert.deepEqual(await Promise.all(all), ['a', 'a', 'a']);
    assert.equal(await source.getToken(), 'a');
    assert.deepEqual([changes(), source.getExpiry()], [1, 3_600_000]);
  });

  it('is renewed a minute before its end, or in the last fifth of a short life', async () => {
    for (const [life, good] of [
      [3_600_000, 3_539_999],
      [10_000, 7_999],
    ] as const) {
      const { source, asked, pass } = start(grant('a', life), grant('b'));
      const first = source.getToken();
      asked[0]?.go();
      await first;
      pass(good);
      assert.equal(await source.getToken(), 'a');
      pass(1);
      const second = source.getToken();
      assert.equal(asked[1]?.rejected, 'a');
      asked[1]?.go();
      assert.equal(await second, 'b');
    }
  });

  it('is used up where its server is down, and then that is said', async () => {
    const { source, asked, pass } = start(grant('a', 10_000), down, down);
    const current = (at: number) => {
      const given = source.getToken();
      asked[at]?.go();
      return given;
    };
    await current(0);
    pass(9000);
    assert.equal(await current(1), 'a');
    pass(1000);
    assert.deepEqual(await current(2), down.problem);
  });

  it('is not renewed for a request that was refused with the one before', async () => {
    const { source, asked } = start(grant('a'), grant('b'));
    const first = source.getToken();
    asked[0]?.go();
    await first;
    const second = source.renewToken('a');
    asked[1]?.go();
    assert.equal(await second, 'b');
    assert.equal(await source.renewToken('a'), 'b');
    assert.equal(asked.length, 2);
  });

  it('is given up when all have left, and obtained again for the next one', async () => {
    const { source, asked } = start({ ok: false, problem: { code: 'sign-in-cancelled' } }, grant('a'));
    const aborts = [new AbortController(), new AbortController()];
    const left = aborts.map(({ signal }) => source.getToken(signal));
    aborts[0]?.abort();
    assert.equal(asked[0]?.signal.aborted, false);
    aborts[1]?.abort();
    assert.equal(asked[0]?.signal.aborted, true);
    const late = source.getToken();
    asked[1]?.go();
    assert.equal(await late, 'a');
    asked[0]?.go();
    await Promise.all(left);
    assert.equal(await source.getToken(), 'a');
  });

  it('is asked for again after a defect, which is told to those who waited', async () => {
    const { source, asked } = start(new TypeError('x'), grant('a'));
    const first = source.getToken();
    asked[0]?.go();
    await assert.rejects(first, TypeError);
    const second = source.getToken();
    asked[1]?.go();
    assert.equal(await second, 'a');
  });

  it('is obtained again once forgotten, also while it is obtained', async () => {
    const { source, asked } = start(grant('a'), grant('b'));
    const first = source.getToken();
    source.forgetToken();
    asked[0]?.go();
    assert.equal(await first, 'a');
    const second = source.getToken();
    asked[1]?.go();
    assert.equal(await second, 'b');
  });
});

describe('a token that is read where it lies', () => {
  it('is another one only where somebody put another there', async () => {
    let lies: string | undefined = 'a';
    const source = createUncachedSource(async () => lies);
    assert.equal(await source.renewToken('a'), undefined);
    lies = 'b';
    assert.equal(await source.renewToken('a'), 'b');
    lies = undefined;
    assert.equal(await source.getToken(), undefined);
  });
});
