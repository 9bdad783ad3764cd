import assert from 'node:assert/strict';
import { AUDIT_FILTERS } from '../../src/core/audit/filters.ts';
import { type Engine, EngineError } from '../../src/localVault/engine.ts';
import { startLocalVault } from '../../src/localVault/server.ts';
import { type AuditAnswer, events, list, post, query, sharedVault } from './testVault.ts';

const ACCOUNT = 'filterOps.accountID=local-account';
const INSTANT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{9}$/;

/** Every event that matches, page by page. */
async function all(search: string): Promise<AuditAnswer['event']> {
  const found: AuditAnswer['event'][number][] = [];
  let cursor = '';
  for (;;) {
    const { event, nextOps } = await events(`${search}${cursor}`);
    found.push(...event);
    if (nextOps === null) return found;
    const { timestamp, changeID } = nextOps;
    cursor = `&afterOps.timestamp=${encodeURIComponent(timestamp)}&afterOps.changeID=${changeID}`;
  }
}

describe('local vault: audit events', () => {
  before(async function () {
    this.timeout(60_000);
    await sharedVault();
  });

  it('records a query with its text, its path and the request ID of the answer', async () => {
    const sql = "SELECT id FROM persons WHERE state = 'CA' LIMIT 1";
    const requestID = (await query(sql)).headers.get('x-request-id');
    const { event } = await events(`${ACCOUNT}&filterOps.context.requestID=${requestID}`);
    assert.equal(event.length, 1);
    const [{ context, request, response, resourceIDs, accountID } = assert.fail()] = event;
    assert.equal(context.requestID, requestID);
    assert.equal(context.actor, 'developer@local.test');
    assert.equal(request.data.content, sql);
    assert.equal(request.actionType, 'READ');
    assert.deepEqual(request.httpInfo, { URI: '/v1/vaults/local-vault/query', method: 'POST' });
    assert.equal(request.vaultID, 'local-vault');
    assert.match(request.timestamp, INSTANT);
    assert.match(response.timestamp, INSTANT);
    assert.ok(request.timestamp < response.timestamp);
    assert.equal(response.code, 200);
    assert.equal(accountID, 'local-account');
    assert.deepEqual(resourceIDs, ['ACCOUNT/local-account', 'VAULT/local-vault', 'TABLE/persons']);
  });

  it('records failed calls of either operation too', async () => {
    const vault = await sharedVault();
    const failed = [
      await query('DELETE FROM persons'),
      await query('SELECT nope FROM persons'),
      await post(vault, 'no json'),
      await post({ ...vault, vaultID: 'other' }, '{"query":"SELECT 1"}'),
      await list(vault, 'filterOps.vaultID=x'),
      await list(vault, `filterOps.accountID=other`),
    ];
    for (const { status, headers, message } of failed) {
      const { event } = await events(`${ACCOUNT}&filterOps.context.requestID=${headers.get('x-request-id')}`);
      assert.deepEqual([event[0]?.response.code, event[0]?.response.message], [status, message]);
    }
  });

  it('records no token', async () => {
    const { token } = await sharedVault();
    assert.ok(!JSON.stringify(await all(ACCOUNT)).includes(token));
  });

  it('gives the newest first, 50 to a page, each event once, under strictly falling timestamps', async () => {
    const { event, nextOps } = await events(ACCOUNT);
    assert.equal(event.length, 50);
    assert.deepEqual(nextOps, {
      timestamp: event.at(-1)?.response.timestamp,
      changeID: event.at(-1)?.context.changeID,
    });
    const found = await all(ACCOUNT);
    assert.ok(found.length > 150);
    const stamps = found.map(({ response }) => response.timestamp);
    assert.deepEqual(stamps, [...new Set(stamps)].sort().reverse());
    assert.equal(new Set(found.map(({ context }) => context.changeID)).size, found.length);
  });

  it('pages by timestamp or change ID alone, ignores blank ones, and takes a limit', async () => {
    const { event } = await events(`${ACCOUNT}&limit=3&afterOps.timestamp=&afterOps.changeID=`);
    assert.equal(event.length, 3);
    const [, second] = event;
    for (const cursor of [
      `afterOps.timestamp=${encodeURIComponent(second?.response.timestamp ?? '')}`,
      `afterOps.changeID=${second?.context.changeID}`,
    ])
      assert.equal(
        (await events(`${ACCOUNT}&limit=1&${cursor}`)).event[0]?.context.changeID,
        event[2]?.context.changeID,
      );
  });

  it('ends with no nextOps', async () => {
    const { event, nextOps } = await events(`${ACCOUNT}&filterOps.context.changeID=none`);
    assert.deepEqual([event, nextOps], [[], null]);
  });

  it('filters by each of the sixteen, together with AND', async () => {
    const found = await all(ACCOUNT);
    for (const { name, parameter } of AUDIT_FILTERS) {
      const field = (event: object): unknown =>
        name.startsWith('context.')
          ? (event as { context: Record<string, unknown> }).context[name.slice(8)]
          : ((event as Record<string, unknown>)[name] ??
            (event as { request: Record<string, unknown> }).request[name]);
      const value = name === 'resourceIDs' ? 'TABLE/credit_cards' : found.map(field).findLast((one) => one);
      assert.ok(typeof value === 'string' && value !== '', `${name} occurs in the sample`);
      const matching = await all(`${ACCOUNT}&${parameter}=${encodeURIComponent(value)}`);
      assert.ok(matching.length > 0, name);
      for (const event of matching)
        if (name === 'resourceIDs') assert.ok(event.resourceIDs.includes(value));
        else assert.equal(field(event), value, name);
      const before = found.filter((event) =>
        name === 'resourceIDs' ? event.resourceIDs.includes(value) : field(event) === value,
      );
      assert.ok(matching.length >= before.length, `${name} finds all`);
      if (name !== 'accountID')
        assert.deepEqual((await events(`${ACCOUNT}&${parameter}=nothing-has-this`)).event, []);
    }
    const both = await all(
      `${ACCOUNT}&filterOps.context.actor=sa-reporting&filterOps.context.ipAddress=203.0.113.77`,
    );
    assert.equal(both.length, 19);
    const either = await all(
      `${ACCOUNT}&filterOps.context.ipAddress=203.0.113.77&filterOps.resourceIDs=TABLE/nowhere,%20TABLE/credit_cards`,
    );
    assert.equal(either.length, 18);
  });

  it('refuses what it can’t filter or page by', async () => {
    const vault = await sharedVault();
    for (const [search, status] of [
      ['', 400],
      ['filterOps.accountID=', 400],
      ['filterOps.accountID=other', 404],
      [`${ACCOUNT}&filterOps.context.traceID=x`, 400],
      [`${ACCOUNT}&limit=0`, 400],
      [`${ACCOUNT}&limit=1001`, 400],
      [`${ACCOUNT}&limit=x`, 400],
      [`${ACCOUNT}&afterOps.timestamp=yesterday`, 400],
    ] as const)
      assert.equal((await list(vault, search)).status, status, search);
  });

  it('tells the story of yesterday night', async () => {
    const [last] = await all(`${ACCOUNT}&filterOps.context.ipAddress=203.0.113.77`);
    assert.match(last?.request.data.content ?? '', /REDACTION\(card_number, 'PLAIN_TEXT'\)/);
    assert.match(last?.request.timestamp ?? '', / 02:1\d:/);
    assert.equal(last?.context.authMode, 'API_KEY');
    const age = Date.now() - Date.parse(`${last?.request.timestamp.slice(0, 19).replace(' ', 'T')}Z`);
    assert.ok(age > 20 * 3_600_000 && age < 48 * 3_600_000);
  });

  it('ignores the cursor where it was started so', async () => {
    // Nothing of this asks the engine.
    const engine: Engine = {
      recycles: 0,
      start: async () => undefined,
      stop: async () => undefined,
      query: () => Promise.reject(new EngineError('unavailable', 'there is none')),
    };
    const vault = await startLocalVault({ engine, auditPaging: 'none' });
    try {
      const first = JSON.parse((await list(vault, `${ACCOUNT}&limit=2`)).text) as AuditAnswer;
      const cursor = `afterOps.changeID=${first.nextOps?.changeID}&afterOps.timestamp=whatever`;
      const second = JSON.parse((await list(vault, `${ACCOUNT}&limit=3&${cursor}`)).text) as AuditAnswer;
      assert.deepEqual(second.event.slice(1), first.event);
      assert.equal((await list(vault, '')).status, 400);
      assert.equal((await post(vault, '{"query":"SELECT 1"}')).status, 500);
      const headers = { authorization: `Bearer ${vault.token}` };
      assert.equal((await fetch(`${vault.url}/faults`, { method: 'PUT', headers, body: '{}' })).status, 404);
    } finally {
      await vault.close();
    }
  });
});
