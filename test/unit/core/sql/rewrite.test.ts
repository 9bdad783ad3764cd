import assert from 'node:assert/strict';
import { rewriteExamples, rewriteTitle, withoutRewrite } from '../../../../src/core/messages/rewrites.ts';
import { checkText } from '../../../../src/core/sql/check.ts';
import {
  applyEdits,
  fixAll,
  type RewriteCode,
  rewritesAt,
  rewritesFor,
} from '../../../../src/core/sql/rewrite.ts';

const fixed = (text: string): string => applyEdits(text, fixAll(text));
const where = (condition: string): string => fixed(`SELECT a FROM t WHERE ${condition}`).slice(22);
/** What is left alone. */
const none = (text: string): void => assert.equal(fixed(text), text);
const rewrites = (text: string) => checkText(text).flatMap((finding) => rewritesFor(text, finding));

describe('rewrites', () => {
  it('take operands by precedence', () => {
    assert.equal(where('a + 1 >= b || c AND d <= -1'), 'NOT (a + 1 < b || c) AND NOT (d > -1)');
    assert.equal(where('NOT t."x y".c <> MIN(b)'), 'NOT NOT (t."x y".c = MIN(b))');
    assert.equal(where('a >= b IS NULL'), '(NOT (a < b)) IS NULL');
    assert.equal(where('a BETWEEN 1 AND 2 AND b >= 3'), 'NOT (a < 1) AND NOT (a > 2) AND NOT (b < 3)');
    assert.equal(where('NOT a BETWEEN 1 AND 2'), 'NOT (NOT (a < 1) AND NOT (a > 2))');
    assert.equal(where('a NOT LIKE b IS TRUE'), '((a NOT LIKE b) AND (a NOT LIKE b) IS NOT NULL)');
    assert.equal(
      fixed('SELECT a >= 1 x, b <> 2 AS y FROM t'),
      'SELECT NOT (a < 1) x, NOT (b = 2) AS y FROM t',
    );
  });

  it('are not offered where operands are not surely read', () => {
    for (const condition of [
      'a LIKE b >= c',
      'x BETWEEN 1 AND a >= 2',
      'a >= ANY (SELECT 1)',
      'a >= b COLLATE "C"',
      "a >= DATE '2026-01-31'",
      '(a, b) >= (1, 2)',
      '(a, b) IN ((1, 2))',
      'a >= (SELECT 1)',
      'a = b IS DISTINCT FROM c',
      'a IN (:one, :two)',
      'a IN (SELECT 1)',
      "a IN (N'x', 'y')",
      "a IN (B'1', B'0')",
      "s = U&'d\\0061t'",
      "s = E'\\x41'",
    ]) {
      none(`SELECT a FROM t WHERE ${condition}`);
    }
  });

  it('keep every comment, line break and spelling', () => {
    assert.equal(
      fixed('select A -- first\r\nfrom t\r\nwhere a /* x */ >= -- y\r\n\tB;'),
      'select A -- first\r\nfrom t\r\nwhere NOT (a /* x */ < -- y\r\n\tB);',
    );
    none('SELECT a FROM t WHERE a IN (1, /* two */ 2)');
    assert.equal(where("a IN ('>=', 'IN (1)')"), "(a = '>=' OR a = 'IN (1)')");
    assert.equal(where("a >= '😀' AND b >= 1"), "NOT (a < '😀') AND NOT (b < 1)");
  });

  it('work inside each other, in all statements, and nowhere else', () => {
    assert.equal(where('a IN (1) AND (b >= 1) <> (c IN (2))'), '(a = 1) AND NOT ((NOT (b < 1)) = ((c = 2)))');
    const text =
      '\ufeffSELECT a FROM t WHERE a >= 1;\nDELETE FROM t WHERE a >= 1;\n;SELECT b FROM t WHERE b <> 2';
    assert.equal(
      fixed(text),
      '\ufeffSELECT a FROM t WHERE NOT (a < 1);\nDELETE FROM t WHERE a >= 1;\n;SELECT b FROM t WHERE NOT (b = 2)',
    );
    const last = text.lastIndexOf('b');
    assert.deepEqual(
      fixAll(text, { range: { start: last, end: last } }).map(({ text: made }) => made),
      ['NOT (b = 2)'],
    );
    assert.equal(fixed(fixed(text)), fixed(text));
  });

  it('leave a statement with another syntax error alone, and what the settings allow', () => {
    none('SELECT a FROM t WHERE a >= 1 AND');
    none('SELECT a FROM t WHERE (a >= 1');
    assert.deepEqual(fixAll('SELECT a FROM t WHERE a >= 1', { check: { allow: ['>='] } }), []);
  });

  it('join only where rows and columns stay the same', () => {
    none('SELECT * FROM a JOIN b USING (id)');
    none('SELECT id FROM a JOIN b USING (id)');
    none('SELECT a.x FROM a JOIN b USING (id) WHERE "id" = 1');
    none('SELECT a.x FROM a JOIN b USING (id) JOIN c USING (id)');
    none('SELECT a.x FROM a JOIN b USING (id) AS j');
    none('SELECT a.x FROM a NATURAL JOIN b');
    none('SELECT a.x FROM a, b RIGHT JOIN c ON b.x = c.x');
    assert.equal(
      fixed('SELECT COUNT(*), x.n FROM s.a x LEFT JOIN "B" USING ("Id", k) WHERE x.id = 1'),
      'SELECT COUNT(*), x.n FROM s.a x LEFT JOIN "B" ON x."Id" = "B"."Id" AND x.k = "B".k WHERE x.id = 1',
    );
    assert.equal(
      fixed('SELECT * FROM a, b, c WHERE a.x = b.x'),
      'SELECT * FROM a JOIN b ON 1 = 1 JOIN c ON 1 = 1 WHERE a.x = b.x',
    );
  });

  it('never remove by themselves what the statement asks for', () => {
    none('SELECT DISTINCT a FROM t');
    none('SELECT a FROM t ORDER BY a');
    assert.deepEqual(
      rewrites('SELECT DISTINCT a FROM t ORDER BY a').map(({ effect }) => effect),
      ['removes-distinct', 'removes-order'],
    );
    assert.deepEqual(rewrites('SELECT a FROM t ORDER BY a LIMIT 5'), []);
    assert.deepEqual(rewrites('SELECT DISTINCT a FROM t OFFSET 5'), []);
    assert.deepEqual(rewrites('SELECT COUNT(DISTINCT a) FROM t'), []);
  });

  it('offer both meanings of a double typographic quote', () => {
    const text = "SELECT a FROM t WHERE a = “it's”";
    assert.deepEqual(
      rewrites(text).map(({ edits }) => applyEdits(text, edits).slice(26)),
      ["'it''s'", '"it\'s"'],
    );
    none(text);
    assert.equal(where('`Name` == ‘its’'), "Name = 'its'");
  });

  it('make no condition part of a text where quotes are mixed', () => {
    const mixed = [
      "name = ‘Ann' AND state = ''x’",
      "name = ‘Ann' AND state = ‘x’",
      "name = “Ann' AND state = 'x”",
      'name = ‘Ann" AND state = "x’',
      'name = ‘Ann AND state = ‘x’',
    ];
    for (const condition of mixed) {
      const text = `SELECT a FROM t WHERE ${condition}`;
      assert.deepEqual(rewrites(text), [], condition);
      none(text);
    }
    // An apostrophe ends nothing, as far as can be told: a person decides.
    const text = "SELECT a FROM t WHERE a = ‘O'Hara’";
    none(text);
    assert.deepEqual(
      rewrites(text).map(({ effect, edits }) => [effect, applyEdits(text, edits).slice(26)]),
      [['choice', "'O''Hara'"]],
    );
  });

  it('have an example each that its code rewrites, and a title without template marks', () => {
    for (const [code, examples] of Object.entries(rewriteExamples) as [RewriteCode, string[]][]) {
      for (const example of examples) {
        const text = example.includes('SELECT') ? example : `SELECT * FROM persons WHERE ${example}`;
        const [first] = rewrites(text);
        assert.equal(first?.code, code, example);
        const { template, args } = rewriteTitle(text, first);
        assert.ok(
          args.every((arg) => arg !== ''),
          template,
        );
        assert.equal(template.includes('{0}'), args.length > 0);
      }
    }
    for (const { sql } of withoutRewrite) {
      const text = sql.includes('SELECT') ? sql : /^GROUP|JOIN/.test(sql) ? `SELECT a FROM t ${sql}` : sql;
      assert.deepEqual(fixAll(text), [], sql);
    }
  });

  it('are quick on long and nested text', () => {
    const long = `SELECT a FROM t WHERE ${Array.from({ length: 2000 }, (_, i) => `a${i} >= ${i}`).join(' AND ')}`;
    assert.ok(!fixed(long).includes('>='));
    const deep = `SELECT a FROM t WHERE ${'('.repeat(500)}a >= 1${')'.repeat(500)}`;
    assert.ok(fixed(deep).includes('NOT (a < 1)'));
    assert.equal(rewritesAt(deep, { start: 0, end: deep.length }).length, 1);
  });
});
