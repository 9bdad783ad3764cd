import assert from 'node:assert/strict';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';
import type { Finding } from '../../../../../src/core/sql/lint/findings.ts';
import type { CheckOptions } from '../../../../../src/core/sql/lint/options.ts';
import { hasErrors } from '../../../../../src/core/sql/lint/severity.ts';

const brief = { 'write-operation': 'W', syntax: 'S' } as const;
/** Errors as `U text`, `W text` or `S text`. */
function errors(sql: string, options: CheckOptions = {}): string[] {
  return checkText(sql, options)
    .filter(({ severity }) => severity === 'error')
    .map(({ code, start, end }) => `${brief[code as keyof typeof brief] ?? 'U'} ${sql.slice(start, end)}`);
}
const found = (sql: string, code: Finding['code'], options: CheckOptions = {}): string[] =>
  checkText(sql, options)
    .filter((finding) => finding.code === code)
    .map(({ start, end }) => sql.slice(start, end));

/** Statement to its errors, separated by ` | `. */
function table(rows: Readonly<Record<string, string>>): void {
  for (const [sql, expected] of Object.entries(rows)) {
    it(sql, () => assert.deepEqual(errors(sql), expected === '' ? [] : expected.split(' | ')));
  }
}

describe('check: what the dialect does not have', () => {
  table({
    'SELECT * FROM a CROSS JOIN b': 'U CROSS JOIN',
    'SELECT a FROM t UNION ALL SELECT b FROM u INTERSECT SELECT c FROM v': 'U UNION ALL | U INTERSECT',
    'WITH RECURSIVE r AS (SELECT 1 UNION SELECT n + 1 FROM r) SELECT * FROM r':
      'U WITH RECURSIVE | U UNION | U +',
    'SELECT * FROM t WHERE EXISTS (SELECT 1 FROM u)': 'U EXISTS | U SELECT',
    'SELECT * FROM t WHERE a = ANY (ARRAY[1, 2]) OR a = SOME (SELECT 1)':
      'U ANY | U ARRAY | U SOME | U SELECT',
    "SELECT EXTRACT(YEAR FROM d), POSITION('a' IN b), TRIM(BOTH ' ' FROM c), CAST(a AS numeric(10, 2)) FROM t":
      'U EXTRACT | U POSITION | U TRIM | U CAST',
    "SELECT string_agg(DISTINCT a, ',' ORDER BY b) FROM t": 'U string_agg | U DISTINCT | U ORDER BY',
    'SELECT a[1], a[1:2] FROM t': 'U [ | U [',
    "SELECT * FROM t WHERE a @> b AND c <@ d OR e !~* 'x' AND f #>> '{a}'": 'U @> | U <@ | U !~* | U #>>',
    'SELECT ||/ 27, |/ 4, @ -5, ~1 FROM t': 'U ||/ | U |/ | U @ | U ~',
    'SELECT a <-> b, a ~<~ b FROM t': 'U <-> | U ~<~',
    "SELECT * FROM t WHERE a NOT SIMILAR TO 'x' ESCAPE 'y'": 'U SIMILAR TO | U ESCAPE',
    'SELECT * FROM t WHERE a NOT BETWEEN 1 AND 2 AND b BETWEEN SYMMETRIC 3 AND 4':
      'U BETWEEN | U BETWEEN SYMMETRIC',
    'SELECT * FROM t WHERE a IS UNKNOWN OR b IS JSON OBJECT OR c IS NOT NFC NORMALIZED':
      'U IS UNKNOWN | U IS JSON OBJECT | U IS NOT NFC NORMALIZED',
    'SELECT * FROM t WHERE (a, b) OVERLAPS (c, d)': 'U OVERLAPS',
    'SELECT a OPERATOR(pg_catalog.+) b, d AT LOCAL FROM t': 'U OPERATOR(pg_catalog.+) | U AT LOCAL',
    "SELECT INTERVAL '1' DAY, TIMESTAMP WITH TIME ZONE 'x' FROM t": 'U INTERVAL | U TIMESTAMP WITH TIME ZONE',
    'SELECT -a, a::double precision AS x FROM t': 'U - | U ::',
    'SELECT a FROM t GROUP BY ROLLUP (a, b), GROUPING SETS ((a), ()) HAVING COUNT(*) > 1':
      'U GROUP BY | U HAVING',
    'SELECT COUNT(*) FILTER (WHERE a >= 1) OVER (PARTITION BY b ORDER BY c) FROM t':
      'U FILTER | U >= | U OVER',
    'SELECT * FROM t, LATERAL (SELECT 1) x': 'U LATERAL | U SELECT',
    'SELECT * FROM ROWS FROM (f(), g()) WITH ORDINALITY AS x': 'U ROWS FROM | U WITH ORDINALITY',
    'SELECT * FROM f(1) AS x (a int, b text)': 'U f',
    'SELECT pg_catalog.count(*), COLLATION FOR (a) FROM t': 'U pg_catalog.count | U COLLATION FOR',
    'TABLE t': 'U TABLE',
    'SELECT * FROM t WHERE a = $1': 'U $1',
    'SELECT TOP 5 * FROM t': 'U TOP',
    'SELECT a FROM t MINUS SELECT b FROM u': 'U MINUS',
    'SELECT ALL DISTINCT a FROM t': 'U DISTINCT',
    "SELECT * FROM t WHERE a RLIKE 'x' AND b == 1 AND c <=> 2 AND d && e": 'U RLIKE | U == | U <=> | U &&',
    'SELECT * FROM t WITH (NOLOCK) USE INDEX (i) WHERE a >= 1': 'U WITH | U USE INDEX | U >=',
    'SELECT * FROM t CROSS APPLY f(t.a) x': 'U CROSS APPLY | U f',
    'SELECT * FROM t JOIN apply ON t.a = apply.a CROSS APPLY u': 'U CROSS APPLY',
    'SELECT * EXCEPT (a) FROM t': 'U EXCEPT',
    'DESCRIBE t; MOVE NEXT c; CLOSE c': 'U DESCRIBE | U MOVE | U CLOSE',
    'SELECT * FROM t GROUP  /* x */ BY a': 'U GROUP  /* x */ BY',
  });
});

