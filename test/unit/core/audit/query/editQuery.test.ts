import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AuditQuery } from '../../../../../src/core/audit/query/auditQuery.ts';
import {
  applyValueChoice,
  createTimeTerms,
  includeOrExcludeFieldText,
  isMarkedOnly,
  separateFieldChoices,
  withMarkedOnly,
  withOnlyValues,
  withTimeTerms,
} from '../../../../../src/core/audit/query/editQuery.ts';
import { parseQuestion } from '../../../../../src/core/audit/query/parseQuery.ts';
import { printQuery } from '../../../../../src/core/audit/query/printQuery.ts';
import { resolveFilters } from '../../../../../src/core/audit/query/resolveQuery.ts';
import { filtersOf, noContext } from '../questions.ts';

const asked = (text: string): AuditQuery => filtersOf(text).question;

describe('a question changed by facets, menus, and pickers', () => {
  it('includes and excludes values of a field, each once, beside what was typed', () => {
    const cases: readonly (readonly [string, (query: AuditQuery) => AuditQuery, string])[] = [
      ['', (query) => applyValueChoice(query, 'actor', ['ann'], 'only'), 'actor:ann'],
      [
        'actor:ann last:1h',
        (query) => applyValueChoice(query, 'actor', ['bob'], 'only'),
        'actor:ann,bob last:1h',
      ],
      ['actor:ann,bob', (query) => applyValueChoice(query, 'actor', ['bob'], 'not'), 'actor:ann -actor:bob'],
      ['-actor:bob', (query) => applyValueChoice(query, 'actor', ['bob'], 'only'), 'actor:bob'],
      ['-actor:bob x', (query) => applyValueChoice(query, 'actor', ['bob'], 'none'), 'x'],
      ['actor:sa-*', (query) => applyValueChoice(query, 'actor', ['sa-1'], 'not'), 'actor:sa-* -actor:sa-1'],
      ['', (query) => applyValueChoice(query, 'actor', [undefined], 'not'), '-actor:absent'],
      ['', (query) => applyValueChoice(query, 'actor', ['absent', ''], 'only'), 'actor:"absent",""'],
      [
        'status:4xx actor:a',
        (query) => withOnlyValues(query, 'actor', ['b', undefined]),
        'status:4xx actor:b,absent',
      ],
      ['actor:a x', (query) => withOnlyValues(query, 'actor', []), 'x'],
      ['', (query) => includeOrExcludeFieldText(query, 'tags', 'a, b', 'only'), 'tag:a tag:b'],
      ['', (query) => includeOrExcludeFieldText(query, 'tags', 'a, b', 'not'), '-tag:a,b'],
      ['', (query) => includeOrExcludeFieldText(query, 'actor', 'a, b', 'only'), 'actor:"a, b"'],
      ['-marked x', (query) => withMarkedOnly(query, true), 'x marked'],
      ['x marked', (query) => withMarkedOnly(query, false), 'x'],
    ];
    for (const [before, change, after] of cases)
      assert.equal(printQuery(change(asked(before))), after, before);
    assert.deepEqual([isMarkedOnly(asked('x marked')), isMarkedOnly(asked('-marked'))], [true, false]);
  });

  it('limits the time to a range, and to exactly this range, in any time zone', () => {
    const minute = Date.UTC(2026, 10, 24, 14, 5);
    const range = { from: minute, to: minute + 60_000 };
    const question = withTimeTerms(asked('last:1h x since:today'), createTimeTerms(range));
    assert.equal(printQuery(question), 'x since:2026-11-24T14:05Z until:2026-11-24T14:05Z');
    assert.deepEqual(createTimeTerms({ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }), []);
    const moment = fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(2200, 0) });
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 1e10 }), fc.integer(), (from, length, zone) => {
        const { query } = parseQuestion(printQuery(createTimeTerms({ from, to: from + length })));
        const context = { ...noContext, now: 0, offsetMinutes: () => (zone % 56) * 15 };
        const resolved = resolveFilters({ question: query ?? assert.fail() }, context);
        assert.deepEqual(resolved.range, { from, to: from + length });
      }),
    );
  });

  it('has the values that are chosen one by one, and the other terms', () => {
    const { fields, others } = separateFieldChoices(
      asked('actor:a,absent status:4xx -actor:b -actor:c actor:d tag:x ip:*'),
    );
    assert.deepEqual([...fields], [['actor', { only: new Set(['a', undefined]), not: new Set(['b', 'c']) }]]);
    assert.equal(printQuery(others), 'status:4xx actor:d tag:x ip:*');
  });
});
