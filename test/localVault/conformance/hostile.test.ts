import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MAX_REQUESTS } from '../../../src/core/conformance/check.ts';
import type { Transport, TransportResponse } from '../../../src/core/service/transport.ts';
import { startLocalVault } from '../../../src/localVault/server/server.ts';
import { ROWS, sharedVault, snapshotKept } from '../testVault.ts';
import { check, fetchTransport } from './checkedVault.ts';
import { assertTrue, combination, LastingEngine, withVault } from './combinations.ts';

const response = (status: number, body: string): TransportResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body,
  bytes: body.length,
});

/** A service that responds to everything with one body. */
const always = (status: number, body: string): Transport => ({
  send: async () => ({ ok: true, response: response(status, body) }),
});

const noWait = async (): Promise<void> => undefined;

describe('a check of a hostile service', () => {
  let engine: LastingEngine;
  before(async () => {
    await snapshotKept();
    engine = new LastingEngine();
  });
  after(() => engine.stop());

  for (const [name, transport] of [
    ['fails with 500', always(500, '')],
    ['says HTML', always(200, '<html>sign in</html>')],
    ['says JSON of another form', always(200, '{"a":1}')],
    ['rejects everything', always(400, '{"error":{"message":"no"}}')],
    ['never lets the check in', always(401, '')],
  ] as const)
    it(`claims nothing of one that ${name}`, async () => {
      const { findings, profile } = await check(await sharedVault(), {
        transport,
        table: 'persons',
        sleep: noWait,
      });
      assert.deepEqual(
        findings.filter(({ verdict }) => verdict === 'holds').map(({ rule }) => rule),
        [],
      );
      assert.deepEqual([profile.query.acceptedConstructs, profile.listing.cursor], [[], undefined]);
    });

  it('takes the acceptance of one that accepts every statement for no proof', async () => {
    const vault = await sharedVault();
    const real = fetchTransport();
    const transport: Transport = {
      send: (request, signal) =>
        request.method === 'GET'
          ? real.send(request, signal)
          : Promise.resolve({
              ok: true,
              response: response(200, '{"records":[{"fields":{"id":1,"name":"a"}}]}'),
            }),
    };
    const { findings, profile } = await check(vault, { transport, table: 'persons', sleep: noWait });
    const reasons = findings.filter(({ rule }) => ['D2', 'D3', 'D4', 'D6', 'D10'].includes(rule));
    assert.deepEqual(
      reasons.map(({ reason }) => reason),
      Array(5).fill('acceptsAnything'),
    );
    assert.deepEqual(profile.query.acceptedConstructs, []);
  });

  it('sends no write, whatever is given as the table', async () => {
    const sent: string[] = [];
    const transport: Transport = {
      send: async (request) => {
        sent.push(request.body ?? '');
        return { ok: true, response: response(200, '{"records":[{"fields":{"id":1,"name":"a"}}]}') };
      },
    };
    for (const table of ['t; DELETE FROM t --', 't (a) VALUES (1)', 'INTO x FROM t', 't; COMMIT'])
      await check(await sharedVault(), { transport, table, sleep: noWait });
    assert.ok(sent.length > 0);
    assert.deepEqual(
      sent.filter((body) => /DELETE|INTO|COMMIT/.test(body)),
      [],
    );
  });

  it('notices one that ignores its filters', async () => {
    const vault = await sharedVault();
    const real = fetchTransport();
    const withoutFilters = (url: string): string => url.replace(/&filterOps\.(?!accountID)[^&]*/g, '');
    const transport: Transport = {
      send: (request, signal) => real.send({ ...request, url: withoutFilters(request.url) }, signal),
    };
    const { findings } = await check(vault, { transport, table: 'persons', sleep: noWait });
    assert.equal(findings.find(({ rule }) => rule === 'S24')?.verdict, 'fails');
  });

  it('claims nothing wrong of one that times out, fails, and cuts responses off at random', async () => {
    await fc.assert(
      fc.asyncProperty(
        combination,
        fc.array(fc.constantFrom('timeout', '500', '503', 'cut', 'ok', 'ok', 'ok', 'ok'), {
          minLength: 20,
          maxLength: 60,
        }),
        async (switches, fates) => {
          let sent = 0;
          const real = fetchTransport();
          const transport: Transport = {
            async send(request, signal) {
              const fate = fates[sent++ % fates.length];
              if (fate === 'timeout')
                return { ok: false, error: { kind: 'timeout', seconds: 10, retry: true } };
              if (fate === '500' || fate === '503')
                return { ok: true, response: response(Number(fate), 'upstream') };
              const outcome = await real.send(request, signal);
              // A service that cuts off all its errors has no other body, and nobody can tell.
              if (fate !== 'cut' || !outcome.ok || outcome.response.status !== 200) return outcome;
              const body = outcome.response.body.slice(0, -7);
              return { ok: true, response: { ...outcome.response, body } };
            },
          };
          const report = await withVault(engine, switches, (vault) =>
            check(vault, { transport, table: 'persons', sleep: noWait }),
          );
          // With that many failures, the event of the query may be found late: only then is the delay an upper bound.
          assertTrue(report, { ...switches, lateMs: 0 });
          assert.ok(report.requests <= MAX_REQUESTS);
        },
      ),
      { numRuns: process.env.VAULTSQL_LONG ? 200 : 12 },
    );
  });

  it('claims of one that changes midway only what is still true at the end', async () => {
    await fc.assert(
      fc.asyncProperty(combination, fc.integer({ min: 3, max: 45 }), async (switches, requests) => {
        const vaults = await Promise.all(
          [{}, { ...switches, lateMs: 0 }].map((behavior) =>
            startLocalVault({ rows: ROWS, engine: engine.forVault, behavior, token: 'token1' }),
          ),
        );
        const [first, second] = vaults;
        assert.ok(first && second);
        let sent = 0;
        const real = fetchTransport();
        const transport: Transport = {
          send: (request, signal) =>
            real.send(
              sent++ < requests ? request : { ...request, url: request.url.replace(first.url, second.url) },
              signal,
            ),
        };
        try {
          const { profile, requests: count } = await check(first, {
            transport,
            table: 'persons',
            sleep: noWait,
          });
          assert.ok(count <= MAX_REQUESTS);
          const { errorBody, limit } = profile.listing;
          if (errorBody !== undefined) assert.equal(errorBody, switches.errorBody);
          const limits = { limit: 'accepted', ignored: 'ignored', refused: 'refused' } as const;
          if (limit !== undefined && switches.limitParameter)
            assert.equal(limit, limits[switches.limitParameter]);
        } finally {
          for (const vault of vaults) await vault.close();
        }
      }),
      { numRuns: process.env.VAULTSQL_LONG ? 60 : 8 },
    );
  });
});
