import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findTypedTokens, locateCaret } from '../../../../../src/core/sql/editor/caret.ts';
import { markStatement } from '../../../../../src/core/sql/editor/place/marker.ts';
import { findTypingPlace } from '../../../../../src/core/sql/editor/place/place.ts';
import { marked, textAndOffset } from '../dialectText.ts';

describe('the caret', () => {
  const words = (text: string): readonly string[] => {
    const at = marked(text);
    return locateCaret(at.text, at.offset).tokens.map(({ start, end }) => at.text.slice(start, end));
  };
  it('belongs to the statement around it, after a semicolon to the next', () => {
    assert.deepEqual(words('SELECT 1|; SELECT 2'), ['SELECT', '1']);
    assert.deepEqual(words('SELECT 1;| SELECT 2'), ['SELECT', '2']);
    assert.deepEqual(words('SELECT 1; SELECT| 2; SELECT 3'), ['SELECT', '2']);
    assert.deepEqual(words('SELECT 1;|'), []);
    assert.deepEqual(words("SELECT ';|' FROM t"), ['SELECT', "';'", 'FROM', 't']);
    assert.deepEqual(words('SELECT 1 -- ; |\n FROM t; SELECT 2'), ['SELECT', '1', 'FROM', 't']);
    assert.deepEqual(words('SELECT 1;;|; SELECT 2'), []);
    const body = 'CREATE FUNCTION f() BEGIN ATOMIC SELECT 1; END';
    assert.deepEqual(words(`${body.replace('1', '1|')}; SELECT 2`), words(`|${body}`));
    assert.deepEqual(words(`${body}; SELECT 2|`), ['SELECT', '2']);
  });

  it('is found in any text', () => {
    fc.assert(
      fc.property(textAndOffset, ({ text, offset }) => {
        const caret = locateCaret(text, offset);
        findTypingPlace(markStatement(text, caret.tokens, findTypedTokens(caret)));
        assert.ok(caret.before <= caret.tokens.length);
        const touched = caret.word ?? caret.inside;
        if (touched) assert.ok(touched.start < offset && offset <= touched.end);
      }),
      { numRuns: 3000 },
    );
  });
});