describe('check: writes', () => {
  it('are seen behind a word that PostgreSQL reads as an alias', () => {
    for (const word of ['COLLATE', 'IS', 'ISNULL', 'SIMILAR', 'OVERLAPS', 'AT', 'BETWEEN', 'ESCAPE']) {
      assert.ok(errors(`SELECT '' ${word} INTO x`).includes('W INTO'), word);
    }
    assert.ok(errors('SELECT a::INTO x FROM t').includes('W INTO'));
  });

  const commands = `ABORT|ALTER|ANALYZE t|BEGIN|CALL p()|CHECKPOINT|CLUSTER t|COMMENT ON TABLE t IS 'x'|COMMIT|COPY t TO STDOUT
    CREATE TABLE t (a int)|DEALLOCATE p|DELETE FROM t|DISCARD ALL|DO $$x$$|DROP TABLE t|END|EXECUTE p|GRANT a TO b
    IMPORT FOREIGN SCHEMA s FROM SERVER x INTO y|INSERT INTO t VALUES (1)|LISTEN c|LOAD 'x'|LOCK TABLE t|MERGE INTO t
    NOTIFY c|PREPARE p AS SELECT 1|REASSIGN OWNED BY a TO b|REFRESH MATERIALIZED VIEW v|REINDEX TABLE t|RELEASE s|RESET ALL
    REVOKE a FROM b|ROLLBACK|SAVEPOINT s|SECURITY LABEL ON TABLE t IS 'x'|SET ROLE x|START TRANSACTION|TRUNCATE t
    UNLISTEN c|UPDATE t SET a = 1|VACUUM t|REPLACE INTO t VALUES (1)|UPSERT INTO t VALUES (1)|EXEC p|USE db`;
  for (const sql of commands.split(/\||\n/).map((part) => part.trim())) {
    it(`${sql}: only its first word, also where it cannot be lifted`, () => {
      const [word = ''] = sql.split(' ');
      assert.deepEqual(errors(sql, { allow: [word, sql] }), [`W ${word}`]);
      assert.deepEqual(errors(`select 1 from t; ${sql.toLowerCase()}`), [`W ${word.toLowerCase()}`]);
    });
  }
  table({
    'SELECT a INTO TEMP TABLE x FROM t WHERE b >= 1': 'W INTO | U >=',
    'SELECT a FROM t UNION DELETE FROM u': 'U UNION | W DELETE',
    'SELECT * FROM t FOR NO KEY UPDATE OF t SKIP LOCKED': 'W FOR NO KEY UPDATE',
    'SELECT * FROM t FOR KEY SHARE NOWAIT FOR UPDATE': 'W FOR KEY SHARE | W FOR UPDATE',
    'SELECT * FROM t LOCK IN SHARE MODE': 'W LOCK IN SHARE MODE',
    'SELECT FOR UPDATE': 'W FOR UPDATE',
    'WITH x AS MATERIALIZED (SELECT 1), y AS (DELETE FROM t RETURNING a) UPDATE t SET a = 1':
      'U WITH | W DELETE | W UPDATE',
    'EXPLAIN (ANALYZE, BUFFERS) INSERT INTO t VALUES (1)': 'U EXPLAIN | W INSERT',
    'DECLARE c CURSOR FOR SELECT a FROM t FOR SHARE': 'U DECLARE | W FOR SHARE',
    'DECLARE c NO SCROLL CURSOR WITH HOLD FOR SELECT a INTO x FROM t': 'U DECLARE | W INTO',
    'declare c binary cursor for WITH x AS (DELETE FROM t) SELECT a FROM x': 'U declare | U WITH | W DELETE',
    'EXPLAIN DECLARE c CURSOR FOR SELECT a FROM t FOR UPDATE': 'U EXPLAIN | U DECLARE | W FOR UPDATE',
    'DECLARE c CURSOR FOR DELETE FROM t': 'U DECLARE | W DELETE',
    'DECLARE c CURSOR FOR SELECT a FROM t': 'U DECLARE',
    'DECLARE cursor CURSOR FOR SELECT a FROM t WHERE b >= 1': 'U DECLARE | U >=',
    'DECLARE @x int': 'U DECLARE',
    '(DELETE FROM t)': 'W DELETE',
    'SELECT * FROM (DELETE FROM t RETURNING *) x': 'W DELETE',
    'CREATE FUNCTION f() BEGIN ATOMIC SELECT 1; SELECT CASE WHEN a THEN b END; END; SELECT >= FROM t':
      'W CREATE | S >=',
    "INSERT INTO t VALUES ('x": 'W INSERT',
    'SELECT delete, update, insert FROM t': '',
  });
});

