import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nameTokens } from '../../../../../src/core/sql/editor/nameTokens.ts';
import { statementSymbols } from '../../../../../src/core/sql/editor/symbols.ts';
import { withoutHalfTyped } from '../../../../../src/core/sql/editor/typing.ts';
import { splitStatements } from '../../../../../src/core/sql/lexer/statements.ts';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';
import { DocumentReadings } from '../../../../../src/extension/language/reading/documentReadings.ts';

const lines = fc.constantFrom(
  ...['SELECT a FROM t WHE', 'SELECT *', 'SELECT a FROM t WHERE b >= 1', 'SELECT p.', 'SELECT a', '-- a;'],
  ...['SELECT a FROM t LEFT OUTER JO', 'SELECT a FROM t WHERE a IS N', "SELECT 'a", 'SEL', '/* ; */', ' '],
  ...[
    'CREATE FUNCTION f() BEGIN ATOMIC SELECT 1; END',
    'SELECT a FROM t WHERE ',
    'DELETE FROM t',
    'FROM t',
    '{a',
    '\ufeffSELECT a FROM t',
    'SELECT offset, min FROM t.year',
    'SELECT a FROM t /* open',
  ],
);
const joints = fc.constantFrom(';', ';\n', ' ', '\n', '\n\n', ';;\n');
const texts = fc
  .array(fc.tuple(lines, joints), { maxLength: 9 })
  .map((parts) => parts.map(([line, joint]) => line + joint).join(''));

describe('readings of a document', () => {
  it('hold back near the caret what is held back in the whole text', () => {
    const readings = new DocumentReadings();
    fc.assert(
      fc.property(texts, fc.array(fc.nat(300), { maxLength: 2 }), (text, places) => {
        const carets = places.map((place) => place % (text.length + 1));
        const all = checkText(text);
        const left = withoutHalfTyped(text, all, carets);
        assert.deepEqual(readings.check(text, {}, carets), {
          shown: left,
          more: 0,
          held: left.length < all.length,
        });
        assert.deepEqual(readings.statements(text), splitStatements(text));
      }),
      { numRuns: 1000 },
    );
  });
  it('give the outline and the names of the whole text', () => {
    const readings = new DocumentReadings();
    fc.assert(
      fc.property(texts, (text) => {
        assert.deepEqual(readings.symbols(text), statementSymbols(text));
        assert.deepEqual(readings.nameTokens(text), nameTokens(text));
      }),
      { numRuns: 1000 },
    );
  });
});
