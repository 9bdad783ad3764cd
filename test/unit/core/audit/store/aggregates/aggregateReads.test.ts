import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toCompactEvent } from '../../../../../../src/core/audit/feed/compactEvent.ts';
import { msToTimestamp } from '../../../../../../src/core/audit/feed/timestamps.ts';
import { aggregateReads } from '../../../../../../src/core/audit/store/aggregates/aggregateReads.ts';
import { TextReads } from '../../../../../../src/core/audit/store/aggregates/textReads.ts';
import { ColumnTrail } from '../../../../../../src/core/audit/store/columnTrail.ts';
import { EventStore } from '../../../../../../src/core/audit/store/eventStore.ts';
import { rowsOfSet } from '../../../../../../src/core/audit/store/localKeys.ts';
import { noFilters } from '../../../../../../src/core/audit/table/filter.ts';
import { parseQueryReads, type QueryReads } from '../../../../../../src/core/audit/table/queryReads.ts';
import { newestFirst } from '../../../../../../src/core/audit/table/trail.ts';
import type { WhoReadWhat } from '../../../../../../src/core/audit/table/whoReadWhat.ts';
import { toAuditEvent } from '../../../../../../src/core/service/decode.ts';
import { parseJson } from '../../../../../../src/core/service/parseJson.ts';
import type { AuditEvent } from '../../../../../../src/core/service/types.ts';
import { nodeBytes } from '../../../../../../src/node/nodeBytes.ts';
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
    return toCompactEvent(toAuditEvent(parsed.value as AuditEvent['raw']));
  });

/** With plain lists, to compare. */
const plain = ({ rows, unread, ...rest }: WhoReadWhat) => ({
  ...rest,
  rows: rows.map((row) => ({ ...row, events: [...rowsOfSet(row.events)] })),
  unread: unread.map((row) => ({ ...row, events: [...rowsOfSet(row.events)], sample: { ...row.sample } })),
});