describe('check: syntax', () => {
  table({
    'SELECT a FROM t WHERE a > b = c': 'S =',
    'SELECT a FROM t WHERE a > b = NULL': 'S =',
    'SELECT a FROM t WHERE a = b = NULL': 'S =',
    'SELECT a FROM t WHERE a >= b >= c': 'U >= | U >=',
    SELECT: 'S ',
    'SELECT *': 'S ',
    'SELECT FROM t': 'S FROM',
    'SELECT ,a FROM t': 'S ,',
    'SELECT a b c FROM t': 'S c',
    'SELECT * FROM t u v': 'S v',
    'SELECT * FROM WHERE a = 1': 'S WHERE',
    'SELECT * FROM t WHERE a = 1 OR OR b': 'S OR',
    'SELECT * FROM t WHERE (a = 1 LIMIT 5': 'S (',
    'SELECT COUNT(a]) FROM t': 'S ]',
    'SELECT * FROM a LEFT b ON a.x = b.x': 'S b',
    'SELECT * FROM a JOIN b WHERE a.x = 1': 'S WHERE',
    'SELECT * FROM a JOIN b JOIN c ON b.x = c.x': 'S ',
    'SELECT * FROM a JOIN b ON a.x = b.x ON 1 = 1': 'S ON',
    'SELECT * FROM a JOIN ON a.x = b.x': 'S ON',
    'SELECT * FROM (a)': 'S )',
    'SELECT * FROM t LIMIT 5, 10': 'S ,',
    'SELECT * FROM t LIMIT 5 WHERE a = 1': 'S WHERE',
    'SELECT * FROM t LIMIT 5 OFFSET 1 LIMIT 6': 'S LIMIT',
    'SELECT * FROM t ORDER a': 'S a',
    'SELECT 1 FROM t SELECT 2 FROM u': 'S SELECT',
    "SELECT 'a' 'b' FROM t": "S 'b'",
    'SELECT * FROM order': 'S order',
    'SELECT a FROM t WHERE b < c < d': 'S <',
    'SELECT F(a < b ORDER BY c < d) FROM t': 'U F | U ORDER BY',
    'SELECT a..b, c FROM t': 'S .',
    'SELECT * FROM a.b.c.d': 'S d',
    'SELECT * FROM t WHERE a = ?': 'S ?',
    'SELECT * FROM t WHERE a = {{x}}': 'S {{x}}',
    'SELECT `a`, "" FROM `t`': 'S `a` | S "" | S `t`',
    'SELECT a\u00a0FROM t': 'S \u00a0',
    'SELECT a::text, b >= FROM t': 'U :: | U >= | S FROM',
    'SELECT UPPER(a, b FROM t WHERE c IN (1, 2': 'U UPPER | S ( | U IN | S (',
    'SELECT CASE a FROM t': 'U CASE | S FROM',
    'SELECT * FROM t WHERE a IN ()': 'U IN | S )',
    'SELECT * FROM t WHERE a BETWEEN 1 OR b = 2': 'U BETWEEN | S OR',
    'SELECT CASE WHEN a BETWEEN 1 THEN 2 END FROM t': 'U CASE | U BETWEEN | S THEN',
    "'abc'": "S 'abc'",
    '\\d t': 'S \\',
  });

  it('is where the statement ends, in front of its `;`', () => {
    const [finding] = checkText('SELECT * FROM t WHERE a =  ; SELECT 1 FROM t');
    assert.deepEqual([finding?.start, finding?.end, finding?.reason], [25, 25, 'unexpected-end']);
  });
});

