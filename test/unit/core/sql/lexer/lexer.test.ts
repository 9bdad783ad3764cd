import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadModule, scanSync } from 'libpg-query';
import { lexWithComments } from '../../../../../src/core/sql/lexer/lexer.ts';
import { isUnclosed } from '../../../../../src/core/sql/lexer/tokens.ts';
import { dialectStatement, piece } from '../generate.ts';

const kinds = (text: string): string[] =>
  lexWithComments(text).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
const soup = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(' '));

describe('lexer', () => {
  before(loadModule);

  it('ends with any text, however much there is of anything', () => {
    // A string that nothing closes, in a text that begins as what may be between two halves of a string does.
    assert.deepEqual(kinds("-- x\n'a"), ['comment -- x', "string 'a"]);
    const many = 5_000_000;
    for (const text of ['1_', '0x_f', '<', '\n', "'a'\n", '--\n'].map((piece) =>
      piece.repeat(many / piece.length),
    )) {
      assert.ok(lexWithComments(text).length > 0 || /^[\n-]/.test(text), text.slice(0, 9));
    }
  });

  it('gives tokens that leave out nothing but whitespace, for any text', () => {
    const anyText = fc.oneof(fc.string({ unit: 'binary' }), soup, dialectStatement);
    fc.assert(
      fc.property(anyText, (text) => {
        let at = text.startsWith('\ufeff') ? 1 : 0;
        for (const { start, end } of lexWithComments(text)) {
          assert.match(text.slice(at, start), /^[ \t\n\r\f\v]*$/);
          assert.ok(end > start, 'empty token');
          at = end;
        }
        assert.match(text.slice(at), /^[ \t\n\r\f\v]*$/);
      }),
      { numRuns: 500 },
    );
  });

  it('cuts statements as PostgreSQL’s scanner does', () => {
    const ascii = dialectStatement.filter((text) => !/[^\n-\x7e]/.test(text));
    fc.assert(
      fc.property(ascii, (text) => {
        const ours = lexWithComments(text).map(({ start, end }) => `${start}-${end}`);
        const theirs = scanSync(text).tokens.map(({ start, end }) => `${start}-${end}`);
        assert.deepEqual(ours, theirs);
      }),
      { numRuns: 500 },
    );
  });

  it('tells the kinds of tokens', () => {
    assert.deepEqual(kinds(`a "b" 'c' $$d$$ 1.5 >= ( :e \${f} $1 -- g`), [
      'word a',
      'quoted-identifier "b"',
      "string 'c'",
      'dollar-string $$d$$',
      'number 1.5',
      'operator >=',
      'punctuation (',
      'placeholder :e',
      `placeholder $\{f}`,
      'parameter $1',
      'comment -- g',
    ]);
  });

  it('gives words in upper case, none of those in quotes or with other letters', () => {
    const words = lexWithComments('select SELECT sElEcT selects "select" t.select ſelect').map(
      ({ word }) => word,
    );
    assert.deepEqual(words, ['SELECT', 'SELECT', 'SELECT', 'SELECTS', '', 'T', '.', 'SELECT', '']);
  });

  it('flags what is not closed, up to the end of the text', () => {
    for (const text of ["'a", "E'a\\'", '"a', '/* /* */', '$$a', '$q$ $$', "U&'a", '${a']) {
      const [token, more] = lexWithComments(text);
      assert.ok(token && isUnclosed(token), text);
      assert.deepEqual([token?.end, more], [text.length, undefined], text);
    }
  });

  it('nests comments, keeps marks inside strings, continues strings over lines', () => {
    assert.deepEqual(kinds('a /* b /* c */ d */ e'), ['word a', 'comment /* b /* c */ d */', 'word e']);
    assert.deepEqual(kinds("'a -- /* ; $$ \"'"), ["string 'a -- /* ; $$ \"'"]);
    assert.deepEqual(kinds("'a''b'"), ["string 'a''b'"]);
    assert.deepEqual(kinds("'a'\n -- c\n 'b' 'c'"), ["string 'a'\n -- c\n 'b'", "string 'c'"]);
    assert.deepEqual(kinds("E'a\\'b' 'a\\'"), ["string E'a\\'b'", "string 'a\\'"]);
  });

  it('splits operators as PostgreSQL does', () => {
    assert.deepEqual(kinds('a=-1 b>=-c d@-e f*-- g'), [
      ...['word a', 'operator =', 'operator -', 'number 1', 'word b', 'operator >=', 'operator -', 'word c'],
      ...['word d', 'operator @-', 'word e', 'word f', 'operator *', 'comment -- g'],
    ]);
    assert.deepEqual(kinds('a::b :c a:b 1..2'), [
      ...['word a', 'operator ::', 'word b', 'placeholder :c', 'word a', 'placeholder :b'],
      ...['number 1', 'punctuation .', 'number .2'],
    ]);
  });

  it('marks what a word processor or another dialect left behind', () => {
    assert.deepEqual(kinds('“a” `b` a\u00a0b \u200b {{x}}'), [
      ...[
        'typographic-quote “a”',
        'backtick `b`',
        'word a',
        'unknown \u00a0',
        'word b',
        'unknown \u200b',
        'unknown {{x}}',
      ],
    ]);
  });

  it('counts in UTF-16 and passes over a byte order mark', () => {
    assert.deepEqual(
      lexWithComments('\ufeff😀 a').map(({ start, end }) => [start, end]),
      [
        [1, 3],
        [4, 5],
      ],
    );
  });

  it('reads numbers in all their forms, and what is not a number', () => {
    for (const text of ['1', '1.5', '.5', '1.', '1e3', '1E-3', '1_000', '0x1F', '0o17', '0b11', '0x_1f']) {
      assert.deepEqual(kinds(text), [`number ${text}`]);
    }
    for (const text of ['12ab', '1e', '0xg', '1_', '$1a'])
      assert.equal(lexWithComments(text)[0]?.error, 'bad-number', text);
  });
});
