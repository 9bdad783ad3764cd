import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createFindingSentence } from '../../../../../src/core/messages/findings.ts';
import { findRewritesInRange } from '../../../../../src/core/sql/fixes/rewrite.ts';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';
import { isTypo } from '../../../../../src/core/sql/lint/spelling.ts';
import { applyEdits } from '../../../../../src/core/sql/syntax/ranges.ts';

const sentences = (sql: string): string[] =>
  checkText(sql, { literalHints: false }).map((finding) => {
    const { template, args } = createFindingSentence(finding);
    return template.replaceAll(/\{(\d)\}/g, (_, index) => String(args[Number(index)]));
  });
const fixed = (sql: string): string[] =>
  findRewritesInRange(sql, { start: 0, end: sql.length }).flatMap(({ rewrites }) =>
    rewrites.map(({ edits }) => applyEdits(sql, edits)),
  );

describe('what the parser expected', () => {
  for (const [sql, expected] of [
    ['SELECT a, FROM t', "Unexpected 'FROM'. Expected a column or a value."],
    ['SELECT a,, b FROM t', "Unexpected ','. Expected a column or a value."],
    ['SELECT a FROM', 'Expected a table.'],
    ['SELECT a FROM t LIMIT', 'Expected a number.'],
    ['SELECT a FROM t AS', 'Expected a name.'],
    ['SELECT a FROM t WHERE a IS b', 'Expected NULL.'],
    ['SELECT a FROM t JOIN u', 'Expected ON.'],
    ['* FROM t', "Unexpected '*'. Expected SELECT."],
  ] as const) {
    it(`${sql}: ${expected}`, () => assert.deepEqual(sentences(sql), [expected]));
  }

  it('repeats no name and no literal, which may be a value', () => {
    for (const sql of [
      'SELECT a FROM t WHERE IS Smith',
      "SELECT a FROM 'Smith'",
      'SELECT a FROM t WHERE a = b Smith',
    ]) {
      assert.ok(sentences(sql).every((sentence) => !sentence.includes('Smith')));
    }
  });
});

describe('misspelt words', () => {
  for (const [sql, meant] of [
    ['SELCT a FROM t', 'SELECT a FROM t'],
    ['SELECT name FORM persons', 'SELECT name FROM persons'],
    ['SELECT a FROM t WEHRE b = 1', 'SELECT a FROM t WHERE b = 1'],
    ['SELECT a FROM t WHERE b = 1 ADN c = 2', 'SELECT a FROM t WHERE b = 1 AND c = 2'],
    ['SELECT a FROM t LIMIT 5 OFSET 10', 'SELECT a FROM t LIMIT 5 OFFSET 10'],
    ["SELECT REDACTION(a, 'MASKD') FROM t", "SELECT REDACTION(a, 'MASKED') FROM t"],
  ] as const) {
    it(`${sql} has a fix`, () => {
      assert.deepEqual(fixed(sql), [meant]);
      assert.match(sentences(sql)[0] ?? '', /^Did you mean [A-Z]+\?$/);
    });
  }

  it('are not seen where the statement is right, or where another word does not mend it', () => {
    for (const sql of [
      'SELECT form, wher FROM t',
      'SELECT a FROM t form',
      'SELECT a FROM t x y',
      'SELECT a b c FROM t',
    ]) {
      assert.ok(
        sentences(sql).every((sentence) => !sentence.startsWith('Did you mean')),
        sql,
      );
    }
  });

  it('differ by one letter, or by two swapped', () => {
    for (const [written, meant] of [
      ['FORM', 'FROM'],
      ['SELCT', 'SELECT'],
      ['SELLECT', 'SELECT'],
      ['SELEKT', 'SELECT'],
    ] as const)
      assert.ok(isTypo(written, meant), written);
    for (const [written, meant] of [
      ['FROM', 'FROM'],
      ['NAME', 'FROM'],
      ['FRMO', 'FORM'],
      ['OR', 'ORDER'],
    ] as const)
      assert.ok(!isTypo(written, meant), written);
  });

  it('any one letter left out, added, changed or swapped with its neighbour is a typo', () => {
    const word = fc.stringMatching(/^[A-F]{4,9}$/);
    fc.assert(
      fc.property(word, fc.nat(), fc.constantFrom('G', 'H'), (meant, seed, letter) => {
        const at = seed % meant.length;
        const [before, after] = [meant.slice(0, at), meant.slice(at)];
        assert.ok(isTypo(before + after.slice(1), meant));
        assert.ok(isTypo(before + letter + after, meant));
        assert.ok(isTypo(before + letter + after.slice(1), meant));
        const swapped = before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2);
        assert.ok(swapped === meant || isTypo(swapped, meant));
      }),
    );
  });
});
