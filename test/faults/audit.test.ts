import assert from 'node:assert/strict';
import { cursorParameters } from '../../src/core/audit/feed/ledger.ts';
import type { VaultClient } from '../../src/core/service/client.ts';
import type { ApiError } from '../../src/core/service/errors.ts';
import { createLoaded, type LoadedListing } from '../unit/core/audit/loaded.ts';
import { type HostileServer, startHostileServer } from './hostileServer.ts';
import { answerOf, clientFor, errorOf, filters, note, transports } from './support.ts';

const names = { timestamp: 'afterOps.timestamp', changeID: 'afterOps.changeID' };

describe('audit listings that no service should give', () => {
  let server: HostileServer;
  before(async () => {
    server = await startHostileServer();
  });
  after(() => server.close());

  const clientOf = (fault: string) => clientFor(server.url(fault), transports.undici).client;

  /** Loads until the store gives no further cursor, as "load older" pressed again and again would. */
  async function loadAll(client: VaultClient, store: LoadedListing): Promise<ApiError | undefined> {
    store.addPage(answerOf(await client.listAuditEvents({ filters })), 'newest');
    for (let { next } = store.provenance(); next; next = store.provenance().next) {
      const cursor = cursorParameters(next, names) ?? {};
      const outcome = await client.listAuditEvents({ filters, cursor });
      if (outcome.ok) store.addPage(outcome.value, 'older', next);
      else if (!store.recordRefusal(outcome.error)) return outcome.error;
    }
    return undefined;
  }

  const ending = async (fault: string) => {
    const store = createLoaded();
    const before = server.seen.length;
    const error = await loadAll(clientOf(fault), store);
    const { loaded, more, reason } = store.provenance();
    note(fault, error && { ok: false, error });
    return { loaded, more, reason, requests: server.seen.length - before, error };
  };

  it('event null and nextOps null are an empty listing', async () => {
    assert.deepEqual(await ending('event-null'), {
      loaded: 0,
      more: 'no',
      reason: 'end',
      requests: 1,
      error: undefined,
    });
  });

  it('malformed events are kept', async () => {
    assert.deepEqual(await ending('events-odd'), {
      loaded: 3,
      more: 'unknown',
      reason: 'noCursor',
      requests: 1,
      error: undefined,
    });
  });

  it('nextOps that repeats ends the loading at the second request', async () => {
    assert.deepEqual(await ending('next-repeated'), {
      loaded: 2,
      more: 'unknown',
      reason: 'unsupported',
      requests: 2,
      error: undefined,
    });
  });

  it('nextOps that is absent is no proof of the end', async () => {
    assert.deepEqual(await ending('next-absent'), {
      loaded: 2,
      more: 'unknown',
      reason: 'noCursor',
      requests: 1,
      error: undefined,
    });
  });

  it('nextOps that alternates ends the loading', async () => {
    assert.deepEqual(await ending('next-alternating'), {
      loaded: 3,
      more: 'unknown',
      reason: 'repeated',
      requests: 3,
      error: undefined,
    });
  });

  it('a refused cursor is the finding that the service does not page', async () => {
    assert.deepEqual(await ending('cursor-refused'), {
      loaded: 2,
      more: 'unknown',
      reason: 'unsupported',
      requests: 2,
      error: undefined,
    });
  });

  it('a token that expires while paging is an error; what is loaded stays, and so does the cursor', async () => {
    const store = createLoaded();
    const error = await loadAll(clientOf('expired-while-paging'), store);
    assert.deepEqual(error, {
      kind: 'status',
      status: 401,
      message: 'token expired',
      retry: false,
      requestID: 'req-1',
    });
    assert.equal(store.events().length, 2);
    assert.deepEqual(store.provenance().next, { changeID: 'c2' });
    note('expired-while-paging', { ok: false, error });
  });

  it('nothing is sent without an account', async () => {
    const before = server.seen.length;
    const outcome = await clientOf('event-null').listAuditEvents({ filters: {} });
    note('no account ID', outcome);
    assert.equal(errorOf(outcome).kind, 'noAccountID');
    assert.equal(server.seen.length, before);
  });
});