describe('check: what passes', () => {
  table({
    'SELECT t.offset, t.limit, t.select AS order, "limit" FROM t OFFSET 3': '',
    'SELECT date, year, values, between, exists, row, time, top FROM t': '',
    "SELECT a FROM t WHERE b > -1 AND c < + 2.5 AND d NOT LIKE 'x' AND NOT e IS NOT NULL": '',
    'SELECT * FROM a JOIN b JOIN c ON b.x = c.x ON a.x = b.x': '',
    'SELECT a FROM t WHERE b = NOT c': '',
    'SELECT * FROM a JOIN (b JOIN c ON b.x = c.x) ON a.x = b.x': '',
    "SELECT 'a'\n'b' FROM t": '',
    'SELECT*FROM t': '',
    'select /* ; */ a -- ;\r\nfrom t': '',
    '-- only a comment': '',
  });

  it('counts in UTF-16, behind a byte order mark, over CRLF', () => {
    const sql = "\ufeffSELECT '😀'\r\nFROM t\r\nWHERE a >= '😀'";
    assert.deepEqual(errors(sql), ['U >=']);
    assert.equal(checkText(sql)[0]?.start, sql.indexOf('>='));
  });

  it('reads nesting of any depth without failing', () => {
    const deep = 20_000;
    const brackets = (depth: number) => `SELECT ${'('.repeat(depth)}a${')'.repeat(depth)} FROM t`;
    assert.deepEqual(errors(brackets(9_000)), []);
    // As PostgreSQL, which runs out of memory for its parser's stack there.
    assert.deepEqual(errors(brackets(deep)), ['S (']);
    assert.deepEqual(errors(`SELECT * FROM ${'('.repeat(deep)}a JOIN b ON a.x = b.x${')'.repeat(deep)}`), [
      'S (',
    ]);
    assert.ok(errors(`SELECT ${'(SELECT '.repeat(deep)}`).length <= 10_000);
  });
});

describe('check: the number of findings', () => {
  it('is limited for warnings also if there are more errors', () => {
    const sql = `SELECT ${'UPPER(a), '.repeat(15_000)}${'TRUE, '.repeat(11_000)}a FROM t`;
    const found = checkText(sql, {});
    assert.equal(found.filter(({ severity }) => severity === 'error').length, 10_000);
    assert.equal(found.filter(({ code }) => code === 'undocumented').length, 10_000);
  });
});

