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
function readFrom(fetch: AuditSource['fetch'], isPrefetching: boolean): ReturnType<typeof readListing> {
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
  return readListing(source, { since: undefined, until: undefined, isPrefetching }, io, sha256);
}

/** Returns a page with one event and the cursor of the next page. Cursors count down from 9. */
function pageAt(cursor: NextOps | undefined): Outcome<AuditPage> {
  const id = cursor?.changeID ?? '9';
  const event = toAuditEvent({
    context: { changeID: `e${id}` },
    request: { timestamp: `2026-01-01 00:00:0${id}.000000000` },
  });
  return {
    ok: true,
    value: { events: [event], nextOps: { changeID: String(Number(id) - 1) } },
    exchange: { status: 200, milliseconds: 1, bytes: 1 },
  };
}

describe('a listing that is read ahead', () => {
  it('has sent the request for the next page when the caller gets a page', async () => {
    let sent = 0;
    const pages = readFrom(async (cursor) => {
      // As the real client: the token, the connection, and writing take a turn of the event loop each.
      for (let turn = 0; turn < 3; turn++) await setImmediate();
      sent++;
      return pageAt(cursor);
    }, true);
    for (let page = 1; page <= 3; page++) {
      await pages.next();
      assert.equal(sent, page + 1);
    }
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
