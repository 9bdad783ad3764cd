import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createFollower } from '../../../src/core/audit/feed/follow.ts';
import { createLedger, type Provenance } from '../../../src/core/audit/feed/ledger.ts';
import { findQueryText } from '../../../src/core/audit/feed/queryOf.ts';
import type { ServiceProfile } from '../../../src/core/conformance/profile.ts';
import { createPager, type PagerState } from '../../../src/core/results/loading/pager.ts';
import { createVaultClient } from '../../../src/core/service/client.ts';
import type { Outcome } from '../../../src/core/service/errors.ts';
import type { AuditEvent, AuditPage, NextOps } from '../../../src/core/service/types.ts';
import { PageRequests } from '../../../src/extension/audit/model/pageRequests.ts';
import type { AnyConnection } from '../../../src/extension/targets/targets.ts';
import type { Behavior } from '../../../src/localVault/server/behavior.ts';
import type { LocalVault } from '../../../src/localVault/server/server.ts';
import { eventually } from '../../run/waiting.ts';
import { snapshotKept } from '../testVault.ts';
import { check, fetchTransport } from './checkedVault.ts';
import { LastingEngine, withVault } from './combinations.ts';

/** Requests audit events of a vault as the side panel does, with or without what a check found out. */
function createRequests({ url, token, accountID }: LocalVault, profile: ServiceProfile | undefined) {
  const connection = { name: 'local', baseUrl: url, accountID, vaults: [] } as unknown as AnyConnection;
  const client = createVaultClient({
    transport: fetchTransport(),
    baseUrl: url,
    token: async () => token,
    timeoutMs: () => 10_000,
    sleep: (ms) => delay(ms),
  });
  const deps = {
    settings: {
      cursorParameters: () => ({ timestamp: 'afterOps.timestamp', changeID: 'afterOps.changeID' }),
      hasUserSetCursorParameters: () => false,
      auditPageSize: () => 20,
    },
    serviceProfiles: {
      getUncontradictedProfile: () => profile,
      markProfilePartContradicted: async () => assert.fail('contradicted'),
    },
    client: () => client,
    log: { writeExchange: () => undefined },
  };
  const requests = new PageRequests(deps as never, { addRequestID: () => undefined } as never);
  const page = (next: NextOps | undefined): Promise<Outcome<AuditPage>> =>
    requests.fetchPage({ connection, filters: { accountID }, next }, new AbortController().signal);
  return { client, connection, requests, page };
}

/** Loads all events of a vault, and returns what is then known of them, and how many pages were requested. */
async function loadAll(
  vault: LocalVault,
  profile: ServiceProfile | undefined,
): Promise<Provenance & { readonly pages: number; readonly problem?: string }> {
  const { connection, requests, page } = createRequests(vault, profile);
  const ledger = createLedger({
    listing: 1,
    paging: requests.findPagingSupport(connection, 'local'),
    onNewEvents: () => undefined,
  });
  let pages = 0;
  for (let from: 'newest' | 'older' = 'newest'; ; from = 'older') {
    const { next } = ledger.provenance();
    const outcome = await page(from === 'older' ? next : undefined);
    pages++;
    if (!outcome.ok) {
      if (from === 'older' && ledger.recordRefusal(outcome.error)) return { ...ledger.provenance(), pages };
      return { ...ledger.provenance(), pages, problem: outcome.error.kind };
    }
    ledger.addPage(outcome.value, from);
    const { more, support } = ledger.provenance();
    requests.recordPagingSupport(connection, 'local', support);
    if (more !== 'yes') return { ...ledger.provenance(), pages };
  }
}

/**
 * Loads the newest page, sends some queries, and follows the listing for some rounds. Returns how many of these queries
 * are then among the events, and how many gaps there are.
 */
async function followQueries(
  vault: LocalVault,
  profile: ServiceProfile,
  queries: number,
): Promise<{ readonly found: number; readonly gaps: number }> {
  const { client, page } = createRequests(vault, profile);
  const loaded = new Map<string | undefined, AuditEvent>();
  const addNew = (events: readonly AuditEvent[]): readonly AuditEvent[] => {
    const added = events.filter(({ context }) => !loaded.has(context.changeID));
    for (const event of added) loaded.set(event.context.changeID, event);
    return added;
  };
  const first = await page(undefined);
  assert.ok(first.ok);
  const known = addNew(first.value.events ?? []);
  const { listing } = profile;
  const pages = listing.cursor !== 'ignored' && listing.cursor !== 'refused';
  const follower = createFollower(
    { known, pages, paged: pages, isByTime: listing.order !== 'arrival', minMs: 1 },
    { fetch: page, addEvents: addNew, isNews: () => true, now: Date.now },
  );
  for (let count = 0; count < queries; count++) {
    const query = `SELECT id FROM persons WHERE id = ${count} LIMIT 1`;
    assert.ok((await client.executeQuery({ vaultID: vault.vaultID, query })).ok);
  }
  for (let round = 0; round < 6; round++) {
    const { ok } = await follower.round();
    assert.ok(ok);
    await delay(100);
  }
  const sent = [...loaded.values()].filter((event) =>
    /WHERE id = \d+ LIMIT 1$/.test(findQueryText(event) ?? ''),
  );
  return { found: sent.length, gaps: follower.gaps().length };
}

