import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { loadModule, parseSync } from 'libpg-query';
import sqlParser from 'node-sql-parser/build/postgresql.js';
import { toParserText } from '../../../../../src/core/sql/analysis/parserText.ts';
import { constructs } from '../../../../../src/core/sql/dialect/constructs.ts';
import { lexWithComments } from '../../../../../src/core/sql/lexer/lexer.ts';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';
import { hasErrors } from '../../../../../src/core/sql/lint/severity.ts';
import { dialectStatement, mutated, soup } from '../generate.ts';

// `VAULTSQL_LONG=1` for the numbers that a release is tested with, on other statements each time.
const parameters = process.env.VAULTSQL_LONG ? { numRuns: 150_000 } : { numRuns: 1_500, seed: 1 };
const allow = constructs.filter(({ canBeAllowed }) => canBeAllowed).map(({ name }) => name);
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
  if (!made?.isTrusted || made.depth > 8) return false;
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
  "SELECT t.*, u.a AS x FROM t AS t INNER JOIN u ON t.id = u.id JOIN v ON v.id = u.id AND v.x IS NULL WHERE NOT t.a LIKE 'x%' ORDER BY 1, 2 DESC",
  'SELECT COUNT(DISTINCT a) n, SUM(b * 2) / 3 total FROM s.t WHERE a IS NOT NULL GROUP BY s.t, c HAVING SUM(b) >= 10 AND NOT COUNT(*) <> 4',
  "SELECT -a, - 5 + b, (a + b) * (c - 1), a / (b + 2) FROM t WHERE (a <= 5 AND (b >= 4 OR NOT (c = 5))) OR d IN ('x', 'y')",
  "SELECT a FROM t WHERE a NOT BETWEEN 5 AND 10 OR b NOT LIKE '%x' AND c NOT ILIKE 'y' LIMIT 5 OFFSET 10",
  'SELECT a FROM (SELECT b AS a FROM u WHERE b >= 1 ORDER BY b LIMIT 3) AS s WHERE s.a <> 2',
  'SELECT a, (SELECT MAX(b) FROM u WHERE u.id = t.id) AS m FROM t WHERE a >= (SELECT MIN(c) FROM v)',
  'SELECT a FROM t WHERE a NOT IN (SELECT b FROM u WHERE b IS NOT NULL) GROUP BY a ORDER BY COUNT(*) DESC, a ASC',
  "SELECT CASE WHEN a IS NULL THEN 0 ELSE a + 1 END, CASE WHEN a IN (1, 2) THEN CASE b WHEN 3 THEN 'x' END END FROM t",
  'SELECT UPPER(name), LENGTH(name) AS n, ROUND(AVG(x), 2) FROM persons p FULL JOIN q ON p.id = q.id RIGHT JOIN r ON r.id = p.id GROUP BY UPPER(name)',
  "SELECT DISTINCT p.state FROM persons p WHERE p.income >= 5 AND p.state != 'CA' AND p.name ILIKE '%a%' LIMIT 10",
  'SELECT a FROM t WHERE b = 5 UNION SELECT a FROM u WHERE c >= 6 UNION ALL SELECT 1 FROM v',
  'SELECT a, b, c FROM t, u WHERE t.id = u.id AND t.x >= u.y ORDER BY a + b DESC, LOWER(c) LIMIT 100',
  "SELECT REDACTION(ssn, 'MASKED') AS s, COUNT(*) FROM persons WHERE date <= '2020-01-01' GROUP BY s ORDER BY s",
  'SELECT a AS "x y", "Weird" w FROM "T a" AS "Q" WHERE "Q"."Z" >= 5 AND größe <= 4 ORDER BY "x y"',
  "SELECT * FROM t WHERE (a, b) IN ((1, 2), (3, 4)) OR a IN (b, c, 'x')",
  'SELECT MAX(a) - MIN(a) spread FROM t HAVING MAX(a) > 5 OR MIN(a) IS NULL',
  "SELECT a IS NULL, a = b, NOT c, a AND b OR c, a LIKE 'x' FROM t",
  'SELECT f(a, g(b, 2), h()) FROM t WHERE f(a) = g(b) AND (f(c) IS NOT NULL) ORDER BY f(a) LIMIT 5',
  "SELECT id, income - expenses AS net FROM accounts WHERE income > expenses AND NOT closed = 'y' ORDER BY net DESC LIMIT 10",
  "SELECT state, COUNT(id) AS n, MAX(income) AS top FROM persons WHERE city <> 'X' AND city <> 'Y' GROUP BY state HAVING COUNT(id) >= 10 ORDER BY n",
  "SELECT p.name FROM persons p INNER JOIN consents c ON (c.person_id = p.id) WHERE c.purpose IN ('a', 'b') AND c.granted_at >= '2020' OFFSET 20",
  "SELECT DISTINCT brand FROM credit_cards WHERE expiry BETWEEN '2020' AND '2025' OR brand NOT IN ('V', 'M') ORDER BY brand ASC LIMIT 5 OFFSET 5",
  "SELECT name, CASE WHEN income >= 100 THEN 'rich' WHEN income IS NULL THEN NULL ELSE 'poor' END AS class FROM persons ORDER BY class, name DESC",
  "SELECT person_id FROM credit_cards WHERE person_id IN (SELECT id FROM persons WHERE state = 'CA' ORDER BY id LIMIT 5) UNION SELECT person_id FROM consents",
  "SELECT trim(lower(name)) AS n FROM persons WHERE length(name) > 5 AND (lower(city) = 'x' OR city IS NOT NULL) GROUP BY trim(lower(name))",
  "SELECT a.*, b.c FROM s.a LEFT JOIN s.b ON a.id = b.id AND (b.x >= 5 OR b.y <= 6) WHERE b.id IS NULL AND a.z NOT LIKE '%q'",
  "SELECT AVG(income) / 12 AS monthly, SUM(income * 2 + 1) FROM persons WHERE state != 'CA' HAVING AVG(income) > 5",
  'SELECT m.a FROM (SELECT a, b FROM t WHERE c >= 2) m JOIN (SELECT d FROM u) k ON m.b = k.d ORDER BY m.a',
];
const words =
  'SELECT FROM WHERE AND OR NOT NULL IS LIKE ILIKE JOIN INNER LEFT RIGHT FULL OUTER ON AS LIMIT OFFSET ORDER GROUP BY HAVING ASC DESC IN BETWEEN CASE WHEN THEN ELSE END DISTINCT UNION ALL COUNT SUM MAX REDACTION ( ) , . = < > <= >= <> != + - * / a t größe lower p.b f(a) 5 1.5';
