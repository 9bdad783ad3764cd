import assert from 'node:assert/strict';
import { rowsOfSet, toEventSet } from '../../../../../src/core/audit/store/localKeys.ts';
import type { ReadRow } from '../../../../../src/core/audit/table/whoReadWhat.ts';
import { decodeAuditPage } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { summedUp } from '../store/aggregates/summed.ts';

const at = (second: number): string => `2026-01-05 10:00:${String(second).padStart(2, '0')}.000000000`;
interface Made {
  readonly actor?: string;
  readonly query?: string;
  readonly code?: number;
  readonly time?: string;
}
function events(made: readonly Made[]): readonly AuditEvent[] {
  const event = made.map(({ actor, query, code = 200, time }, n) => ({
    context: { changeID: `c${n}`, actor },
    request: { timestamp: time, data: { content: query }, httpInfo: { URI: '/v1/vaults/v/query' } },
    response: { code },
  }));
  const page = decodeAuditPage(JSON.stringify({ event }));
  if (!page.ok) assert.fail(page.what);
  return page.value.events ?? [];
}
const summary = (made: readonly Made[]) => summedUp(events(made));
const named = ({ actor, read, counts, first, last }: ReadRow) => [
  `${actor} ${read.tables.join('|')}.${read.column} ${read.level ?? '-'} ${read.use}`,
  `${counts.succeeded} ${counts.failed} ${counts.unknown}`,
  `${first?.slice(17, 19)}–${last?.slice(17, 19)}`,
];

describe('who read what', () => {
  it('sums up by actor, table, column and level, plain text first, with first and last time', async () => {
    const plain = "SELECT REDACTION(ssn, 'PLAIN_TEXT') FROM persons";
    const { rows, queries, actors, others, unread } = await summary([
      { actor: 'ann', query: 'SELECT name FROM persons', time: at(5) },
      { actor: 'ann', query: "SELECT name FROM persons WHERE id = 'x'", time: at(3) },
      { actor: 'bob', query: plain, time: at(9) },
      { actor: 'bob', query: plain, time: at(7), code: 400 },
      { actor: 'bob', query: plain, time: 'odd' },
    ]);
    assert.deepEqual(rows.map(named), [
      ['bob persons.ssn PLAIN_TEXT returned', '2 1 0', '07–09'],
      ['ann persons.name - returned', '2 0 0', '03–05'],
      ['ann persons.id - condition', '1 0 0', '03–03'],
    ]);
    assert.deepEqual([queries, actors, others, unread.length], [5, 2, 0, 0]);
    assert.deepEqual([...rowsOfSet(rows[0]?.events ?? toEventSet([]))], [2, 3, 4]);
  });

  it('gives first and last time whatever the order of the events', async () => {
    for (const seconds of [
      [3, 5, 4],
      [5, 4, 3],
      [4, 3, 5],
    ]) {
      const query = 'SELECT name FROM persons';
      const { rows } = await summary(seconds.map((second) => ({ actor: 'ann', query, time: at(second) })));
      assert.deepEqual([rows[0]?.first, rows[0]?.last], [at(3), at(5)], `${seconds}`);
    }
  });

  it('lists plain text before any other level, whatever the number of reads', async () => {
    const { rows } = await summary([
      { actor: 'ann', query: "SELECT REDACTION(name, 'MASKED') FROM persons", time: at(1) },
      { actor: 'ann', query: "SELECT REDACTION(name, 'MASKED') FROM persons", time: at(2) },
      { actor: 'bob', query: "SELECT REDACTION(name, 'PLAIN_TEXT') FROM persons", time: at(3) },
    ]);
    assert.deepEqual(
      rows.map(({ read }) => read.level),
      ['PLAIN_TEXT', 'MASKED'],
    );
  });

  it('lists what was returned before what was only a condition, and rows without a column last', async () => {
    const { rows } = await summary([
      { actor: 'ann', query: 'SELECT COUNT(*) FROM consents' },
      { actor: 'ann', query: "SELECT COUNT(*) FROM persons WHERE id = 'x'" },
      { actor: 'ann', query: 'SELECT name FROM persons' },
    ]);
    const uses = rows.map(({ read }) => read.use);
    assert.deepEqual([...new Set(uses)], ['returned', 'condition', 'rows']);
    assert.deepEqual(
      uses.toSorted((a, b) => uses.indexOf(a) - uses.indexOf(b)),
      uses,
    );
  });

  it('counts and lists what it cannot read, and what it can read in part, and drops nothing', async () => {
    const { rows, unread, queries, others } = await summary([
      { actor: 'ann', query: 'gibberish' },
      { actor: 'ann', query: 'gibberish' },
      { actor: 'bob', query: 'SELECT * FROM (SELECT ssn FROM persons) x' },
      { actor: 'ann' },
      {},
    ]);
    assert.deepEqual(
      unread.map(({ actor, missing, query, events: behind }) => [actor, missing, query, behind.length]),
      [
        ['ann', 'none', 'gibberish', 2],
        ['bob', 'part', 'SELECT * FROM (SELECT ssn FROM persons) x', 1],
      ],
    );
    assert.ok(rows.some(({ read }) => read.column === 'ssn'));
    assert.deepEqual([queries, others], [3, 2]);
  });

  it('keeps an unknown actor apart from one called null', async () => {
    const query = 'SELECT name FROM persons';
    const { rows } = await summary([{ query }, { actor: 'null', query }, { actor: '', query }]);
    assert.equal(rows.length, 3);
  });
});
