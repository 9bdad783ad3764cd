import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { AuditSource } from '../../../../src/cli/audit/auditSource.ts';
import { readListing } from '../../../../src/cli/audit/listing.ts';
import type { CommandIO } from '../../../../src/cli/commandIO.ts';
import { toAuditEvent } from '../../../../src/core/service/decode.ts';
import { sha256 } from '../../core/audit/handover/sampleRecords.ts';

describe('a listing that is read ahead', () => {
  it('has sent the request for the next page when the caller gets a page', async () => {
    let sent = 0;
    const source: AuditSource = {
      address: 'https://vault.example',
      origin: 'https://vault.example',
      host: 'vault.example',
      pages: true,
      async fetch(cursor) {
        // As the real client: the token, the connection, and writing take a turn of the event loop each.
        for (let turn = 0; turn < 3; turn++) await setImmediate();
        sent++;
        const id = cursor?.changeID ?? '9';
        const events = [
          toAuditEvent({
            context: { changeID: `e${id}` },
            request: { timestamp: `2026-01-01 00:00:0${id}.000000000` },
          }),
        ];
        const nextOps = { changeID: String(Number(id) - 1) };
        return {
          ok: true,
          value: { events, nextOps },
          exchange: { status: 200, milliseconds: 1, bytes: 1 },
        };
      },
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
    const pages = readListing(
      source,
      { since: undefined, until: undefined, isPrefetching: true },
      io,
      sha256,
    );
    for (let page = 1; page <= 3; page++) {
      await pages.next();
      assert.equal(sent, page + 1);
    }
  });
});
