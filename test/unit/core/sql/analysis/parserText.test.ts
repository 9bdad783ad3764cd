import assert from 'node:assert/strict';
import fc from 'fast-check';
import sqlParser from 'node-sql-parser/build/postgresql.js';
import { toParserText } from '../../../../../src/core/sql/analysis/parserText.ts';
import { createNameKey } from '../../../../../src/core/sql/dialect/identifier.ts';
import { lexWithoutComments } from '../../../../../src/core/sql/lexer/lexer.ts';
import { splitStatements } from '../../../../../src/core/sql/lexer/statements.ts';
import { dialectStatement, mutated, soup } from '../generate.ts';

describe('text for the second parser', () => {
  it('has neither names nor values nor comments of the source', () => {
    const made = toParserText(
      `SELECT p."Odd name", größe AS order -- private\nFROM persons p WHERE ssn = '123-45' AND n > 98765 /* secret */ LIMIT :many`,
    );
    assert.equal(made?.text, "SELECT n0 . n1 , n2 AS n3 FROM n4 n0 WHERE n5 = 'x' AND n6 > 1 LIMIT 1");
  });

  it('gives one name to what PostgreSQL takes for one', () => {
    const made = toParserText('SELECT Name, NAME, "name", "Name" FROM t');
    assert.equal(made?.text, 'SELECT n0 , n0 , n0 , n1 FROM n2');
  });

  it('finds the way back from an offset', () => {
    const source = "SELECT /* c */ a FROM t WHERE b = 'long text' ORDER BY c";
    const made = toParserText(source);
    const at = (word: string): string => {
      const { start, end } = made?.sourceRange(made.text.indexOf(word)) ?? { start: 0, end: 0 };
      return source.slice(start, end);
    };
    assert.equal(at("'x'"), "'long text'");
    assert.equal(at('ORDER'), 'ORDER');
    assert.equal(at(' ORDER'), 'ORDER');
    assert.deepEqual(made?.sourceRange(made.text.length), { start: source.length, end: source.length });
  });

  it('counts how deep parentheses are nested', () => {
    assert.equal(toParserText('SELECT ((a), (((b)))) FROM t')?.depth, 4);
    assert.equal(toParserText('SELECT a FROM t')?.depth, 0);
    assert.equal(toParserText(`SELECT ${'('.repeat(30)}`)?.depth, 30);
  });

  it('leaves out the ALL after SELECT, and no other, since the parser takes it for a column', () => {
    const parser = new sqlParser.Parser();
    for (const [source, expected] of [
      ['SELECT ALL * FROM t', 'SELECT * FROM n0'],
      ['SELECT ALL a, b FROM t', 'SELECT n0 , n1 FROM n2'],
      ['SELECT a FROM t UNION ALL SELECT ALL b FROM u', 'SELECT n0 FROM n1 UNION ALL SELECT n2 FROM n3'],
    ] as const) {
      const made = toParserText(source);
      assert.equal(made?.text, expected);
      assert.doesNotThrow(() => parser.parse(expected, { database: 'Postgresql' }), source);
      assert.throws(() => parser.parse(source, { database: 'Postgresql' }), source);
    }
  });

  it('has nothing to give where there is no statement', () => {
    for (const text of ['', ' ; ', '-- only this']) assert.equal(toParserText(text), undefined);
  });

  const texts = fc.oneof(dialectStatement, mutated, soup);
  it('of any text: each offset leads to a token of the source, in order', () => {
    fc.assert(
      fc.property(texts, (source) => {
        const made = toParserText(source);
        const [first] = splitStatements(source);
        // An unclosed comment is a statement to the check, and nothing to a parser.
        const isOpen = source.lastIndexOf('/*') >= 0;
        assert.ok((made === undefined) === (first === undefined) || isOpen);
        if (!made || !first || isOpen) return;
        const tokens = lexWithoutComments(source).map(({ start, end }) => `${start}-${end}`);
        let last = 0;
        for (let offset = 0; offset < made.text.length; offset++) {
          const { start, end } = made.sourceRange(offset);
          assert.ok(tokens.includes(`${start}-${end}`), `${offset} of ${made.text}`);
          assert.ok(start >= last && end <= first.end);
          last = start;
        }
        assert.ok(made.sourceRange(made.text.length).end <= first.end);
      }),
      { numRuns: 300 },
    );
  });

  it('of any text: each name represents one that PostgreSQL tells apart', () => {
    fc.assert(
      fc.property(texts, (source) => {
        const made = toParserText(source);
        const keys = new Map<string, string>();
        const found = made?.text.matchAll(/(?<= |^)n\d+(?= |$)/g) ?? [];
        for (const { 0: name, index } of found) {
          const range = made?.sourceRange(index);
          assert.ok(range);
          const key = createNameKey(source.slice(range.start, range.end));
          assert.equal(keys.get(name) ?? key, key);
          keys.set(name, key);
        }
        assert.equal(new Set(keys.values()).size, keys.size);
      }),
      { numRuns: 300 },
    );
  });
});
