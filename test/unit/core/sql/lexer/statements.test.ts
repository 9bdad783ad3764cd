import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findStatementAtCaret, splitStatements } from '../../../../../src/core/sql/lexer/statements.ts';
import { dialectStatement } from '../generate.ts';

const split = (text: string): string[] =>
  splitStatements(text).map(({ start, end }) => text.slice(start, end));
/** The statement at the `|` in a text. */
function at(marked: string): string | undefined {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = findStatementAtCaret(text, offset);
  return found && text.slice(found.start, found.end);
}

describe('statements', () => {
  it('are separated by ; outside of strings, names, comments and dollar quotes', () => {
    const text = `;; SELECT ';', ";", $$;$$ /* ; */ -- ;\n FROM t ; ;SELECT 2;`;
    assert.deepEqual(split(text), [`SELECT ';', ";", $$;$$ /* ; */ -- ;\n FROM t`, 'SELECT 2']);
  });
  it('leave out blanks and comments around them, and know their ;', () => {
    const text = '-- a\nSELECT 1 -- b\n;';
    assert.deepEqual(splitStatements(text), [{ start: 5, end: 13, fullEnd: text.length }]);
  });
  it('keep the body of a function together', () => {
    assert.equal(
      split('CREATE FUNCTION f() BEGIN ATOMIC SELECT 1; SELECT CASE WHEN a THEN b END; END; SELECT 2').length,
      2,
    );
  });
  it('give back what was joined by ;', () => {
    fc.assert(
      fc.property(fc.array(dialectStatement, { minLength: 1, maxLength: 4 }), (statements) => {
        // A statement may end in a line comment.
        const found = split(statements.map((statement) => `${statement}\n`).join(';'));
        assert.equal(found.length, statements.length);
        for (const [i, statement] of found.entries()) assert.ok(statements[i]?.includes(statement));
      }),
      { numRuns: 200 },
    );
  });

  it('belong to a caret in them, and directly after their ;', () => {
    assert.equal(at('|SELECT 1; SELECT 2'), 'SELECT 1');
    assert.equal(at('SELECT 1|; SELECT 2'), 'SELECT 1');
    assert.equal(at('SELECT 1;|SELECT 2'), 'SELECT 1');
    assert.equal(at('SELECT 1; |SELECT 2'), 'SELECT 2');
  });
  it('never give the next one to a caret behind their ; on the same line', () => {
    assert.equal(at('SELECT 1; |  SELECT 2'), 'SELECT 1');
    assert.equal(at('SELECT 1;  -- done |\nSELECT 2'), 'SELECT 1');
  });
  it('belong to a caret before them on the line and on comments directly above', () => {
    assert.equal(at('SELECT 1;\n  |  SELECT 2'), 'SELECT 2');
    assert.equal(at('SELECT 1;\r\n-- a|\r\n-- b\r\nSELECT 2'), 'SELECT 2');
    assert.equal(at('SELECT 1;\n-- a|\n\nSELECT 2'), undefined);
  });
  it('do not belong to a caret on a blank line between them', () => {
    assert.equal(at('SELECT 1;\n|\nSELECT 2'), undefined);
    assert.equal(at('|\nSELECT 2'), undefined);
    assert.equal(at('SELECT 1;\n|'), undefined);
  });
  it('go on without a ;', () => {
    assert.equal(at('SELECT 1; SELECT 2\n\n|'), 'SELECT 2');
  });
});
