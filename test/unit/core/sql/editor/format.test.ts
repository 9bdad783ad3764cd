import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isKeyword } from '../../../../../src/core/sql/dialect/identifierRules.ts';
import { createFormatEdits } from '../../../../../src/core/sql/editor/format.ts';
import { lexWithComments } from '../../../../../src/core/sql/lexer/lexer.ts';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';
import { applyEdits } from '../../../../../src/core/sql/syntax/ranges.ts';
import { anyText, dialectStatement } from '../dialectText.ts';

const formatted = (text: string): string => applyEdits(text, createFormatEdits(text));

/** The tokens of a text; of keywords only what they are. */
const tokens = (text: string): string[] =>
  lexWithComments(text).map(({ kind, start, end, word }) =>
    kind === 'word' && isKeyword(word) ? word : text.slice(start, end),
  );

describe('format', () => {
  it('counts no blank around a dot in the width of a SELECT list', () => {
    const text = 'SELECT a.b, c.d FROM t';
    const wide = applyEdits(text, createFormatEdits(text, { width: 18 }));
    assert.equal(wide, 'SELECT a.b, c.d\nFROM t');
    assert.equal(applyEdits(text, createFormatEdits(text, { width: 17 })), 'SELECT a.b,\n  c.d\nFROM t');
  });

  it('lays clauses, joins and conditions out', () => {
    assert.equal(
      formatted(
        "select p.name,c.brand from persons p left  outer join credit_cards c on c.person_id=p.id where p.state='CA' and ( c.x > 1 or c.y<-2 ) limit 60 offset 5;select 1",
      ),
      `SELECT p.name, c.brand
FROM persons p
LEFT OUTER JOIN credit_cards c ON c.person_id = p.id
WHERE p.state = 'CA'
  AND (c.x > 1 OR c.y < -2)
LIMIT 60
OFFSET 5;
SELECT 1`,
    );
  });

  it('keeps the FOR of a cursor on the line of its DECLARE', () => {
    assert.equal(
      formatted('declare c CURSOR WITH HOLD\nfor select a from t for update'),
      'DECLARE c CURSOR WITH HOLD FOR\nSELECT a\nFROM t\nFOR UPDATE',
    );
  });

  it('keeps names, calls and quoted text as they are', () => {
    assert.equal(
      formatted('select t.limit, left (a,b), Count( * ) as select from t'),
      'SELECT t.limit, left(a, b), Count(*) AS select\nFROM t',
    );
    assert.equal(formatted('select "Left" , \'from  x\' from "T"'), 'SELECT "Left", \'from  x\'\nFROM "T"');
  });

  it('keeps comments, and ends the line after one of `--`', () => {
    assert.equal(
      formatted('select a -- first\n, b from t -- end'),
      'SELECT a -- first\n  , b\nFROM t -- end',
    );
    assert.equal(
      formatted('select a -- first \t\n, b from t -- end  '),
      'SELECT a -- first\n  , b\nFROM t -- end',
    );
    assert.equal(formatted('select a\n/* why */ from t'), 'SELECT a\n/* why */\nFROM t');
  });

  it('begins each statement and each comment before it on a line, and keeps one blank line', () => {
    assert.equal(
      formatted(
        '\n  -- vault: a/b\n\n\n\n select 1 ; -- same line\nselect 2; /* too */ select 3;\n\nselect 4;;\n',
      ),
      '-- vault: a/b\n\nSELECT 1; -- same line\nSELECT 2; /* too */\nSELECT 3;\n\nSELECT 4;\n;\n',
    );
  });

  it('breaks a long list, one column a line', () => {
    const names = Array.from({ length: 20 }, (_, i) => `column_${i}`);
    assert.equal(formatted(`SELECT ${names.join(', ')} FROM t`), `SELECT ${names.join(',\n  ')}\nFROM t`);
  });

  it('keeps a byte order mark and line ends of Windows where nothing else changes', () => {
    assert.equal(formatted('\ufeff  select 1'), '\ufeffSELECT 1');
    assert.deepEqual(createFormatEdits('SELECT a\r\nFROM t;\r\n\r\nSELECT 2;'), []);
  });

  it('lets no clause become the name that is missing after a dot', () => {
    assert.equal(
      formatted('select p. from persons p where p. and q'),
      'SELECT p.\nFROM persons p\nWHERE p.\n  AND q',
    );
    assert.equal(formatted('select (p. and q)'), 'SELECT (p. AND q)');
  });

  it('leaves what is unclosed alone, and lays the statements before it out', () => {
    assert.deepEqual(createFormatEdits("select a from t where b = 'x"), []);
    assert.equal(
      formatted("select  1;select a from t where b = 'x"),
      "SELECT 1;select a from t where b = 'x",
    );
  });

  it('touches only what a range touches', () => {
    const text = 'select  1;\nselect  2;\nselect  3;';
    assert.equal(
      applyEdits(text, createFormatEdits(text, {}, { start: 12, end: 14 })),
      'select  1;\nSELECT 2;\nselect  3;',
    );
  });

  it('keeps the case of keywords where that is wanted, and takes the indentation given', () => {
    const text = 'select a from t where b=1 and c=2';
    assert.equal(
      applyEdits(text, createFormatEdits(text, { keywordCase: 'keep', indent: '\t' })),
      'select a\nfrom t\nwhere b = 1\n\tand c = 2',
    );
  });

  it('changes nothing but blanks and the case of keywords, and does it once', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = formatted(text);
        assert.deepEqual(tokens(once), tokens(text));
        assert.equal(formatted(once), once);
      }),
      { numRuns: 20000, examples: [['select . join between']] },
    );
  });

  it('changes no verdict of the check', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(dialectStatement, anyText), { maxLength: 3 }), (statements) => {
        const text = statements.join(';');
        const verdicts = (source: string) =>
          checkText(source).map(({ code, construct }) => `${code} ${construct}`);
        assert.deepEqual(verdicts(formatted(text)), verdicts(text));
      }),
      { numRuns: 500 },
    );
  });
});
