import assert from 'node:assert/strict';
import { parseQuestion } from '../../../../../src/core/audit/query/parseQuery.ts';
import { resolveFilters } from '../../../../../src/core/audit/query/resolveQuery.ts';

const now = Date.UTC(2026, 10, 24, 12);
const HOUR = 3_600_000;
const context = {
  now,
  offsetMinutes: () => 60,
  ownRequestIDs: () => ['r1', 'r2'],
  markedKeys: () => ['c1'],
  keysOfNotes: (text: string) => (text === 'odd' ? ['c2'] : []),
};
const resolved = (question: string) => {
  const { query } = parseQuestion(question);
  assert.ok(query, question);
  return resolveFilters({ question: query }, context);
};
const hour = (at: number): number => Date.UTC(2026, 10, 24, at);

describe('a question that a source evaluates', () => {
  it('has one range of time, in the zone of the table, from all that says something about the time', () => {
    const open = Number.POSITIVE_INFINITY;
    for (const [question, from, to] of [
      ['last:2h', now - 2 * HOUR, open],
      ['since:2026-11-24', hour(-1), open],
      ['since:today last:1h', now - HOUR, open],
      ['until:2026-11-23', -open, hour(-1)],
      ['until:"2026-11-24 10:00"', -open, hour(9) + 60_000],
      ['since:2h until:1h', now - 2 * HOUR, now - HOUR + 1],
      ['last:1h until:yesterday', now - HOUR, now - HOUR],
    ] as const)
      assert.deepEqual(resolved(question).range, { from, to }, question);
    assert.equal(resolved('actor:ann').range, undefined);
  });

  it('names events by their keys and requests by their IDs, and needs no term for the time', () => {
    assert.deepEqual(resolved('-me marked odd last:1h').terms, [
      {
        kind: 'field',
        field: 'requestID',
        values: [
          { kind: 'text', text: 'r1' },
          { kind: 'text', text: 'r2' },
        ],
        isNegated: true,
      },
      { kind: 'keys', keys: ['c1'], isNegated: false },
      { kind: 'text', text: 'odd', isNegated: false, notedKeys: ['c2'] },
    ]);
    assert.deepEqual(resolved('last:1h').terms, undefined);
  });
});
