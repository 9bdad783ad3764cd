import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withholdFindingsBeingTyped } from '../../../../../src/core/sql/editor/incompleteInput.ts';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';
import { dialectStatement, marked, textAndOffset } from '../dialectText.ts';

const errors = (text: string) => checkText(text, { literalHints: false });
const shown = (marks: string): string[] => {
  const { text, offset } = marked(marks);
  return withholdFindingsBeingTyped(text, errors(text), [offset]).map(({ start, end }) =>
    text.slice(start, end),
  );
};

describe('a word that is being typed', () => {
  for (const text of [
    'SEL|',
    'SELECT |',
    'SELECT a FR|',
    'SELECT a FROM |',
    'SELECT a FROM t x WHE|',
    'SELECT a FROM t x LEFT OUTER JO|',
    'SELECT a FROM t x LEFT JOIN u |',
    'SELECT a FROM t WHERE a I|',
    'SELECT a FROM t WHERE a IS N|',
    'SELECT a FROM t WHERE a IS NOT NU|',
    'SELECT a FROM t WHERE a NOT LI|',
    'SELECT a FROM t WHERE a = 1 A|',
    'select a from t where a = 1 and|',
    'SELECT a FROM t WHERE a = 1 LIM|',
    'SELECT 1 FROM t;\nSEL|',
    'SEL|;\nSELECT 1 FROM t',
    'SELECT a|',
    'SELECT p.|\nFROM persons p WHERE p.a = 1; SELECT 1 FROM t',
    'SELECT | FROM t',
    'SELECT a, | FROM t',
    'SELECT a FROM | WHERE b = 1',
    'SELECT a FROM t WHERE | LIMIT 5',
    'SELECT a FROM t WHERE b = | AND c = 1',
    'SELECT REDACTION(a, |) FROM t',
  ]) {
    it(`is not red: ${text}`, () => assert.deepEqual(shown(text), []));
  }
  const red: readonly (readonly [string, readonly string[]])[] = [
    ['SELX|', ['SELX']],
    ['SELECT a|; SELECT b', ['b']],
    ['SELECT a; SELECT b FROM t|', ['a']],
    ['SELECT 1|; SELECT 2', ['SELECT']],
    ['SELECT a | b c FROM t', ['c']],
    ['SELECT p.| FROM persons p; SELECT x FROM', ['']],
    ['SEL |', ['SEL']],
    ['SEL; SELECT 1|', ['SEL']],
    ['SELECT a FROM t ORDER BY|', ['ORDER BY']],
    ['SELECT a FROM t WHERE a IN| (1)', ['IN']],
    ['DELETE|', ['DELETE']],
    ['SELECT a FROM t WHERE a >=| 1', ['>=']],
    ["SELECT 'a|", ["'a"]],
  ];
  for (const [text, expected] of red) it(`is red: ${text}`, () => assert.deepEqual(shown(text), expected));

  it('counts what the user knows the service to accept', () => {
    const { text, offset } = marked('SELECT a FROM t x ORD|');
    assert.equal(withholdFindingsBeingTyped(text, errors(text), [offset]).length, 1);
    assert.equal(withholdFindingsBeingTyped(text, errors(text), [offset], ['ORDER BY']).length, 0);
  });

  it('typing any statement of the dialect shows no red inside a keyword, but for what brackets await', () => {
    const keyword =
      /(?:^| )(?:SELECT|FROM|JOIN|INNER|LEFT|RIGHT|FULL|OUTER|ON|WHERE|AND|OR|NOT|LIKE|ILIKE|IS|NULL|LIMIT|OFFSET)$/;
    fc.assert(
      fc.property(dialectStatement, fc.nat(), (statement, at) => {
        const text = statement.slice(0, at % (statement.length + 1));
        const word = /[A-Z]+$/.exec(text)?.[0] ?? '';
        const whole = /^[A-Z]*/.exec(statement.slice(text.length))?.[0] ?? '';
        if (!keyword.test(text + whole) || word === '') return;
        const left = withholdFindingsBeingTyped(text, errors(text), [text.length]);
        assert.deepEqual(
          left.filter(({ reason }) => reason !== 'unclosed-parenthesis'),
          [],
          `${text}‸${whole}`,
        );
      }),
      { numRuns: 3000 },
    );
  });

  it('never adds or changes a finding, in any text', () => {
    fc.assert(
      fc.property(textAndOffset, ({ text, offset }) => {
        const all = checkText(text);
        const left = withholdFindingsBeingTyped(text, all, [offset]);
        assert.ok(left.every((finding) => all.includes(finding)));
        assert.deepEqual(
          left.filter(({ code }) => code === 'write-operation'),
          all.filter(({ code }) => code === 'write-operation'),
        );
      }),
      { numRuns: 1000 },
    );
  });
});
