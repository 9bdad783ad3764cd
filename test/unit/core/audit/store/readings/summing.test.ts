import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compactEvent } from '../../../../../../src/core/audit/feed/compactEvent.ts';
import { msToTimestamp } from '../../../../../../src/core/audit/feed/timestamps.ts';
import { EventStore } from '../../../../../../src/core/audit/store/eventStore.ts';
import { sumUp } from '../../../../../../src/core/audit/store/readings/summing.ts';
import { TextReads } from '../../../../../../src/core/audit/store/readings/textReads.ts';
import { readQuery } from '../../../../../../src/core/audit/table/queryReads.ts';
import type { WhoReadWhat } from '../../../../../../src/core/audit/table/whoReadWhat.ts';
import { toAuditEvent } from '../../../../../../src/core/service/decode.ts';
import { parseJson } from '../../../../../../src/core/service/parseJson.ts';
import type { AuditEvent } from '../../../../../../src/core/service/types.ts';
import { nodeBytes } from '../../../../../../src/extension/audit/trail/nodeBytes.ts';
import { createWhoReadWhat } from '../plainWhoReadWhat.ts';
import { summedUp } from './summed.ts';

const queries = [
  'SELECT name FROM persons',
  "SELECT REDACTION(ssn, 'PLAIN_TEXT'), p.name FROM persons p WHERE p.id = 'x'",
  'SELECT * FROM consents',
  'SELECT COUNT(*) FROM cards',
  'SELECT name FROM',
  'DELETE FROM persons',
  'SELECT a FROM b UNION SELECT c FROM d',
  '',
  '{"query":"SELECT 1"}',
];
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const anyQueryEvent: fc.Arbitrary<AuditEvent> = fc
  .record({
    context: fc.record({ actor: maybe(fc.constantFrom('ann', 'bob', 'undefined', '')) }),
    request: fc.record({
      timestamp: maybe(fc.oneof(fc.integer({ min: 0, max: 9 }).map(msToTimestamp), fc.constant('odd'))),
      data: maybe(fc.record({ content: maybe(fc.constantFrom(...queries)) })),
      httpInfo: maybe(
        fc.record({ URI: maybe(fc.constantFrom('/v1/vaults/v/query', '/query/', '/v1/x', '')) }),
      ),
    }),
    response: fc.record({ code: maybe(fc.constantFrom(200, 403, 'odd')) }),
  })
  .map((raw) => {
    const parsed = parseJson(JSON.stringify(raw));
    assert.ok(parsed.ok);
    return compactEvent(toAuditEvent(parsed.value as AuditEvent['raw']));
  });

/** With plain lists, to compare. */
const plain = ({ rows, unread, ...rest }: WhoReadWhat) => ({
  ...rest,
  rows: rows.map((row) => ({ ...row, events: [...row.events] })),
  unread: unread.map((row) => ({ ...row, events: [...row.events], sample: { ...row.sample } })),
});

describe('who read what, summed up by codes', () => {
  it('is the same as event by event', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyQueryEvent, { maxLength: 30 }), async (events) => {
        const builder = createWhoReadWhat(readQuery);
        for (const [number, event] of events.entries()) builder.add(number, event);
        assert.deepEqual(plain(await summedUp(events)), plain(builder.result()));
      }),
      { numRuns: 300 },
    );
  });

  it('reads each text once, whatever is filtered, and ends where it is no longer wanted', async () => {
    const store = new EventStore(nodeBytes);
    const events = Array.from({ length: 1_000 }, (_, n) => ({
      context: { changeID: `c${n}`, actor: 'ann' },
      request: { data: { content: `SELECT name FROM persons WHERE id = ${n % 400}` } },
    }));
    store.add(events.map((event) => compactEvent(toAuditEvent(event))));
    let read = 0;
    const reads = new TextReads(store.columns, (text) => {
      read++;
      return readQuery(text);
    });
    let turns = 0;
    const turn = async (): Promise<void> => void turns++;
    const sum = (from: number, isStopped = false) =>
      sumUp(store, reads, Uint32Array.from(events.keys()).subarray(from), {
        turn,
        isStopped: () => isStopped,
      });
    assert.equal(await sum(0, true), undefined);
    assert.ok(read < 400);
    assert.equal((await sum(0))?.queries, 1_000);
    assert.equal((await sum(500))?.queries, 500);
    assert.equal(read, 400);
    assert.ok(turns >= 2, 'others have their turn');
  });
});
