import assert from 'node:assert/strict';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { createNetworkTest } from '../../../../../src/core/audit/query/networks.ts';
import { EventStore } from '../../../../../src/core/audit/store/eventStore.ts';
import type { TrailTerm } from '../../../../../src/core/audit/table/filter.ts';
import { parseQueryReads } from '../../../../../src/core/audit/table/queryReads.ts';
import { newestFirst } from '../../../../../src/core/audit/table/trail.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { nodeBytes } from '../../../../../src/node/nodeBytes.ts';

describe('what the terms of a question cost', () => {
  it('is one pass over the events for thousands of IDs, not one for each', () => {
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
    const events = Array.from({ length: 3_000 }, (_, n) =>
      toCompactEvent(toAuditEvent({ context: { changeID: `c${n}`, requestID: `r${n}` } })),
    );
    store.add(events);
    const values = Array.from({ length: 2_000 }, (_, n) => ({ kind: 'text', text: `r${n}` }) as const);
    const rows = (isNegated: boolean): number => {
      const terms: TrailTerm[] = [{ kind: 'field', field: 'requestID', values, isNegated }];
      return store.rows({ fields: new Map(), terms }, newestFirst).length;
    };
    assert.deepEqual([rows(false), rows(true)], [2_000, 1_000]);
    assert.equal(scans, 0);
  });

  it('is no memory for the columns of very long queries', () => {
    const store = new EventStore(nodeBytes, parseQueryReads);
    const columns = Array.from({ length: 4_000 }, (_, n) => `column_${n}`).join();
    const queries = [`SELECT ${columns} FROM wide`, 'SELECT column_7 FROM narrow'];
    store.add(
      queries.map((content, n) =>
        toCompactEvent(toAuditEvent({ context: { changeID: `c${n}` }, request: { data: { content } } })),
      ),
    );
    const values = [{ kind: 'text', text: 'column_7' }] as const;
    const terms: TrailTerm[] = [{ kind: 'read', part: 'column', values, isNegated: false }];
    assert.equal(store.rows({ fields: new Map(), terms }, newestFirst).length, 2);
    assert.ok(store.reads.bytes > 0 && store.reads.bytes < 5_000, `${store.reads.bytes} bytes`);
  });
});

describe('a network of a question', () => {
  for (const [cidr, address, expected] of [
    ['10.0.0.0/8', '10.1.2.3', true],
    ['10.0.0.0/8', '11.1.2.3', false],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['10.0.0.0/8', '10.1.2', false],
    ['10.0.0.0/8', 'not an address', false],
    ['10.0.0.0/8', '0:0:0:0:0:ffff:10.1.2.3', true],
    ['10.0.0.0/8', '::ffff:10.1.2', false],
    ['10.0.0.0/8', '::ffff:010.1.2.3', false],
    ['0.0.0.0/0', '203.0.113.7', true],
    ['2001:db8::/32', '2001:0DB8:1::5', true],
    ['2001:db8::/32', '2001:db9::5', false],
    ['2001:db8::/32', '10.1.2.3', false],
    ['2001:db8::/32', '2001:db8:3:4:5:6:10.1.2.3', true],
    ['fe80::/10', 'fe80::1%eth0', true],
  ] as const)
    it(`${cidr} ${expected ? 'contains' : 'does not contain'} ${address}`, () => {
      assert.equal(createNetworkTest(cidr)(address), expected);
    });
});
