import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MAX_REQUESTS } from '../../../src/core/conformance/check.ts';
import { RULE_IDS } from '../../../src/core/conformance/rules.ts';
import { type Behavior, STRICT_BEHAVIOR, SWITCH_VALUES } from '../../../src/localVault/server/behavior.ts';
import { snapshotKept } from '../testVault.ts';
import { check } from './checkedVault.ts';
import { assertTrue, checkOf, combination, LastingEngine, withVault } from './combinations.ts';

/** Combinations that are drawn. `npm run test:long` draws 200. */
const RUNS = process.env.VAULTSQL_LONG ? 200 : 25;

describe('a check of the local vault', () => {
  let engine: LastingEngine;
  before(async () => {
    await snapshotKept();
    engine = new LastingEngine();
  });
  after(() => engine.stop());

  it('tells all that requests can show, and finds none that fails', async () => {
    const { findings, requests } = await withVault(engine, {}, (vault) => check(vault, { table: 'persons' }));
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      [...RULE_IDS],
    );
    assert.deepEqual(
      findings.filter(({ verdict }) => verdict === 'fails'),
      [],
    );
    const open = findings.filter(({ verdict }) => verdict === 'unknown').map(({ rule }) => rule);
    assert.deepEqual(open, [
      ...['S2', 'S4', 'S6', 'S7', 'S8', 'S9', 'S17', 'S37', 'S38', 'S39', 'S41'],
      ...['D1', 'D8', 'D9', 'D11'],
    ]);
    assert.ok(requests <= MAX_REQUESTS);
  });

  it('finds the table in the audit events, and says the same the second time', async () => {
    const [one, two] = await withVault(
      engine,
      {},
      async (vault) => [await check(vault), await check(vault)] as const,
    );
    assert.ok(Math.max(one.requests, two.requests) <= MAX_REQUESTS);
    assert.deepEqual(two.profile.query, one.profile.query);
    for (const { findings } of [one, two])
      for (const rule of ['S32', 'S36', 'D3', 'D6', 'D10'])
        assert.equal(findings.find((finding) => finding.rule === rule)?.verdict, 'holds', rule);
  });

  const names = Object.entries(SWITCH_VALUES) as readonly (readonly [string, 'onOff' | readonly unknown[]])[];
  const single = names.flatMap(([name, values]): readonly Partial<Behavior>[] => {
    if (values === 'onOff') return [{ [name]: true }];
    return typeof values[0] === 'number' ? [] : values.map((value) => ({ [name]: value }));
  });
  const lists: readonly Partial<Behavior>[] = [
    { undocumentedSql: ['TRUE', 'DOLLAR QUOTES'] },
    { redactionLevels: ['DEFAULT', 'MASKED'] },
  ];
  /** A page that no other page follows, or that may be short, does not show the size of pages. */
  const openOf = ({ cursor, shortPages }: Partial<Behavior>): readonly string[] =>
    cursor === 'ignored' || cursor === 'refused' || shortPages ? ['pageSize'] : [];
  for (const switches of [...single, { pageSize: 7 }, { lateMs: 400 }, ...lists, STRICT_BEHAVIOR])
    it(`says what was switched on: ${JSON.stringify(switches)}`, async () => {
      const report = await checkOf(engine, switches);
      assert.deepEqual(assertTrue(report, switches), openOf(switches));
      assert.ok(report.requests <= MAX_REQUESTS);
    });

  for (const rateLimitHeader of ['present', 'absent'] as const)
    it(`waits where the service limits requests, and says so, with Retry-After ${rateLimitHeader}`, async () => {
      const report = await checkOf(engine, { rateLimit: 50, rateLimitHeader });
      const found = report.findings.find(({ rule }) => rule === 'S9');
      assert.deepEqual(found?.seen, { what: 'rateLimit', hasRetryAfter: rateLimitHeader === 'present' });
    });

  it('says of what a rate limit kept it from that this was the reason', async () => {
    const { findings } = await checkOf(engine, { rateLimit: 5, rateLimitHeader: 'absent' });
    const reasons = findings.flatMap(({ rule, reason }) => (rule === 'S32' || rule === 'D3' ? [reason] : []));
    assert.deepEqual(reasons, ['rateLimited', 'rateLimited']);
  });

  it('finds the functions of a service that takes no level of REDACTION', async () => {
    const { findings } = await checkOf(engine, STRICT_BEHAVIOR);
    assert.equal(findings.find(({ rule }) => rule === 'D4')?.verdict, 'holds');
  });

  it('does not say that a missing request ID can’t be seen', async () => {
    const { findings } = await checkOf(engine, { requestID: 'absent' });
    const found = findings.find(({ rule }) => rule === 'S13');
    assert.deepEqual([found?.verdict, found?.reason], ['unknown', 'noRule']);
  });

  it(`claims nothing that was not switched on, in ${RUNS} random combinations`, async () => {
    await fc.assert(
      fc.asyncProperty(combination, async (switches) => {
        const report = await checkOf(engine, switches);
        const open = assertTrue(report, switches);
        assert.ok(report.requests <= MAX_REQUESTS);
        assert.ok(open.length <= 7, open.join());
      }),
      { numRuns: RUNS },
    );
  });
});
