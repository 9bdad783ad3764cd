import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createSignInServer } from '../../src/localVault/authorization/authorization.ts';
import type { LocalVaultOptions } from '../../src/localVault/options.ts';
import { type Behavior, parseBehavior } from '../../src/localVault/server/behavior.ts';
import { type LocalVault, startLocalVault } from '../../src/localVault/server/server.ts';
import { LastingEngine } from './conformance/combinations.ts';
import { type AuditAnswer, ROWS, snapshotKept } from './testVault.ts';

const ACCOUNT = 'filterOps.accountID=local-account';

describe('the switches of the local vault, over HTTP', () => {
  let engine: LastingEngine;
  before(async () => {
    await snapshotKept();
    engine = new LastingEngine();
  });
  after(() => engine.stop());

  /** Starts a vault with the switches of a list such as `pageSize=7`, and closes it after `use`. */
  async function withSwitches(
    list: string,
    use: (vault: LocalVault) => Promise<void>,
    options: LocalVaultOptions = {},
  ): Promise<void> {
    const behavior: Partial<Behavior> = parseBehavior(list);
    const vault = await startLocalVault({ rows: ROWS, engine: engine.forVault, behavior, ...options });
    try {
      await use(vault);
    } finally {
      await vault.close();
    }
  }

  const send = (vault: LocalVault, path: string, sql?: string) =>
    fetch(`${vault.url}${path}`, {
      headers: { authorization: `Bearer ${vault.token}`, 'content-type': 'application/json' },
      ...(sql === undefined ? {} : { method: 'POST', body: JSON.stringify({ query: sql }) }),
    });
  const run = (vault: LocalVault, sql: string) => send(vault, `/v1/vaults/${vault.vaultID}/query`, sql);
  const list = (vault: LocalVault, search = '') => send(vault, `/v1/audit/events?${ACCOUNT}${search}`);
  const page = async (vault: LocalVault, search = '') =>
    (await (await list(vault, search)).json()) as AuditAnswer;
  const records = async (vault: LocalVault, sql: string) => {
    const body = (await (await run(vault, sql)).json()) as {
      records: { fields: Record<string, unknown> }[] | null;
    };
    return body.records?.map(({ fields }) => fields) ?? [];
  };
  const ids = ({ event }: AuditAnswer) => event.map(({ context }) => context.changeID);
  const cursorOf = ({ nextOps }: AuditAnswer, prefix = 'afterOps') =>
    `&${prefix}.timestamp=${encodeURIComponent(nextOps?.timestamp ?? '')}&${prefix}.changeID=${nextOps?.changeID}`;
  /** Limits a listing to the sample events of a service account, because every listing adds an event of its own. */
  const SAMPLE = '&filterOps.context.actor=sa-billing';

  it('cursor=inclusive begins a page with the event that the cursor names', () =>
    withSwitches('cursor=inclusive', async (vault) => {
      const first = await page(vault, `${SAMPLE}&limit=3`);
      const second = await page(vault, `${SAMPLE}&limit=3${cursorOf(first)}`);
      assert.equal(ids(second)[0], ids(first)[2]);
    }));

  it('cursor=renamed takes nextOps.*, and names only these in its errors', () =>
    withSwitches('cursor=renamed', async (vault) => {
      const first = await page(vault, `${SAMPLE}&limit=3`);
      const second = await page(vault, `${SAMPLE}&limit=3${cursorOf(first, 'nextOps')}`);
      assert.deepEqual(ids(await page(vault, `${SAMPLE}&limit=6`)), [...ids(first), ...ids(second)]);
      assert.equal((await list(vault, cursorOf(first))).status, 400);
      const broken = await (await list(vault, '&nextOps.timestamp=x')).text();
      assert.match(broken, /nextOps\.timestamp/);
      assert.doesNotMatch(broken, /afterOps/);
    }));

  it('cursor=ignored always returns the first page, with a cursor of the next', () =>
    withSwitches('cursor=ignored', async (vault) => {
      const first = await page(vault, `${SAMPLE}&limit=3`);
      assert.deepEqual(await page(vault, `${SAMPLE}&limit=3${cursorOf(first)}`), first);
      assert.notEqual(first.nextOps, null);
    }));

  it('cursor=refused rejects a cursor', () =>
    withSwitches('cursor=refused', async (vault) => {
      const first = await page(vault, SAMPLE);
      assert.equal((await list(vault, SAMPLE)).status, 200);
      assert.equal((await list(vault, cursorOf(first))).status, 400);
    }));

  it('pageSize and limitParameter decide how many events a page has', async () => {
    await withSwitches('pageSize=7', async (vault) => {
      assert.equal((await page(vault)).event.length, 7);
      assert.equal((await page(vault, '&limit=9')).event.length, 9);
    });
    await withSwitches('pageSize=7,limitParameter=ignored', async (vault) =>
      assert.equal((await page(vault, '&limit=9')).event.length, 7),
    );
    await withSwitches('limitParameter=refused', async (vault) =>
      assert.equal((await list(vault, '&limit=9')).status, 400),
    );
  });

  for (const switches of ['order=oldest', 'order=arrival', 'cursor=inclusive', 'shortPages', 'lateMs=1'])
    it(`${switches} takes a cursor with a time alone`, () =>
      withSwitches(switches, async (vault) => {
        const all = await page(vault, `${SAMPLE}&limit=1000`);
        const first = await page(vault, `${SAMPLE}&limit=5`);
        const timestamp = `&afterOps.timestamp=${encodeURIComponent(first.nextOps?.timestamp ?? '')}`;
        const second = await page(vault, `${SAMPLE}&limit=5${timestamp}`);
        const start = ids(first).length - (switches === 'cursor=inclusive' ? 1 : 0);
        assert.equal(ids(second)[0], ids(all)[start]);
      }));

  it('order=oldest lists by time, oldest first, and the cursor leads to later events', () =>
    withSwitches('order=oldest', async (vault) => {
      const all = await page(vault, `${SAMPLE}&limit=1000`);
      const times = all.event.map(({ response }) => response.timestamp);
      assert.deepEqual(times, times.toSorted());
      const first = await page(vault, `${SAMPLE}&limit=3`);
      const second = await page(vault, `${SAMPLE}&limit=3${cursorOf(first)}`);
      assert.deepEqual([...ids(first), ...ids(second)], ids(all).slice(0, 6));
    }));

  it('order=arrival lists by arrival, although some times are earlier', () =>
    withSwitches('order=arrival', async (vault) => {
      for (let n = 0; n < 6; n++) await run(vault, `SELECT id FROM persons WHERE id = ${n}`);
      const { event } = await page(vault, '&filterOps.context.actor=developer@local.test');
      assert.deepEqual(
        event.map(({ request }) => /= (\d)$/.exec(request.data.content)?.[1]),
        ['5', '4', '3', '2', '1', '0'],
      );
      const times = event.map(({ response }) => response.timestamp);
      assert.notDeepEqual(times, times.toSorted().reverse());
    }));

  it('shortPages makes every second page half full, and none is lost', () =>
    withSwitches('shortPages', async (vault) => {
      const all = await page(vault, `${SAMPLE}&filterOps.vaultID=local-vault&limit=1000`);
      const sizes: number[] = [];
      const found: string[] = [];
      let next = '';
      for (;;) {
        const one = await page(vault, `${SAMPLE}&filterOps.vaultID=local-vault&limit=8${next}`);
        sizes.push(one.event.length);
        found.push(...ids(one));
        if (one.nextOps === null) break;
        next = cursorOf(one);
      }
      assert.deepEqual(found, ids(all));
      const start = sizes.indexOf(4);
      assert.ok(start < 4, sizes.join());
      assert.deepEqual(sizes.slice(start, start + 6), [4, 8, 4, 8, 4, 8]);
    }));

  for (const order of ['newest', 'oldest', 'arrival'])
    it(`lateMs lists an event only after that time, with order=${order}`, () =>
      withSwitches(`lateMs=1500,order=${order}`, async (vault) => {
        for (let n = 0; n < 3; n++) await run(vault, 'SELECT id FROM persons LIMIT 1');
        const mine = '&filterOps.context.actor=developer@local.test&filterOps.vaultID=local-vault';
        assert.deepEqual((await page(vault, mine)).event, []);
        await delay(1600);
        assert.equal((await page(vault, mine)).event.length, 3);
      }));

  it('requestID changes the header, not the event', async () => {
    const headerOf = async (vault: LocalVault) =>
      (await run(vault, 'SELECT id FROM persons LIMIT 1')).headers.get('x-request-id');
    await withSwitches('requestID=absent', async (vault) => assert.equal(await headerOf(vault), null));
    await withSwitches('requestID=different', async (vault) => {
      const id = await headerOf(vault);
      assert.deepEqual((await page(vault, `&filterOps.context.requestID=${id}`)).event, []);
    });
  });

  for (const [form, type, body] of [
    ['nested', 'application/json', /^\{"error":\{.*"http_code":400,.*query is required/],
    ['flat', 'application/json', /^\{"code":400,"message":"query is required","details":\[\]\}$/],
    ['text', 'text/plain', /^query is required$/],
    ['html', 'text/html', /^<html>/],
    ['empty', 'text/plain', /^$/],
  ] as const)
    it(`errorBody=${form} is the body of an error`, () =>
      withSwitches(`errorBody=${form}`, async (vault) => {
        const response = await fetch(`${vault.url}/v1/vaults/${vault.vaultID}/query`, {
          method: 'POST',
          headers: { authorization: `Bearer ${vault.token}`, 'content-type': 'application/json' },
          body: '{}',
        });
        assert.equal(response.status, 400);
        assert.ok(response.headers.get('content-type')?.startsWith(type));
        assert.match(await response.text(), body);
      }));

  it('errorBody leaves the errors of the sign-in server as OAuth has them', () =>
    withSwitches(
      'errorBody=text',
      async ({ url }) => {
        const response = await fetch(`${url}/oauth/token`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'grant_type=nonsense',
        });
        assert.equal(typeof ((await response.json()) as { error: unknown }).error, 'string');
      },
      { authorization: createSignInServer({ kinds: ['device'], lifetimeSeconds: 60 }) },
    ));

  it('largeLimit=refused rejects a LIMIT over 25', () =>
    withSwitches('largeLimit=refused', async (vault) => {
      assert.equal((await run(vault, 'SELECT id FROM persons LIMIT 26')).status, 400);
      assert.equal((await records(vault, 'SELECT id FROM persons LIMIT 25')).length, 25);
      assert.equal((await records(vault, 'SELECT id FROM persons')).length, 25);
    }));

  it('shortRows returns fewer records than requested, although more follow', () =>
    withSwitches('shortRows', async (vault) => {
      const found = (await records(vault, 'SELECT id FROM persons LIMIT 25')).length;
      assert.ok(found > 0 && found < 25);
      assert.ok((await records(vault, `SELECT id FROM persons LIMIT 25 OFFSET ${found}`)).length > 0);
    }));

  it('nulls=null writes columns without a value', () =>
    withSwitches('nulls=null', async (vault) => {
      const sql = 'SELECT id, email FROM persons WHERE email NULL LIMIT 1';
      assert.equal((await records(vault, sql))[0]?.email, null);
    }));

  it('largeNumbers rounds them or writes them as text, whatever their length', async () => {
    const digits = '9'.repeat(400);
    const sql = `SELECT 9007199254740993 AS a, 7 AS b, ${digits} AS c FROM persons LIMIT 1`;
    const body = async (vault: LocalVault) => (await run(vault, sql)).text();
    await withSwitches('largeNumbers=rounded', async (vault) => {
      const [record] = await records(vault, 'SELECT 9007199254740993 AS a, 7 AS b FROM persons LIMIT 1');
      assert.deepEqual(record, { a: 9007199254740992, b: 7 });
      assert.match(await body(vault), /"a":9007199254740992,"b":7,"c":/);
    });
    await withSwitches('largeNumbers=text', async (vault) =>
      assert.match(await body(vault), new RegExp(`"a":"9007199254740993","b":7,"c":"${digits}"`)),
    );
  });

  const statusOf = async (vault: LocalVault, sql: string) => (await run(vault, sql)).status;

  it('redactionLevels accepts the levels of the list, and always a call without one', async () => {
    const call = (level: string) => `SELECT REDACTION(ssn${level}) FROM persons LIMIT 1`;
    await withSwitches('redactionLevels=documented', async (vault) => {
      assert.equal(await statusOf(vault, call('')), 200);
      assert.equal(await statusOf(vault, call(", 'PLAIN_TEXT'")), 400);
    });
    await withSwitches('redactionLevels=DEFAULT+MASKED', async (vault) => {
      assert.equal(await statusOf(vault, call('')), 200);
      assert.equal(await statusOf(vault, call(", 'MASKED'")), 200);
      assert.equal(await statusOf(vault, call(", 'PLAIN_TEXT'")), 400);
    });
  });

  it('undocumentedSql rejects all undocumented constructs, or those of the list', async () => {
    const truth = 'SELECT id FROM persons WHERE TRUE LIMIT 1';
    const all = 'SELECT ALL id FROM persons LIMIT 1';
    const commas = 'SELECT p.id FROM persons p, consents c LIMIT 1';
    await withSwitches('undocumentedSql=refused', async (vault) => {
      for (const sql of [truth, all, commas]) assert.equal(await statusOf(vault, sql), 400, sql);
      assert.equal(await statusOf(vault, 'SELECT id FROM persons WHERE email NOT NULL LIMIT 1'), 200);
    });
    await withSwitches('undocumentedSql=TRUE+COMMA-JOIN', async (vault) => {
      assert.equal(await statusOf(vault, truth), 400);
      assert.equal(await statusOf(vault, commas), 400);
      assert.equal(await statusOf(vault, all), 200);
    });
  });

  it('rateLimit rejects further requests, with or without Retry-After', async () => {
    const last = async (vault: LocalVault) => {
      assert.deepEqual([(await list(vault)).status, (await list(vault)).status], [200, 200]);
      return list(vault);
    };
    await withSwitches('rateLimit=2', async (vault) => {
      const { status, headers } = await last(vault);
      assert.deepEqual([status, headers.get('retry-after')], [429, '1']);
    });
    await withSwitches('rateLimit=2,rateLimitHeader=absent', async (vault) => {
      const { status, headers } = await last(vault);
      assert.deepEqual([status, headers.get('retry-after')], [429, null]);
    });
  });
});