describe('who read what, summed up by codes', () => {
  it('is the same as event by event', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyQueryEvent, { maxLength: 30 }), async (events) => {
        const builder = createWhoReadWhat(parseQueryReads);
        for (const [number, event] of events.entries()) builder.add(number, event);
        assert.deepEqual(plain(await summedUp(events)), plain(builder.result()));
      }),
      { numRuns: 300 },
    );
  });

  it('reads each text once, whatever is filtered, and ends where it is no longer wanted', async () => {
    const store = new EventStore(nodeBytes, parseQueryReads);
    const events = Array.from({ length: 1_000 }, (_, n) => ({
      context: { changeID: `c${n}`, actor: 'ann' },
      request: { data: { content: `SELECT name FROM persons WHERE id = ${n % 400}` } },
    }));
    store.add(events.map((event) => toCompactEvent(toAuditEvent(event))));
    let read = 0;
    const reads = new TextReads(store.columns, (text) => {
      read++;
      return parseQueryReads(text);
    });
    let turns = 0;
    const turn = async (): Promise<void> => void turns++;
    const sum = (from: number, isStopped = false) =>
      aggregateReads(store, reads, Uint32Array.from(events.keys()).subarray(from), {
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

  describe('that would take too much memory', () => {
    const wide = (name: string): string =>
      `SELECT ${Array.from({ length: 2_000 }, (_, n) => `${name}${n}`).join(', ')} FROM t`;
    const event = (actor: string, content: string): AuditEvent =>
      toAuditEvent({ context: { actor }, request: { data: { content } } });
    const sum = (events: readonly AuditEvent[], maxBytes?: number) => summedUp(events, maxBytes);
    /** What is known of each row but its place among the others. */
    const told = ({ rows }: WhoReadWhat): string[] =>
      rows.map(({ actor, read, events }) => `${actor} ${read.column} ${[...rowsOfSet(events)]}`).sort();

    it('leaves out the queries for whose reads there is no room, and says how many these are', async () => {
      const events = Array.from({ length: 10 }, (_, n) => event('ann', wide(`c${n}_`)));
      const all = await sum(events);
      assert.deepEqual([all.rows.length, all.leftOut], [20_000, 0]);
      const some = await sum(events, 8_000_000);
      assert.equal(some.queries, 10);
      assert.ok(some.leftOut > 0 && some.leftOut < 10, String(some.leftOut));
      assert.equal(some.rows.length, (10 - some.leftOut) * 2_000);
    });

    it('includes what there is room for after a query that is left out', async () => {
      const small = (n: number): AuditEvent => event(`actor ${n % 3}`, `SELECT a FROM t WHERE id = ${n}`);
      const before = Array.from({ length: 20 }, (_, n) => small(n));
      const after = Array.from({ length: 20 }, (_, n) => small(n + 20));
      const found = await sum([...before, event('eve', wide('c')), ...after], 1_500_000);
      assert.deepEqual([found.queries, found.leftOut, found.actors], [41, 1, 4]);
      const whole = await sum([...before, event('eve', 'SELECT 1'), ...after]);
      assert.deepEqual(
        told(found),
        told(whole).filter((row) => !row.startsWith('eve')),
      );
    });

    it('counts the memory of actors, of events of a row, and of queries that could not be read', async () => {
      const many = Array.from({ length: 500 }, (_, n) => n);
      for (const events of [
        many.map((n) => event(`actor ${n}`, 'SELECT a FROM t')),
        many.flatMap(() => Array.from({ length: 40 }, () => event('ann', 'SELECT a FROM t'))),
        many.map((n) => event('ann', `SELECT a FROM '${n}`)),
      ]) {
        const { leftOut, queries } = await sum(events, 200_000);
        assert.ok(leftOut > 0 && leftOut < queries, `${leftOut} of ${queries}`);
      }
    });

    it('keeps no more of what queries read than leaves room for other queries', async () => {
      let read = 0;
      const readQuery = (text: string): QueryReads => {
        read++;
        const column = 'c'.repeat(text.length > 20 ? 25_000_000 : 1);
        return { reads: [{ tables: ['t'], column, level: undefined, use: 'returned' }] };
      };
      const trail = new ColumnTrail(nodeBytes, {
        readQuery,
        maskSql: (sql: string) => sql,
        namesOf: () => [],
        turn: () => Promise.resolve(),
      });
      const readAgain = async (listing: number, query: string): Promise<number> => {
        await trail.add(listing, [toCompactEvent(event('ann', query))]);
        const { handle } = await trail.view({ listing, filters: noFilters, sorts: newestFirst, gaps: [] });
        await trail.whoReadWhat(handle);
        const before = read;
        assert.equal((await trail.whoReadWhat(handle))?.queries, 1);
        return read - before;
      };
      assert.equal(await readAgain(1, 'SELECT a FROM t'), 0);
      assert.equal(await readAgain(2, 'SELECT aaaaaaaaa FROM t'), 1);
    });

    it('is the same, of any queries, as of those alone that are not left out', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyQueryEvent, { maxLength: 30 }), fc.nat(20_000), async (events, room) => {
          const found = await sum(events, room);
          const whole = await sum(events);
          assert.deepEqual(
            [found.queries, found.others, found.actors],
            [whole.queries, whole.others, whole.actors],
          );
          const known = new Set(
            [...found.rows, ...found.unread].flatMap(({ events: of }) => [...rowsOfSet(of)]),
          );
          assert.equal(found.leftOut, found.queries - known.size);
          // What is left out is left out of every row.
          const kept = (row: WhoReadWhat['rows'][number]) =>
            [...rowsOfSet(row.events)].filter((one) => known.has(one));
          const expected = whole.rows.flatMap((row) =>
            kept(row).length > 0 ? [`${row.actor} ${row.read.column} ${row.read.level} ${kept(row)}`] : [],
          );
          const rows = found.rows.map(
            ({ actor, read, events: of }) => `${actor} ${read.column} ${read.level} ${[...rowsOfSet(of)]}`,
          );
          assert.deepEqual(rows.sort(), expected.sort());
        }),
        { numRuns: 300 },
      );
    });
  });
});