describe('check: what is not known (D6)', () => {
  const undocumented = (sql: string): string[] => found(sql, 'undocumented');
  it('warns and lets pass', () => {
    assert.deepEqual(undocumented('SELECT ALL a FROM t, u WHERE b = TRUE'), ['ALL', ',', 'TRUE']);
    assert.deepEqual(undocumented("SELECT $$a$$, E'b' FROM t AS x (c, d)"), ['$$a$$', "E'b'", '(c, d)']);
    assert.deepEqual(undocumented('(SELECT * FROM (a JOIN b ON a.x = b.x))'), ['(', '(']);
    assert.deepEqual(undocumented('SELECT 1'), ['SELECT']);
    assert.deepEqual(undocumented("SELECT a FROM t WHERE b = NULL AND c ? 'd'"), ['= NULL', '?']);
    assert.deepEqual(undocumented('SELECT a FROM t WHERE NULL = b AND NULL = NULL'), ['NULL =', '= NULL']);
    assert.deepEqual(undocumented('SELECT a FROM t WHERE b NOT NULL OR NOT c NULL'), ['NOT NULL', 'NULL']);
    assert.deepEqual(undocumented('SELECT a FROM t LIMIT b OFFSET (1)'), ['b', '(1)']);
    assert.deepEqual(undocumented('SELECT a FROM t LIMIT 1e3 OFFSET 5.0'), ['1e3', '5.0']);
    assert.deepEqual(undocumented("SELECT t.*, MIN(t.*), * FROM t WHERE t.* ILIKE 'x'"), ['t.*', 't.*']);
    assert.deepEqual(undocumented('SELECT d.s.t.a, d.s.t.* FROM d.s.t JOIN s.u ON s.u.a = s.t.a'), [
      'd',
      'd',
      'd',
    ]);
    assert.deepEqual(
      undocumented('SELECT a FROM t WHERE a = 0x1F OR a = 0b1 OR a = 0o7 OR a = 1_000 OR a = 1e3'),
      [...['0x1F', '0b1', '0o7', '1_000']],
    );
    // A test without IS is one test, not a second one behind another.
    for (const twice of [
      'IS NULL NULL',
      'IS NOT NULL NOT NULL',
      'NULL NULL',
      'NOT NULL NULL',
      '= NULL NULL',
    ]) {
      const found = checkText(`SELECT a FROM t WHERE b ${twice}`).filter(({ code }) => code === 'syntax');
      assert.equal(found.length, 1, twice);
    }
    assert.ok(!hasErrors(checkText("SELECT a FROM t WHERE b = NULL AND c ? 'd'")));
  });
  it('knows the usual arguments of the six functions', () => {
    assert.deepEqual(
      undocumented("SELECT REDACTION(a), REDACTION(b, 'masked'), COUNT(*), MIN(REDACTION(c)) FROM t"),
      [],
    );
    assert.deepEqual(
      undocumented("SELECT REDACTION(a, 'XX'), REDACTION(a, b), REDACTION(a, :level) FROM t"),
      ["'XX'", 'b'],
    );
    assert.deepEqual(undocumented('SELECT SUM(*), AVG( * ), COUNT(), MIN(a, b), REDACTION(a, b, c) FROM t'), [
      ...['SUM(*)', 'AVG( * )', 'COUNT()', 'MIN(a, b)', 'REDACTION(a, b, c)'],
    ]);
  });
  for (const [what, sql] of [
    ['joins in a join', `SELECT * FROM a JOIN b ${'CROSS JOIN c '.repeat(40_000)}`],
    ['suffixes of a call', `SELECT f() ${'OVER w '.repeat(40_000)}FROM t`],
  ] as const) {
    it(`reads any number of ${what} in time linear in it`, () => {
      const from = performance.now();
      checkText(sql);
      assert.ok(performance.now() - from < 4000);
    });
  }

  it('reads a LIMIT of any length in time linear in it', () => {
    const isRefused = (count: string): boolean =>
      checkText(`SELECT a FROM t LIMIT ${count}`).some(({ code }) => code === 'always-refused');
    const long = 8_000_000;
    const from = performance.now();
    for (const count of ['9'.repeat(long), `0x${'f'.repeat(1000)}`]) assert.ok(isRefused(count));
    for (const count of [`${'0'.repeat(long)}5`, `0x${'0'.repeat(long)}5`]) assert.ok(!isRefused(count));
    assert.ok(performance.now() - from < 4000);
    assert.ok(isRefused(`0b${'1'.repeat(64)}`));
    assert.ok(!isRefused(`0b${'1'.repeat(63)}`) && !isRefused(`0b${'0'.repeat(90)}`));
  });
  it('says nothing of a LIMIT that takes several requests: the code lens does', () => {
    assert.deepEqual(checkText('SELECT a FROM t LIMIT 60'), []);
  });
  it('hints once a statement at a literal of a condition', () => {
    const literal = (sql: string, options?: CheckOptions): string[] =>
      found(sql, 'literal-in-audit-log', options);
    assert.deepEqual(literal("SELECT 'x' FROM t WHERE a = 'b' OR c > 1"), ["'b'"]);
    assert.deepEqual(
      literal("SELECT a FROM t JOIN u ON 1 = b WHERE c LIKE 'd'; SELECT a FROM t WHERE 'e' < f"),
      ['1', "'e'"],
    );
    assert.deepEqual(literal('SELECT a FROM t WHERE b = :c AND d IS NULL LIMIT 5'), []);
    assert.deepEqual(literal("SELECT a FROM t WHERE b = 'c'", { literalHints: false }), []);
  });
});

