import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noFilters } from '../../../../../src/core/audit/table/filter.ts';
import { newestFirst } from '../../../../../src/core/audit/table/trail.ts';
import { EventsSql } from '../../../../../src/extension/audit/sql/eventsSql.ts';
import { eventually } from '../../../../run/waiting.ts';

describe('filling the SQL tables', () => {
  it('converts no third chunk while two are sent and not stored', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chunks-'));
    // A process that stays alive and stores nothing.
    const entry = join(folder, 'process.mjs');
    await writeFile(entry, 'process.on("message", () => {});\n');
    let chunks = 0;
    const parts = {
      filters: {
        createTrailQuery: () => ({
          listing: 1,
          filters: noFilters,
          sorts: newestFirst,
          gaps: [],
        }),
      },
      marks: { listMarks: () => [] },
      state: { getListingNumber: () => 1, environment: () => undefined },
      masking: {
        rules: () => ({ literals: true, revealed: [] }),
        addNumberedAddresses: () => true,
      },
      trail: {
        view: async () => ({ counts: { passing: 10 } }),
        copyRows: async (_listing: number, from: number) => {
          chunks++;
          return {
            events: new Uint8Array(),
            reads: new Uint8Array(),
            next: from + 1,
            newAddresses: [],
          };
        },
      },
      entry,
    };
    const sql = new EventsSql(parts as unknown as ConstructorParameters<typeof EventsSql>[0]);
    const answered = sql.runOverLoadedEvents({
      sql: 'SELECT 1',
      maxRows: 1,
      signal: new AbortController().signal,
    });
    try {
      await eventually('two chunks', () => chunks >= 2);
      for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
      assert.equal(chunks, 2);
    } finally {
      sql.dispose();
      await rm(folder, { recursive: true });
    }
    assert.deepEqual(await answered, { kind: 'cancelled' });
  });
});
