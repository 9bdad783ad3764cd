import assert from 'node:assert/strict';
import { type Faults, parseFaults, validateFaults } from '../../src/localVault/server/faults.ts';
import { fields, list, post, query, sharedVault } from './testVault.ts';

const ACCOUNT = 'filterOps.accountID=local-account';

async function withFaults(faults: Faults, run: () => Promise<void>): Promise<void> {
  const vault = await sharedVault();
  vault.setFaults(faults);
  try {
    await run();
  } finally {
    vault.setFaults({});
  }
}

const ids = async (offset: number) =>
  (await fields(`SELECT id FROM persons LIMIT 5 OFFSET ${offset}`)).map(({ id }) => id);

describe('local vault: faults', () => {
  before(async () => {
    await sharedVault();
  });

  it('answers late', () =>
    withFaults({ latencyMs: 60 }, async () => {
      const before = performance.now();
      assert.equal((await query('SELECT 1')).status, 200);
      assert.ok(performance.now() - before >= 59);
    }));

  it('answers with another status, as often as asked for', () =>
    withFaults({ status: 503, requests: 2 }, async () => {
      assert.equal((await query('SELECT 1')).status, 503);
      assert.equal((await list(await sharedVault(), ACCOUNT)).status, 503);
      assert.equal((await query('SELECT 1')).status, 200);
    }));

  it('lets the token expire', () =>
    withFaults({ expiredToken: true }, async () => {
      const { status, message } = await query('SELECT 1');
      assert.deepEqual([status, message], [401, 'the bearer token has expired']);
    }));

  it('ends in the middle of the body', () =>
    withFaults({ truncatedBody: true }, async () => {
      await assert.rejects(query('SELECT * FROM persons'));
    }));

  it('ignores OFFSET', () =>
    withFaults({ ignoredOffset: true }, async () => assert.deepEqual(await ids(50), [1, 2, 3, 4, 5])));

  it('reorders pages, so that they overlap', () =>
    withFaults({ reorderedPages: true }, async () => {
      assert.deepEqual(await ids(50), [50, 49, 48, 47, 46]);
      assert.deepEqual(await ids(0), [5, 4, 3, 2, 1]);
    }));

  it('is switched by a request, with the token', async () => {
    const { url, token } = await sharedVault();
    const put = (body: string, authorization = `Bearer ${token}`) =>
      fetch(`${url}/faults`, { method: 'PUT', headers: { authorization }, body });
    assert.equal((await put('{"status":500}', 'Bearer no')).status, 401);
    assert.equal((await put('{"status":500,"requests":1}')).status, 200);
    assert.equal((await query('SELECT 1')).status, 500);
    assert.equal((await put('{"requests":1}')).status, 200);
    assert.equal((await put('{"nonsense":1}')).status, 400);
    assert.equal((await put('nonsense')).status, 400);
    assert.equal((await query('SELECT 1')).status, 200);
  });

  it('records a faulty call as it was answered', () =>
    withFaults({ status: 500, requests: 1 }, async () => {
      const vault = await sharedVault();
      const requestID = (await post(vault, '{"query":"SELECT 2"}')).headers.get('x-request-id');
      const { text } = await list(vault, `${ACCOUNT}&filterOps.context.requestID=${requestID}`);
      assert.match(text, /"code":500/);
    }));

  it('are read strictly', () => {
    assert.deepEqual(parseFaults(''), {});
    assert.deepEqual(parseFaults('latencyMs=200,ignoredOffset'), { latencyMs: 200, ignoredOffset: true });
    for (const text of ['nope', 'status=200', 'status', 'latencyMs=-1', 'ignoredOffset=1', 'requests=x'])
      assert.throws(() => parseFaults(text), text);
    for (const value of [null, [], 'x', { __proto__: null, toString: 1 }, { status: '500' }])
      assert.throws(() => validateFaults(value));
  });
});
