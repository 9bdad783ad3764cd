import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { allBits, hasBit, setBit, wordCountFor } from '../../../../../src/core/audit/store/columns/bits.ts';
import { TextSearch } from '../../../../../src/core/audit/store/counts/textSearch.ts';
import { EventStore } from '../../../../../src/core/audit/store/eventStore.ts';
import type { FieldID } from '../../../../../src/core/audit/table/fields.ts';
import type { TrailFilters } from '../../../../../src/core/audit/table/filter.ts';
import { parseQueryReads } from '../../../../../src/core/audit/table/queryReads.ts';
import { newestFirst } from '../../../../../src/core/audit/table/trail.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { nodeBytes } from '../../../../../src/node/nodeBytes.ts';
import { textTerms } from '../questions.ts';
import { anyEvent } from './anyEvents.ts';

const searched = fc.constantFrom(
  'a',
  'B',
  'a b',
  'σας',
  'i̇',
  '{',
  '2026',
  '\ud800',
  '\ufffd',
  'z',
  '00',
  '{}',
);
const halves = fc.constantFrom('\ud800', 'x\udc00y', '\ufffd', '{}', 'A\nB');

describe('a text looked for among the events that other filters leave', () => {
  it('is found where a search of all columns finds it, in whatever order rows are asked for', () => {
    const events = fc.array(
      fc
        .tuple(anyEvent, halves)
        .map(([{ raw }, content]) => toAuditEvent({ ...raw, request: { data: { content } } })),
      { minLength: 40, maxLength: 80 },
    );
    const asked = fc.array(fc.array(fc.nat(79), { maxLength: 3 }), { minLength: 1, maxLength: 6 });
    // Of the events, those searched one by one at most.
    const parts = fc.constantFrom(0.05, 0.2, 1);
    fc.assert(
      fc.property(
        events,
        events,
        searched,
        asked,
        asked,
        parts,
        (first, second, text, before, after, part) => {
          const store = new EventStore(nodeBytes, parseQueryReads);
          const { columns } = store;
          const search = new TextSearch(columns, text, part);
          for (const [batch, sets] of [
            [first, before],
            [second, after],
          ] as const) {
            store.add(batch.map(toCompactEvent));
            const expected = new TextSearch(columns, text, 0).searchAmongRows(allBits(store.size));
            for (const numbers of sets) {
              const rows = new Uint32Array(wordCountFor(store.size));
              for (const number of numbers) setBit(rows, Math.min(store.size - 1, number));
              const found = search.searchAmongRows(rows);
              for (let row = 0; row < store.size; row++)
                if (hasBit(rows, row)) assert.equal(hasBit(found, row), hasBit(expected, row), `row ${row}`);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('reads only these events where they are few, also for the counts of each filter', () => {
    let scans = 0;
    const store = new EventStore(
      {
        ...nodeBytes,
        indexOf: (...given) => {
          scans++;
          return nodeBytes.indexOf(...given);
        },
      },
      parseQueryReads,
    );
    const event = (n: number) => ({
      context: { changeID: `c${n}`, actor: `actor ${n % 1000}`, ipAddress: `10.0.0.${n % 1001}` },
      request: { data: { content: `SELECT a FROM t WHERE id = ${n % 700}` } },
    });
    store.add(Array.from({ length: 5_000 }, (_, n) => toCompactEvent(toAuditEvent(event(n)))));
    const only = (id: FieldID, value: string) =>
      [id, { only: new Set([value]), not: new Set<string>() }] as const;
    const filters: TrailFilters = {
      fields: new Map([only('actor', 'actor 7'), only('ipAddress', '10.0.0.7')]),
      terms: textTerms('id = 7'),
    };
    assert.deepEqual([...store.rows(filters, newestFirst)], [7]);
    const facets = store.facets(filters);
    assert.deepEqual(facets.find(({ field }) => field === 'actor')?.values, [
      { value: 'actor 7', count: 1, choice: 'only' },
    ]);
    assert.equal(scans, 0);
    // Of one filter beside the text, its counts are over all events.
    store.facets({ ...filters, fields: new Map([only('actor', 'actor 7')]) });
    assert.ok(scans > 0);
  });
});
