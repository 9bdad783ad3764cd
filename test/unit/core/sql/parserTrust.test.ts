import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { loadModule, parseSync } from 'libpg-query';
import sqlParser from 'node-sql-parser/build/postgresql.js';
import { checkText, hasErrors } from '../../../../src/core/sql/check.ts';
import { constructs } from '../../../../src/core/sql/dialect.ts';
import { lex } from '../../../../src/core/sql/lexer.ts';
import { toParserText } from '../../../../src/core/sql/parserText.ts';
import { dialectStatement, mutated } from './generate.ts';

// `VAULTSQL_LONG=1` for the numbers that a release is tested with.
const runs = process.env.VAULTSQL_LONG ? 150_000 : 1_500;
const allow = constructs.filter(({ liftable }) => liftable).map(({ name }) => name);
const parser = new sqlParser.Parser();

function readsIt(text: string): boolean {
  try {
    parseSync(text);
    return true;
  } catch {
    return false;
  }
}
/** Whether the second parser has a syntax error that we would show. */
function complains(text: string): boolean {
  const made = toParserText(text);
  if (!made?.trusted || made.depth > 8) return false;
  try {
    parser.astify(made.text, { database: 'Postgresql', trimQuery: false });
    return false;
  } catch (error) {
    return error instanceof Error && 'location' in error;
  }
}

const bases = [
  'SELECT a, count(*) FROM t GROUP BY a HAVING count(*) > 3 ORDER BY a DESC LIMIT 5',
  "SELECT CASE WHEN a = 1 THEN 'x' WHEN a = 2 THEN 'y' ELSE 'z' END AS k FROM t",
  "SELECT CASE a WHEN 1 THEN 'x' ELSE 'z' END FROM t WHERE b IN (1, 2, 3)",
  'SELECT a, b FROM t WHERE a BETWEEN 1 AND 5 AND b NOT IN (4, 5) OR NOT (a >= 4) ORDER BY a ASC, t.b DESC',
  'SELECT DISTINCT a, b AS c FROM t AS p ORDER BY a, b',
  'SELECT a FROM t UNION ALL SELECT b FROM u UNION SELECT c FROM v',
  'SELECT a + b * 2 - c / 4 FROM t WHERE a <> 5 OR b != 6 AND c <= 7',
  'SELECT p.a, MAX(u.b) FROM t p LEFT OUTER JOIN u ON u.a = p.a AND u.b > 5 WHERE p.b IS NOT NULL GROUP BY p.a, p.b OFFSET 5',
  "SELECT lower(a), coalesce(b, c, 'x') FROM t WHERE upper(b) LIKE 'A%' ORDER BY lower(a) LIMIT 25 OFFSET 50",
  "SELECT a FROM t JOIN u ON t.a = u.b WHERE a IN (SELECT b FROM v WHERE v.c >= 5) AND (b = 'x' OR b = 'y')",
];
const words =
  'SELECT FROM WHERE AND OR NOT NULL IS LIKE ILIKE JOIN INNER LEFT RIGHT FULL OUTER ON AS LIMIT OFFSET ORDER GROUP BY HAVING ASC DESC IN BETWEEN CASE WHEN THEN ELSE END DISTINCT UNION ALL COUNT SUM MAX REDACTION ( ) , . = < > <= >= <> != + - * / a t größe lower p.b f(a) 5 1.5';
const piece = fc.constantFrom(...words.split(' '), '"Q x"', "'v'", 'COUNT(*)', '(a, b)', 'IS NOT NULL');
const change = fc.record({
  how: fc.constantFrom('insert', 'delete', 'replace', 'swap'),
  at: fc.nat(),
  piece,
});
/** A statement of more than the dialect with up to four of its tokens changed. */
const changed = fc
  .tuple(fc.constantFrom(...bases), fc.array(change, { maxLength: 4 }))
  .map(([base, changes]) => {
    const tokens = lex(base).map(({ start, end }) => base.slice(start, end));
    for (const { how, at, piece: put } of changes) {
      const i = at % Math.max(1, tokens.length);
      if (how === 'insert') tokens.splice(i, 0, put);
      else if (how === 'delete') tokens.splice(i, 1);
      else if (how === 'replace') tokens[i] = put;
      else tokens.splice(i, 2, ...tokens.slice(i, i + 2).reverse());
    }
    return tokens.join(' ');
  });

describe('the second parser, where it is believed', () => {
  before(loadModule);

  it('sees what the check lets pass of allowed constructs', () => {
    for (const text of [
      'SELECT a FROM t ORDER BY DESC a',
      'SELECT a FROM t ORDER BY a DESC DESC',
      'SELECT a FROM t ORDER BY a, ASC b',
      "SELECT CASE a = 1 THEN 'x' END FROM t",
    ]) {
      assert.equal(readsIt(text), false, text);
      assert.ok(complains(text), text);
    }
  });

  for (const [what, texts] of [
    ['changed statements with everything allowed', changed],
    ['changed statements of the dialect', mutated],
    ['statements of the dialect', dialectStatement],
  ] as const) {
    it(`raises no false alarm: ${what}`, function () {
      this.timeout(600_000);
      fc.assert(
        fc.property(texts, (text) => {
          // The parser takes a NUL for the end, and a backtick for an operator.
          if (/[\0`]/.test(text) || hasErrors(checkText(text, { allow })) || !complains(text)) return;
          assert.equal(readsIt(text), false, 'PostgreSQL reads it');
        }),
        { numRuns: runs },
      );
    });
  }

  it('raises no false alarm: the corpus', () => {
    const file = new URL('../../../fixtures/dialect.jsonl', import.meta.url);
    const rows = readFileSync(file, 'utf8').trim().split('\n');
    const texts = rows.map((row) => (JSON.parse(row) as { sql: string }).sql);
    const alarms = texts.filter((text) => !hasErrors(checkText(text, { allow })) && complains(text));
    assert.deepEqual(alarms.filter(readsIt), []);
  });
});
