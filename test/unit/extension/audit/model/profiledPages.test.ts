import assert from 'node:assert/strict';
import { createEmptyProfile, type ServiceProfile } from '../../../../../src/core/conformance/profile.ts';
import { PageRequests } from '../../../../../src/extension/audit/model/pageRequests.ts';
import type { AnyConnection } from '../../../../../src/extension/targets/targets.ts';

const connection = { name: 'team', baseUrl: 'https://vault.example' } as AnyConnection;
const next = { timestamp: '2026-01-01 00:00:00.000000000', changeID: 'c1' };

/** Page requests to a service whose profile has this listing, and what they send. */
function pagesOf(listing: ServiceProfile['listing'] | undefined, isSetByUser = false) {
  const sent: unknown[] = [];
  const contradicted: string[] = [];
  const deps = {
    settings: {
      cursorParameters: () => ({ timestamp: 'own.timestamp', changeID: 'own.changeID' }),
      hasUserSetCursorParameters: () => isSetByUser,
      auditPageSize: () => 50,
    },
    serviceProfiles: {
      getUncontradictedProfile: () => listing && { ...createEmptyProfile(connection.baseUrl, 1), listing },
      markProfilePartContradicted: async (_connection: unknown, part: string) => void contradicted.push(part),
    },
    client: () => ({
      listAuditEvents: async (request: unknown) => {
        sent.push(request);
        return { ok: true, value: { events: [], nextOps: null }, exchange: {} };
      },
    }),
    log: { writeExchange: () => undefined },
  };
  const pages = new PageRequests(deps as never, { addRequestID: () => undefined } as never);
  const send = async (): Promise<{ cursor?: object; limit?: number }> => {
    await pages.fetchPage({ connection, filters: {}, next }, new AbortController().signal);
    return sent.at(-1) as object;
  };
  return { pages, send, contradicted };
}

describe('pages of a service that was checked', () => {
  it('are requested with the parameters that the check found', async () => {
    const { send } = pagesOf({ cursor: 'nextOps' });
    assert.deepEqual((await send()).cursor, {
      'nextOps.timestamp': next.timestamp,
      'nextOps.changeID': next.changeID,
    });
  });

  it('are requested with those of the user, who knows better', async () => {
    const { pages, send } = pagesOf({ cursor: 'nextOps' }, true);
    assert.deepEqual(Object.keys((await send()).cursor ?? {}), ['own.timestamp', 'own.changeID']);
    assert.equal(pages.findPagingSupport(connection, 'a'), undefined);
  });

  it('are requested with the default where the check could not tell', async () => {
    for (const listing of [undefined, {}, { cursor: 'ignored' } as const]) {
      const { send } = pagesOf(listing);
      assert.deepEqual(Object.keys((await send()).cursor ?? {}), ['own.timestamp', 'own.changeID']);
    }
  });

  it('need no probe: whether there are any is known', () => {
    const paging = (listing: ServiceProfile['listing'] | undefined) =>
      pagesOf(listing).pages.findPagingSupport(connection, 'a');
    assert.equal(paging({ cursor: 'afterOps' }), 'supported');
    assert.equal(paging({ cursor: 'ignored' }), 'unsupported');
    assert.equal(paging({ cursor: 'refused' }), 'unsupported');
    assert.equal(paging({}), 'untried');
    assert.equal(paging(undefined), undefined);
  });

  it('contradict the profile where the service repeats itself', () => {
    const { pages, contradicted } = pagesOf({ cursor: 'afterOps' });
    pages.recordPagingSupport(connection, 'a', 'supported');
    assert.deepEqual(contradicted, []);
    pages.recordPagingSupport(connection, 'a', 'unsupported');
    assert.deepEqual(contradicted, ['cursor']);
    assert.equal(pages.findPagingSupport(connection, 'a'), 'unsupported');
  });

  it('are of the size that the user chose, unless the service rejects a size', async () => {
    assert.equal((await pagesOf({ limit: 'refused' }).send()).limit, undefined);
    for (const limit of ['accepted', 'ignored', undefined] as const)
      assert.equal((await pagesOf(limit && { limit }).send()).limit, 50);
  });
});