const piece = fc.constantFrom(
  ...words.split(' '),
  '"Q x"',
  "'v'",
  'COUNT(*)',
  '(a, b)',
  'IS NOT NULL',
  't.*',
  '(SELECT 1 FROM t)',
  'AND a = 1',
  'ORDER BY a',
);
const change = fc.record({
  how: fc.constantFrom('insert', 'delete', 'replace', 'swap'),
  at: fc.nat(),
  piece,
});
/** A statement of more than the dialect with up to four of its tokens changed. */
const changed = fc
  .tuple(fc.constantFrom(...bases), fc.array(change, { maxLength: 4 }))
  .map(([base, changes]) => {
    const tokens = lexWithComments(base).map(({ start, end }) => base.slice(start, end));
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
    ['pieces of SQL after SELECT', soup.map((text) => `SELECT ${text}`)],
    ['statements of the dialect', dialectStatement],
  ] as const) {
    it(`raises no false alarm: ${what}`, () => {
      fc.assert(
        fc.property(texts, (text) => {
          // The parser takes a NUL for the end, and a backtick for an operator.
          if (/[\0`]/.test(text) || hasErrors(checkText(text, { allow })) || !complains(text)) return;
          assert.equal(readsIt(text), false, 'PostgreSQL reads it');
        }),
        parameters,
      );
    });
  }

  it('raises no false alarm: GROUP BY DISTINCT', () => {
    const text = 'SELECT a, MAX(b) FROM t GROUP BY DISTINCT a, b';
    assert.ok(!hasErrors(checkText(text, { allow })));
    assert.ok(readsIt(text));
    assert.ok(!complains(text));
  });

  it('raises no false alarm: BETWEEN with conditions as its operands', () => {
    for (const condition of [
      'a BETWEEN b < 1 AND 2',
      'a BETWEEN 1 AND b IS NULL',
      'a IS NULL BETWEEN 1 AND 2',
    ]) {
      const text = `SELECT a FROM t WHERE ${condition}`;
      assert.ok(readsIt(text), text);
      assert.equal(complains(text), false, text);
    }
  });

  it('raises no false alarm: the corpus', () => {
    const file = new URL('../../../../fixtures/dialect.jsonl', import.meta.url);
    const rows = readFileSync(file, 'utf8').trim().split('\n');
    const texts = rows.map((row) => (JSON.parse(row) as { sql: string }).sql);
    const alarms = texts.filter((text) => !hasErrors(checkText(text, { allow })) && complains(text));
    assert.deepEqual(alarms.filter(readsIt), []);
  });
});
