import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadModule, parseSync } from 'libpg-query';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';
import { hasErrors } from '../../../../../src/core/sql/lint/severity.ts';
import { summaryOf } from '../summaryOf.ts';

const allow = [
  ...[
    'ORDER BY',
    'GROUP BY',
    'HAVING',
    'FETCH FIRST',
    'FETCH NEXT',
    'ROW',
    'ROWS',
    'TYPED LITERAL',
    '>=',
    '+',
    'OPERATOR',
  ],
  ...['IS JSON', 'IS JSON OBJECT', 'IS NOT JSON', 'WITH RECURSIVE', 'UNION', 'SUBQUERY', 'DISTINCT'],
];
const codes = (sql: string): string[] =>
  checkText(sql, { literalHints: false }).flatMap(({ code, severity, start, end }) =>
    severity === 'error' ? [`${code === 'syntax' ? 'S' : 'U'} ${sql.slice(start, end)}`] : [],
  );
const parses = (sql: string): boolean => {
  try {
    return (parseSync(sql).stmts ?? []).length === 1;
  } catch {
    return false;
  }
};
const reads = (sql: string): boolean => !hasErrors(checkText(sql, { allow }));

const words = 'a b first last locked nowait nulls of row rows skip ties only asc desc'.split(' ');
const name = fc.constantFrom(...words.filter((word) => !/^(asc|desc|only)$/.test(word)));
const tail = fc.constantFrom(
  ...[
    '',
    '',
    '',
    'ASC',
    'DESC',
    'NULLS FIRST',
    'NULLS LAST',
    'DESC NULLS LAST',
    'USING <',
    'USING @<',
    'ASC DESC',
  ],
  ...[
    'USING OPERATOR(pg_catalog.<) NULLS FIRST',
    'NULLS',
    'LAST',
    'FIRST',
    'NULLS LAST ASC',
    'USING',
    'USING a',
  ],
  ...['NOWAIT', 'OF', 'ROWS', 'SKIP LOCKED', 'TIES', 'DISTINCT', 'ALL', 'WITH TIES', 'ONLY'],
);
const item = fc.tuple(name, tail).map((parts) => parts.join(' '));
const items = fc.array(item, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(', '));
const fetch = fc
  .tuple(
    fc.constantFrom('FETCH FIRST', 'FETCH NEXT'),
    fc.constantFrom('', '5', '(2 + 3)', '-1', 'ROW', 'a'),
    fc.constantFrom('ROW', 'ROWS', '', 'ROWS ROWS'),
    fc.constantFrom('ONLY', 'WITH TIES', '', 'TIES', 'ONLY WITH TIES'),
  )
  .map((parts) => parts.join(' '));
const optional = (piece: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof(fc.constant(''), piece);
const statement = fc
  .tuple(
    optional(
      fc
        .tuple(fc.constantFrom('', 'DISTINCT', 'ALL', 'ALL DISTINCT'), items)
        .map(([quantifier, list]) => `GROUP BY ${quantifier} ${list}`),
    ),
    optional(item.map((one) => `HAVING ${one}`)),
    optional(items.map((list) => `ORDER BY ${list}`)),
    optional(fetch),
  )
  .map((parts) => `SELECT a FROM t ${parts.join(' ')}`);

describe('what follows a clause', () => {
  before(loadModule);

  it('passes where PostgreSQL reads it, and nowhere else', () => {
    fc.assert(
      fc.property(statement, (sql) => assert.equal(reads(sql), parses(sql), sql)),
      { numRuns: process.env.VAULTSQL_LONG ? 100_000 : 4000 },
    );
  });

  const rows: Readonly<Record<string, string>> = {
    'SELECT a FROM t ORDER BY last': 'U ORDER BY',
    'SELECT a FROM t ORDER BY a LAST': 'U ORDER BY | S LAST',
    'SELECT a FROM t ORDER BY a ASC DESC': 'U ORDER BY | S DESC',
    'SELECT a FROM t ORDER BY a NOWAIT': 'U ORDER BY | S NOWAIT',
    'SELECT a FROM t GROUP BY a DESC': 'U GROUP BY | S DESC',
    'SELECT a FROM t GROUP BY a HAVING ROW(a, b) > c': 'U GROUP BY | U HAVING | U ROW',
    'SELECT a FROM t ORDER BY a USING @<': 'U ORDER BY',
    "SELECT hstore 'a' FROM t": 'U hstore',
    "SELECT polygon '((0,0))', schema.typ 'x' FROM t": 'U polygon | U schema.typ',
    "SELECT char(3) 'x', interval(3) '1', numeric(10, 2) '1.5' FROM t":
      'U char(3) | U interval(3) | U numeric(10, 2)',
    "SELECT interval '1' second(2), interval '1' day to second(3) x FROM t": 'U interval | U interval',
    "SELECT time(3) with time zone '1:00', character varying(3) 'x' FROM t":
      'U time(3) with time zone | U character varying(3)',
    "SELECT hstore E'a', hstore $$a$$ FROM t": 'U hstore | U hstore',
    "SELECT a FROM t WHERE b 'x'": 'U b',
    'SELECT a FROM t WHERE b IS JSON OBJECT WITHOUT UNIQUE KEYS AND c IS JSON WITH UNIQUE':
      'U IS JSON OBJECT | U IS JSON',
    'SELECT a FROM t WHERE b IS NOT JSON OBJECT WITH UNIQUE KEYS AND c IS NOT JSON WITHOUT UNIQUE':
      'U IS NOT JSON OBJECT | U IS NOT JSON',
    'SELECT a FROM t TABLESAMPLE SYSTEM (10) REPEATABLE (5)': 'U TABLESAMPLE',
    'SELECT x.a FROM t x TABLESAMPLE SYSTEM (10) REPEATABLE (5) JOIN u ON u.a = x.a': 'U TABLESAMPLE',
    "SELECT geography(point, 4326) 'x' FROM t": 'U geography(point, 4326)',
    "SELECT t.* 'x' FROM t": "S 'x'",
    'WITH RECURSIVE r AS (SELECT a FROM t) CYCLE a SET c TO true DEFAULT false USING p SELECT a FROM r':
      'U WITH RECURSIVE',
    "WITH RECURSIVE r AS (SELECT a FROM t) SEARCH BREADTH FIRST BY last, a SET s CYCLE a, b SET c TO 'x' DEFAULT 1 USING p, q(d) AS (SELECT 1) SELECT a FROM r":
      'U WITH RECURSIVE',
    'SELECT uescape FROM t': '',
    "SELECT upper(a) 'x' FROM t": 'U upper(a)',
    "SELECT a b'1' FROM t": "S b'1'",
    "SELECT a n'x' FROM t": "S n'x'",
    'SELECT a FROM t HAVING a, b': 'U HAVING | S ,',
  };
  for (const [sql, expected] of Object.entries(rows)) {
    it(sql, () => {
      const found = codes(sql);
      assert.deepEqual(found, expected === '' ? [] : expected.split(' | '));
      assert.equal(parses(sql), !found.some((one) => one.startsWith('S')));
    });
  }

  it('a type before a text is no column', () => {
    assert.deepEqual(
      summaryOf(
        "SELECT hstore 'a', char(3) 'x', date '2026-01-31', s.typ 'x', b FROM t",
      )?.summary.columns.map((column) => column.name),
      ['b'],
    );
  });
});