describe('check: settings', () => {
  it('allow lifts a construct by its name, in any case and spacing', () => {
    const sql = 'SELECT DISTINCT lower(a) FROM t CROSS JOIN u WHERE b >= 1 AND c NOT IN (1) ORDER BY d';
    assert.deepEqual(errors(sql), ['U DISTINCT', 'U lower', 'U CROSS JOIN', 'U >=', 'U IN', 'U ORDER BY']);
    const allow = ['distinct', 'LOWER()', 'Cross Join', '>=', 'NOT IN', 'order   by'];
    assert.deepEqual(errors(sql, { allow }), []);
    assert.deepEqual(errors('SELECT (SELECT 1) FROM t', { allow: ['SUBQUERY'] }), []);
    assert.deepEqual(found('SELECT a FROM t WHERE b = TRUE', 'undocumented', { allow: ['TRUE'] }), []);
  });
  it('allow never lifts a write, a lock or a command', () => {
    const allow = ['INSERT', 'INTO', 'FOR UPDATE', 'DELETE', 'WITH', 'SHOW', 'EXPLAIN'];
    assert.deepEqual(errors('WITH x AS (DELETE FROM t) SELECT a INTO b FROM t FOR UPDATE', { allow }), [
      ...['W DELETE', 'W INTO', 'W FOR UPDATE'],
    ]);
    assert.deepEqual(errors('SHOW a; EXPLAIN DELETE FROM t', { allow }), ['U SHOW', 'W DELETE']);
  });

  const columns = [
    { table: 'Cards', column: 'cvv', transientTokenization: true },
    { table: 'consents', column: 'purpose', columnLevelEncryption: false },
    { table: 'consents', column: 'note', columnLevelEncryption: true },
  ];
  const policies = (sql: string): string[] =>
    checkText(sql, { columns: columns, literalHints: false }).map(
      ({ code, start, end }) => `${code} ${sql.slice(start, end)}`,
    );

  it('finds columns with transient tokenization in WHERE and ON, by alias and inside functions', () => {
    assert.deepEqual(
      policies("SELECT cvv FROM cards c JOIN p ON c.CVV = p.x WHERE REDACTION(cvv, 'MASKED') = 1"),
      [...['transient-where c.CVV', 'transient-where cvv']],
    );
    assert.deepEqual(policies('SELECT a FROM cards c WHERE c.x = 1 AND other.cvv = 2'), []);
    assert.deepEqual(policies('SELECT a FROM other WHERE cvv = 1'), []);
    assert.deepEqual(policies('SELECT a FROM cards AS c WHERE cards.cvv = 1'), []);
    assert.deepEqual(policies('SELECT a FROM "Cards" WHERE "cvv" = 1'), ['transient-where "cvv"']);
  });
  it('decides about ? where the policy is known', () => {
    assert.deepEqual(policies("SELECT a FROM consents WHERE purpose ? 'x' AND note ? 'y' AND z ? 'w'"), [
      ...['encryption-conditional ?', 'undocumented ?'],
    ]);
  });
});

describe('check: malformed numbers', () => {
  table({
    'SELECT a FROM t LIMIT 0b0BEGIN': 'S 0b0BEGIN',
    'SELECT a FROM t LIMIT 0o8 OFFSET 0xg': 'S 0o8 | S 0xg',
  });

  it('a NUL character is an error wherever it is, once for those that follow each other', () => {
    for (const sql of [
      "SELECT a FROM t WHERE b = 'x\0\0y' AND c = d",
      'SELECT a /* \0\0 */ FROM t',
      'SELECT "a\0\0" FROM t',
    ]) {
      const found = checkText(sql, { literalHints: false });
      assert.deepEqual(
        found.map(({ code, severity, start, end }) => [code, severity, start, end]),
        [['syntax', 'error', sql.indexOf('\0'), sql.indexOf('\0') + 2]],
        JSON.stringify(sql),
      );
    }
  });
});
