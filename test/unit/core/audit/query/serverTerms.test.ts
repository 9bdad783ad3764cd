import assert from 'node:assert/strict';
import { AUDIT_FILTERS } from '../../../../../src/core/audit/filters/filters.ts';
import { printQuery } from '../../../../../src/core/audit/query/printQuery.ts';
import { removeTerms, selectServerTerms } from '../../../../../src/core/audit/query/serverTerms.ts';
import { questionOf } from '../questions.ts';

const cases: readonly (readonly [question: string, filters: Record<string, string>, rest: string])[] = [
  ['', {}, ''],
  ['actor:ada', { 'context.actor': 'ada' }, ''],
  ['actor:"Ada L"', { 'context.actor': 'Ada L' }, ''],
  [
    'ip:203.0.113.77 status:4xx last:24h access:SQL',
    { 'context.ipAddress': '203.0.113.77', 'context.accessType': 'SQL' },
    'status:4xx last:24h',
  ],
  ['resource:TABLE/persons', { resourceIDs: 'TABLE/persons' }, ''],
  ['resource:persons', {}, 'resource:persons'],
  ['actor:ada actor:bob', { 'context.actor': 'ada' }, 'actor:bob'],
  ['actor:ada,bob', {}, 'actor:ada,bob'],
  ['-actor:ada', {}, '-actor:ada'],
  ['actor:sa-*', {}, 'actor:sa-*'],
  ['actor:absent', {}, 'actor:absent'],
  ['actor:""', {}, 'actor:""'],
  ['ip:10.0.0.0/8', {}, 'ip:10.0.0.0/8'],
  ['ip:"no address"', {}, 'ip:"no address"'],
  ['actor:" ada"', {}, 'actor:" ada"'],
  ['status:404 table:persons word -me marked', {}, 'status:404 table:persons word -me marked'],
];

describe('the part of a question for the server', () => {
  for (const [text, filters, rest] of cases)
    it(`is found in: ${text || '(nothing)'}`, () => {
      const question = questionOf(text);
      const part = selectServerTerms(question);
      assert.deepEqual(part.filters, filters);
      assert.equal(printQuery(removeTerms(question, part.terms)), rest);
    });

  it('can have each of the 16 filters', () => {
    const exampleOf = (kind: string): string => ({ ip: '10.0.0.1', list: 'TABLE/a' })[kind] ?? 'v';
    const question = questionOf(
      AUDIT_FILTERS.map(({ name, kind }) => `${name}:${exampleOf(kind)}`).join(' '),
    );
    assert.deepEqual(
      Object.keys(selectServerTerms(question).filters),
      AUDIT_FILTERS.map(({ name }) => name),
    );
  });
});
