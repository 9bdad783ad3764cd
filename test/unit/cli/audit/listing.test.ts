import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { AuditSource } from '../../../../src/cli/audit/auditSource.ts';
import { readListing } from '../../../../src/cli/audit/listing.ts';
import type { CommandIO } from '../../../../src/cli/commandIO.ts';
import { toAuditEvent } from '../../../../src/core/service/decode.ts';
import type { ApiError, Outcome } from '../../../../src/core/service/errors.ts';
import type { AuditPage, NextOps } from '../../../../src/core/service/types.ts';
import { sha256 } from '../../core/audit/handover/sampleRecords.ts';

/** Reads a listing from `fetch`, without waiting before a request is repeated. */
function readFrom(
  fetch: AuditSource['fetch'],
  isPrefetching: boolean,
  since?: string,
): ReturnType<typeof readListing> {
  const source: AuditSource = {
    address: 'https://vault.example',
    origin: 'https://vault.example',
    host: 'vault.example',
    pages: true,
    fetch,
    getClockError: () => undefined,
    ownRequestIDs: () => new Set(),
  };
  const never = new AbortController().signal;
  const io: CommandIO = {
    writeOut: () => undefined,
    writeError: () => undefined,
    isErrorTerminal: false,
    environment: {},
    nodeVersion: '24.0.0',
    transport: {
      send: () => assert.fail('no request but those of the source'),
    },
    stopping: never,
    aborting: never,
    now: () => Date.UTC(2026, 0, 2),
    wait: async () => undefined,
  };
  return readListing(source, { since, until: undefined, isPrefetching }, io, sha256);
}

interface PageOptions {
  /** The ID of the first page. */
  readonly from?: number;
  /** The ID of the last page, which has no cursor. */
  readonly last?: string;
  readonly isEmpty?: boolean;
}

/** Returns a page with one event, and the cursor of the next page. Cursors count down from `from`. */
function pageAt(
  cursor: NextOps | undefined,
  { from = 9, last, isEmpty = false }: PageOptions = {},
): Outcome<AuditPage> {
  const id = cursor?.changeID ?? String(from);
  const event = toAuditEvent({
    context: { changeID: `e${id}` },
    request: { timestamp: `2026-01-01 00:00:${id.slice(-2).padStart(2, '0')}.000000000` },
  });
  return {
    ok: true,
    value: {
      events: isEmpty ? [] : [event],
      nextOps: id === last ? null : { changeID: String(Number(id) - 1) },
    },
    exchange: { status: 200, milliseconds: 1, bytes: 1 },
  };
}

describe('a listing that is read ahead', () => {
  /** Reads the listing ahead, and returns a function that reads a page and the number of requests when it arrived. */
  const readAhead = (fetch: AuditSource['fetch'], since?: string) => {
    let sent = 0;
    const counted: AuditSource['fetch'] = async (cursor, signal) => {
      // As the real client: the token, the connection, and writing take a turn of the event loop each.
      for (let turn = 0; turn < 3; turn++) await setImmediate();
      sent++;
      return fetch(cursor, signal);
    };
    const pages = readFrom(counted, true, since);
    return { pages, sent: () => sent };
  };
  const waitForSilence = async (sent: () => number): Promise<number> => {
    for (let before = -1; before !== sent(); ) {
      before = sent();
      for (let turn = 0; turn < 20; turn++) await setImmediate();
    }
    return sent();
  };

  it('has sent the request for the next page when the caller gets a page', async () => {
    const { pages, sent } = readAhead(async (cursor) => pageAt(cursor));
    for (let page = 1; page <= 3; page++) {
      await pages.next();
      assert.ok(sent() > page, `${sent()} requests for ${page} pages`);
    }
  });

  it('yields each page once and in order, and asks for each once', async () => {
    const asked: (string | undefined)[] = [];
    const { pages } = readAhead(async (cursor) => {
      asked.push(cursor?.changeID);
      return pageAt(cursor, { last: '2' });
    });
    const yielded: (string | undefined)[] = [];
    for await (const events of pages) yielded.push(...events.map(({ context }) => context.changeID));
    assert.deepEqual(yielded, ['e9', 'e8', 'e7', 'e6', 'e5', 'e4', 'e3', 'e2']);
    assert.deepEqual(asked, [undefined, '8', '7', '6', '5', '4', '3', '2']);
  });

  it('stops requesting while the caller takes no page', async () => {
    const { pages, sent } = readAhead(async (cursor) => pageAt(cursor, { from: 1000 }));
    await pages.next();
    assert.ok((await waitForSilence(sent)) < 20);
  });

  it('stops requesting while the caller takes no page, also if the pages are empty', async () => {
    const { pages, sent } = readAhead(async (cursor) => pageAt(cursor, { from: 1000, isEmpty: true }));
    void pages.next();
    assert.ok((await waitForSilence(sent)) < 40);
  });

  it('requests no page that is older than the time range', async () => {
    const { pages, sent } = readAhead(async (cursor) => pageAt(cursor), '2026-01-01 00:00:07.500000000');
    let events = 0;
    for await (const page of pages) events += page.length;
    assert.equal(events, 2);
    assert.equal(await waitForSilence(sent), 3);
  });

  it('requests a page again that failed ahead of the caller', async () => {
    const failed = new Set<string>();
    const { pages } = readAhead(async (cursor) => {
      const id = cursor?.changeID ?? '9';
      if (failed.has(id)) return pageAt(cursor, { last: '5' });
      failed.add(id);
      return {
        ok: false,
        error: { kind: 'network', code: 'ECONNRESET', mayHaveBeenSent: true, retry: true },
      };
    });
    const yielded: (string | undefined)[] = [];
    for await (const events of pages) yielded.push(...events.map(({ context }) => context.changeID));
    assert.deepEqual(yielded, ['e9', 'e8', 'e7', 'e6', 'e5']);
  });
});

describe('a listing of a service that is not reached', () => {
  const refused: ApiError = {
    kind: 'network',
    code: 'ECONNREFUSED',
    mayHaveBeenSent: false,
    retry: true,
  };
  const attemptsUntilFailure = async (answered: number): Promise<number> => {
    let sent = 0;
    const pages = readFrom(async (cursor) => {
      sent++;
      return sent <= answered ? pageAt(cursor) : { ok: false, error: refused };
    }, false);
    for (;;) {
      const next = await pages.next();
      if (!next.done) continue;
      assert.deepEqual(next.value, { kind: 'failed', error: refused });
      return sent - answered;
    }
  };

  it('fails after a second attempt if it never was, because its address may be wrong', async () => {
    assert.equal(await attemptsUntilFailure(0), 2);
  });

  it('goes on trying for about a minute if it was', async () => {
    assert.equal(await attemptsUntilFailure(2), 6);
  });
});
