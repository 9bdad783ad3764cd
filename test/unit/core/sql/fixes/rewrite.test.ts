import assert from 'node:assert/strict';
import {
  constructsWithoutRewrite,
  rewriteExamples,
  rewriteTitle,
} from '../../../../../src/core/messages/rewrites.ts';
import { findRewritesInRange, fixAll, type RewriteCode } from '../../../../../src/core/sql/fixes/rewrite.ts';
import { applyEdits } from '../../../../../src/core/sql/syntax/ranges.ts';

const fixed = (text: string): string => applyEdits(text, fixAll(text));
const where = (condition: string): string => fixed(`SELECT a FROM t WHERE ${condition}`).slice(22);
/** What is left alone. */
const none = (text: string): void => assert.equal(fixed(text), text);
const rewrites = (text: string) =>
  findRewritesInRange(text, { start: 0, end: text.length }).flatMap((fixable) => fixable.rewrites);

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

  it('leave it to a person whether a comparison with NULL is to be a test for NULL', () => {
    const chosen = (condition: string): readonly string[] => {
      const text = `SELECT a FROM c WHERE ${condition}`;
      return rewrites(text)
        .filter(({ code }) => code === 'null-comparison')
        .map(({ effect, edits }) => `${effect} ${applyEdits(text, edits).slice(22)}`);
    };
    assert.deepEqual(chosen('a = NULL'), ['choice a IS NULL']);
    assert.deepEqual(chosen('a + 1 <> null AND b'), ['choice a + 1 IS NOT NULL AND b']);
    assert.deepEqual(chosen('a != NULL'), ['choice a IS NOT NULL']);
    assert.deepEqual(chosen('NULL = a'), ['choice a IS NULL']);
    assert.deepEqual(chosen('NULL=a AND b'), ['choice a IS NULL AND b']);
    assert.deepEqual(chosen('b OR null <> a + 1'), ['choice b OR a + 1 IS NOT NULL']);
    assert.deepEqual(chosen('NULL != /* c */ (a)'), ['choice  /* c */ (a) IS NOT NULL']);
    for (const condition of [
      ...['a < NULL', 'c = NULL', '(a, b) = NULL', 'a = NULL IS TRUE', 'a = NULL + 1'],
      ...['NULL < a', 'NULL = c', 'NULL = (a, b)', 'NULL = a IS TRUE', 'NULL + 1 = a', 'b IS NULL = a'],
    ])
      assert.deepEqual(chosen(condition), [], condition);
    none('SELECT a FROM t WHERE a = NULL');
  });

  it('write the text of an E string as PostgreSQL reads it', () => {
    assert.equal(where("s = E'a\\\\b\\'c\\t\\v\\q'"), "s = 'a\\b''c\t\vq'");
  });

  it('take rows and tables for what they are, wherever the table is in FROM', () => {
    for (const from of [
      'c',
      't JOIN u ON t.i = u.i JOIN c ON c.i = t.i',
      't JOIN (u JOIN v ON u.i = v.i) AS c ON c.k = t.k',
      `${'a'.repeat(63)}bcd AS x JOIN t AS c ON x.i = c.i`,
    ]) {
      none(`SELECT b FROM ${from} WHERE c IS DISTINCT FROM NULL`);
      assert.equal(
        fixed(`SELECT b FROM ${from} WHERE d IS DISTINCT FROM NULL`),
        `SELECT b FROM ${from} WHERE d IS NOT NULL`,
      );
    }
    assert.match(
      fixed('SELECT b FROM t JOIN u ON t.i = u.i, c WHERE c IS DISTINCT FROM NULL'),
      /c IS DISTINCT FROM NULL$/,
    );
    // A name longer than 63 bytes is cut, and never within a character.
    none(`SELECT b FROM ${'a'.repeat(66)} WHERE ${'a'.repeat(63)} IS DISTINCT FROM NULL`);
    none(`SELECT b FROM ${'ä'.repeat(40)} WHERE ${'ä'.repeat(31)} IS DISTINCT FROM NULL`);
  });

  it('of a list take texts in whatever quotes for one type, and nothing else beside them', () => {
    for (const other of ["E'y'", "U&'y'", '$$y$$']) {
      const codes = rewrites(`SELECT a FROM t WHERE a IN ('x', ${other})`).map(({ code }) => code);
      assert.ok(codes.includes('in'), other);
    }
    for (const list of ['f(1), f(2)', 'b, (c)', '(1), (2)', "'x', 1"])
      none(`SELECT a FROM t WHERE a IN (${list})`);
    none('SELECT a FROM t WHERE a IN (1, 2');
  });

  it('of TOP write LIMIT at the end, whatever a call says with FOR', () => {
    assert.equal(
      fixed("SELECT TOP 5 a FROM t WHERE SUBSTRING(b FOR 2) = 'x'"),
      "SELECT a FROM t WHERE SUBSTRING(b FOR 2) = 'x' LIMIT 5",
    );
  });

  it('keep brackets around a part of the statement', () => {
    for (const text of [
      '(SELECT a FROM t LIMIT 10) LIMIT 5',
      '(SELECT a FROM t) UNION SELECT a FROM u',
      'SELECT a FROM t UNION (SELECT a FROM u)',
    ]) {
      assert.ok(!rewrites(text).some(({ code }) => code === 'brackets'), text);
      none(text);
    }
    assert.equal(fixed('(SELECT a FROM t LIMIT 10)'), 'SELECT a FROM t LIMIT 10');
  });

  it('leave a join with what is no plain table, and do not fail at one', () => {
    for (const joined of [
      'CROSS JOIN u *',
      ', u *',
      'CROSS JOIN u TABLESAMPLE SYSTEM (5)',
      'CROSS JOIN f(1)',
    ])
      none(`SELECT a FROM t ${joined}`);
    assert.equal(
      fixed('SELECT a FROM t CROSS JOIN u FULL JOIN (SELECT 1 AS b) x ON x.b = u.b'),
      'SELECT a FROM t JOIN u ON 1 = 1 FULL JOIN (SELECT 1 AS b) x ON x.b = u.b',
    );
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

  it('leave a list alone whose type depends on all of its values', () => {
    for (const text of [
      "SELECT a FROM t WHERE 'NaN' IN (1, 0.5)",
      "SELECT a FROM t WHERE '2.5' IN (1, 2)",
      "SELECT a FROM t WHERE ('34359738368') IN (1, 2)",
      'SELECT a FROM t WHERE a IN (0.1, NULL)',
      'SELECT a FROM t WHERE EXISTS (SELECT b FROM u WHERE u.b IN (1, t.a))',
      "SELECT t FROM t WHERE t IN ('(1)', '(2)')",
      'SELECT a FROM t WHERE RANDOM() IN (1, 2)',
    ]) {
      assert.deepEqual(
        rewrites(text).filter(({ code }) => code === 'in'),
        [],
        text,
      );
    }
    assert.equal(where("'x' IN ('y', a)"), "('x' = 'y' OR 'x' = a)");
    assert.equal(where("'2.5' IN (a)"), "('2.5' = a)");
    // A comparison with NULL has a warning, which a person may take and “Rewrite all” does not.
    none('SELECT a FROM t WHERE a IN (1, NULL)');
    assert.equal(rewrites('SELECT a FROM t WHERE a IN (1, NULL)').length, 1);
    assert.equal(where("a BETWEEN SYMMETRIC E'a' AND NULL"), "a BETWEEN SYMMETRIC 'a' AND NULL");
    assert.equal(rewrites("SELECT a FROM t WHERE a BETWEEN SYMMETRIC 'a' AND NULL").length, 1);
  });

  it('join only where later conditions mean the same', () => {
    none('SELECT p.id FROM p, c JOIN n ON v = w');
    none('SELECT p.id FROM p, c JOIN n ON p.id = n.id');
    none('SELECT p.id FROM p, c JOIN n ON EXISTS (SELECT c.id)');
    none('SELECT p.id FROM p, c JOIN (SELECT 1) n ON c.id = n.id');
    none('SELECT a.x FROM a JOIN b USING (id) NATURAL JOIN c');
    none('SELECT a.x FROM a JOIN b USING (id, ID)');
    none('SELECT a.x FROM a JOIN b USING (ctid)');
    none('SELECT a.x, U&"\\0069d" FROM a JOIN b USING (id)');
    none('SELECT x FROM a.t JOIN b.t USING (id)');
    assert.equal(
      fixed('SELECT p.id FROM p,c LEFT JOIN n ON c.v = n.w AND n.w > 1 WHERE p.id = 1'),
      'SELECT p.id FROM p JOIN c ON 1 = 1 LEFT JOIN n ON c.v = n.w AND n.w > 1 WHERE p.id = 1',
    );
    assert.equal(
      fixed('SELECT c.n FROM p CROSS JOIN"c"LIMIT 1;SELECT p.n FROM p JOIN c USING(id)WHERE c.a = 1'),
      'SELECT c.n FROM p JOIN "c" ON 1 = 1 LIMIT 1;SELECT p.n FROM p JOIN c ON p.id = c.id WHERE c.a = 1',
    );
  });

  it('take no rows for values, and nothing else for a truth value', () => {
    none('SELECT p.a FROM persons p WHERE p IS DISTINCT FROM NULL');
    none('SELECT a FROM t WHERE ROW(a, b) IS DISTINCT FROM ROW(1, 2)');
    none('SELECT w FROM (SELECT t AS w FROM t) q WHERE w IS DISTINCT FROM NULL');
    none('SELECT a FROM t WHERE MAX(t) IS DISTINCT FROM NULL');
    none('SELECT a FROM t WHERE (CASE WHEN a = b THEN t END) IS DISTINCT FROM NULL');
    assert.equal(where('(b) IS DISTINCT FROM (NULL)'), '(b) IS NOT NULL');
    assert.equal(where('a IS UNKNOWN'), '(NOT a) IS NULL');
    assert.equal(where('a = b IS NOT UNKNOWN'), 'a = b IS NOT NULL');
    none('SELECT a FROM t WHERE b IS TRUE IS NULL');
  });

  it('keep what has to be the same as another expression', () => {
    none('SELECT a >= 1, COUNT(*) FROM t GROUP BY a >= 1');
    none('SELECT DISTINCT a <> 1 FROM t ORDER BY a <> 1');
    assert.equal(
      fixed('SELECT a FROM t WHERE a >= 1 GROUP BY a'),
      'SELECT a FROM t WHERE NOT (a < 1) GROUP BY a',
    );
    // PostgreSQL refuses it unless a WHERE makes the join one that is not full.
    none('SELECT t.a FROM t FULL JOIN u ON t.a < u.b WHERE t.a IN (1, 2)');
    assert.equal(
      fixed('SELECT t.a FROM t FULL JOIN u ON t.a = u.b WHERE t.a IN (1, 2)'),
      'SELECT t.a FROM t FULL JOIN u ON t.a = u.b WHERE (t.a = 1 OR t.a = 2)',
    );
  });

  it('keep what lets PostgreSQL run a FULL JOIN by a condition that is not its own', () => {
    const full = 'SELECT t.a FROM t FULL JOIN u ON t.b = c';
    // It looks into the WHERE of a query in EXISTS, and not into the ON.
    assert.equal(
      fixed(`${full} WHERE EXISTS (SELECT 1 FROM x, y WHERE t.a > 1)`),
      `${full} WHERE EXISTS (SELECT 1 FROM x JOIN y ON 1 = 1 WHERE t.a > 1)`,
    );
    assert.equal(
      fixed(`${full} WHERE EXISTS (SELECT 1 FROM x CROSS JOIN y WHERE t.a > 1)`),
      `${full} WHERE EXISTS (SELECT 1 FROM x JOIN y ON 1 = 1 WHERE t.a > 1)`,
    );
    assert.equal(
      fixed('SELECT t.a FROM t WHERE EXISTS (SELECT 1 FROM x, y WHERE t.a > 1)'),
      'SELECT t.a FROM t WHERE EXISTS (SELECT 1 FROM x JOIN y ON t.a > 1)',
    );
    // A query with a limit, even one of none, is run by itself.
    none(`${full} WHERE EXISTS (SELECT 1 FROM x WHERE x.a = t.a OFFSET NULL)`);
    none(`SELECT q.a FROM (${full} LIMIT ALL) q WHERE q.a > 1`);
    assert.equal(fixed(`${full} WHERE t.a > 1 LIMIT ALL`), `${full} WHERE t.a > 1`);
  });

  it('take the operands of the tree, where words alone mislead', () => {
    // The whole condition of a FULL JOIN is to be an equality, and what is beside it by AND.
    none('SELECT t.a FROM t FULL JOIN u ON t.a = u.b AND t.a = 1 OR u.b = 2 WHERE t.a IN (1, 2)');
    none('SELECT t.a FROM t FULL JOIN u ON t.a = u.b IS NULL WHERE t.a IN (1, 2)');
    // A column may have any word for its name, and so may an alias.
    none('SELECT p.id FROM p, c JOIN n ON c.union = n.id AND p.id = 1');
    assert.equal(fixed('SELECT a AS full FROM t WHERE a >= 1'), 'SELECT a AS full FROM t WHERE NOT (a < 1)');
    none('SELECT MIN(DISTINCT t) IS DISTINCT FROM NULL FROM t');
    assert.equal(where('a::double precision >= 1'), 'NOT (a::double precision < 1)');
    assert.equal(rewrites('SELECT a FROM t WHERE ((a IN (b, NULL)))').length, 1);
  });

  it('limit the query that has the limit', () => {
    assert.equal(
      fixed('SELECT a FROM t JOIN (SELECT TOP 3 b FROM u) q ON a = b'),
      'SELECT a FROM t JOIN (SELECT b FROM u LIMIT 3) q ON a = b',
    );
    none('SELECT TOP 3 a FROM t UNION SELECT b FROM u');
    none('SELECT a FROM t UNION SELECT TOP 3 b FROM u');
    none('SELECT TOP 3 a FROM t OFFSET 2');
    none('SELECT a FROM t FETCH FIRST 10');
    none('SELECT a FROM t FETCH FIRST 10 ROWS');
    none('SELECT a FROM t FETCH FIRST 10 ROWS WITH TIES');
    none('SELECT a FROM t FETCH FIRST 10 TIES ONLY');
    none('SELECT a FROM t FETCH FIRST ROW 10 ONLY');
    assert.equal(fixed('SELECT a FROM t FETCH FIRST ROW ONLY'), 'SELECT a FROM t LIMIT 1');
    none('SELECT a FROM t OFFSET NULL ROWS');
    none('SELECT a FROM t LIMIT ALL FETCH FIRST 2 ROWS ONLY');
  });

  it('keep DISTINCT and ORDER BY where PostgreSQL would refuse one of the two statements, or answer otherwise', () => {
    for (const text of [
      'SELECT MIN(DISTINCT a) OVER () FROM t',
      'SELECT MIN(DISTINCT a) FILTER (WHERE b) OVER () FROM t',
      'SELECT MIN(DISTINCT a ORDER BY b) FROM t',
      'SELECT MIN(DISTINCT t) FROM t',
      'SELECT x.MIN(DISTINCT a) FROM t',
      'SELECT DISTINCT a FROM t EXCEPT ALL SELECT b FROM u',
      'SELECT 1 FROM t ORDER BY COUNT(*)',
    ]) {
      assert.deepEqual(rewrites(text), [], text);
    }
  });

  it('write no two words as one', () => {
    assert.equal(
      where('NOT(a)NOT IN (1,2)AND(b)BETWEEN 1 AND 2'),
      'NOT NOT ((a) = 1 OR (a) = 2) AND NOT ((b) < 1) AND NOT ((b) > 2)',
    );
    assert.equal(where('NOT(NULL)IS DISTINCT FROM a'), 'NOT a IS NOT NULL');
    assert.equal(where('(a)ISNULL'), '(a) IS NULL');
    assert.equal(where('u&$$1$$ = 1'), "u& '1' = 1");
  });

  it('wait for quotes and blanks of a word processor, which PostgreSQL takes for letters', () => {
    const text = 'SELECT p.id FROM persons p, cards\u00a0c WHERE p.id >= c.id';
    assert.deepEqual(
      rewrites(text).map(({ code }) => code),
      ['blank'],
    );
    assert.equal(fixed(text), 'SELECT p.id FROM persons p JOIN cards c ON NOT (p.id < c.id)');
    // A long text is not seen as one: its end would begin another.
    none(`SELECT a FROM t WHERE ‘${'x'.repeat(70)}’ IN (’,’)`);
    none('SELECT a FROM t WHERE it’s = 1 AND that’s = 2');
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

  it('leave it to a person whether MIN and MAX may return other digits of an equal value', () => {
    for (const text of ['SELECT MAX(DISTINCT income) FROM t', 'SELECT min(DISTINCT income) FROM t']) {
      none(text);
      assert.deepEqual(
        rewrites(text).map(({ effect, edits }) => [effect, applyEdits(text, edits)]),
        [['choice', text.replace('DISTINCT ', '')]],
      );
    }
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
        assert.doesNotMatch(args.join(' '), /NaN|undefined/);
      }
    }
    for (const { sql } of constructsWithoutRewrite) {
      const text = sql.includes('SELECT') ? sql : /^GROUP|JOIN/.test(sql) ? `SELECT a FROM t ${sql}` : sql;
      assert.deepEqual(fixAll(text), [], sql);
    }
  });

  it('are those of the findings in the range asked for alone', () => {
    const text = 'SELECT a FROM t WHERE a >= 1 AND b <= 2';
    for (const operator of ['>=', '<=']) {
      const start = text.indexOf(operator);
      const found = findRewritesInRange(text, { start, end: start });
      assert.deepEqual(
        found.map(({ finding }) => text.slice(finding.start, finding.end)),
        [operator],
      );
    }
  });

  it('are quick on long and nested text', () => {
    const long = `SELECT a FROM t WHERE ${Array.from({ length: 2000 }, (_, i) => `a${i} >= ${i}`).join(' AND ')}`;
    assert.ok(!fixed(long).includes('>='));
    const deep = `SELECT a FROM t WHERE ${'('.repeat(500)}a >= 1${')'.repeat(500)}`;
    assert.ok(fixed(deep).includes('NOT (a < 1)'));
    assert.equal(findRewritesInRange(deep, { start: 0, end: deep.length }).length, 1);
  });
});