/** Pages through 60 rows as the results view does until their end is known. Returns the last state. */
async function loadRows({ url, token, vaultID }: LocalVault): Promise<PagerState> {
  const client = createVaultClient({
    transport: fetchTransport(),
    baseUrl: url,
    token: async () => token,
    timeoutMs: () => 10_000,
    sleep: (ms) => delay(ms),
  });
  const pager = createPager({
    pageSize: 25,
    fetch: (offset, limit) => {
      const query = `SELECT id FROM persons WHERE NOT id > 60 LIMIT ${limit} OFFSET ${offset}`;
      return client.executeQuery({ vaultID, query });
    },
    onChange: () => undefined,
  });
  pager.start();
  for (let count = 0; count < 40 && pager.state().totalRowCount === undefined; count++) {
    await eventually('a page', () => pager.state().phase !== 'loading');
    pager.goToFirstIncompletePage();
  }
  const state = pager.state();
  pager.result.close();
  return state;
}

describe('events loaded from a service that was checked', () => {
  let engine: LastingEngine;
  before(async () => {
    await snapshotKept();
    engine = new LastingEngine();
  });
  after(() => engine.stop());

  const both = (switches: Partial<Behavior>) =>
    withVault(engine, switches, async (vault) => {
      const { profile } = await check(vault, { table: 'persons', sleep: (ms) => delay(Math.min(ms, 500)) });
      return { guessed: await loadAll(vault, undefined), known: await loadAll(vault, profile) };
    });

  it('are all found where the cursor has other names, which a guess misses', async () => {
    const { guessed, known } = await both({ cursor: 'renamed' });
    assert.deepEqual([guessed.more, guessed.reason], ['unknown', 'unsupported']);
    assert.deepEqual([known.more, known.reason], ['no', 'end']);
    assert.ok(known.loaded > guessed.loaded, `${known.loaded} of ${guessed.loaded}`);
  });

  for (const cursor of ['ignored', 'refused'] as const)
    it(`are known to have no further pages without a request where the cursor is ${cursor}`, async () => {
      const { guessed, known } = await both({ cursor });
      assert.deepEqual([guessed.pages, guessed.reason], [2, 'unsupported']);
      assert.deepEqual([known.pages, known.reason, known.more], [1, 'unsupported', 'unknown']);
    });

  for (const cursor of ['after', 'inclusive'] as const)
    it(`are the same as by guessing where the guess is right: ${cursor}`, async () => {
      const { guessed, known } = await both({ cursor });
      assert.deepEqual([known.more, known.reason], ['no', 'end']);
      assert.deepEqual([guessed.more, guessed.reason], ['no', 'end']);
    });

  const unaffected: readonly Partial<Behavior>[] = [
    { order: 'oldest' },
    { order: 'arrival' },
    { pageSize: 7 },
    { shortPages: true },
    { cursor: 'inclusive', shortPages: true },
    { limitParameter: 'ignored' },
    { lateMs: 400 },
    { requestID: 'different' },
    { requestID: 'absent' },
    { errorBody: 'html' },
  ];
  for (const switches of unaffected)
    it(`leave no doubt of their end: ${JSON.stringify(switches)}`, async () => {
      const { guessed, known } = await both(switches);
      assert.deepEqual([known.more, known.reason, known.problem], ['no', 'end', undefined]);
      assert.ok(known.loaded >= guessed.loaded, `${known.loaded} of ${guessed.loaded}`);
    });

  it('can be loaded where the service rejects the page size that the user chose', async () => {
    const { guessed, known } = await both({ limitParameter: 'refused' });
    assert.deepEqual([guessed.loaded, guessed.problem], [0, 'status']);
    assert.deepEqual([known.problem, known.more], [undefined, 'no']);
  });

  for (const switches of [{ shortRows: true }, { largeLimit: 'refused' }] as const)
    it(`and the rows of a query are all found up to their end: ${JSON.stringify(switches)}`, async () => {
      const { totalRowCount: end, rowsLoaded, isPartial } = await withVault(engine, switches, loadRows);
      assert.deepEqual([end, rowsLoaded, isPartial], [60, 60, false]);
    });

  for (const switches of [
    {},
    { cursor: 'renamed' },
    { cursor: 'inclusive', shortPages: true },
    { order: 'arrival' },
    { lateMs: 200 },
    { limitParameter: 'refused' },
  ] as const satisfies readonly Partial<Behavior>[])
    it(`are followed without a gap: ${JSON.stringify(switches)}`, async () => {
      const { found, gaps } = await withVault(engine, switches, async (vault) => {
        const { profile } = await check(vault, {
          table: 'persons',
          sleep: (ms) => delay(Math.min(ms, 500)),
        });
        return followQueries(vault, profile, 60);
      });
      assert.deepEqual([found, gaps], [60, 0]);
    });

  it('have a gap where the service does not page and more came than a page has', async () => {
    const { found, gaps } = await withVault(engine, { cursor: 'ignored' }, async (vault) => {
      const { profile } = await check(vault, { table: 'persons', sleep: async () => undefined });
      return followQueries(vault, profile, 60);
    });
    assert.ok(found < 60, `${found}`);
    assert.equal(gaps, 1);
  });

  it('leave the doubt where the check could not tell', async () => {
    const { known } = await withVault(engine, { cursor: 'ignored' }, async (vault) => {
      const { profile } = await check(vault, {
        table: 'persons',
        maxRequests: 20,
        sleep: async () => undefined,
      });
      const { cursor: _cursor, ...listing } = profile.listing;
      return { known: await loadAll(vault, { ...profile, listing }) };
    });
    assert.deepEqual([known.pages, known.more, known.reason], [2, 'unknown', 'unsupported']);
  });
});
