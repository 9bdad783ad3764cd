/** Random statements with one construct each that the vault refuses, by the code of the rewrite that is proved with them. */
import fc from 'fast-check';
import type { RewriteCode } from '../../src/core/sql/fixes/rewrite.ts';
import { kinds, literalsOf, operands, statements } from './conditions.ts';

const among = <const T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const join = (parts: readonly string[]): string => parts.join(', ');

const comparison = fc
  .tuple(operands(2), among('>=', '<=', '<>', '!='))
  .map(([[a = '', b = ''], operator]) => `${a} ${operator} ${b}`);
const like = fc
  .tuple(operands(2, 'text'), among('~~', '!~~', '~~*', '!~~*'))
  .map(([[a = '', b = ''], operator]) => `${a} ${operator} ${b}`);

/** Lists of one kind of constants, with columns among them. */
const list = among('number', 'text', 'truth', 'date').chain((kind) =>
  fc.tuple(
    kinds[kind].column,
    fc.array(
      fc.oneof(
        { weight: 4, arbitrary: literalsOf(kind) },
        { weight: 2, arbitrary: kinds[kind].column },
        { weight: 1, arbitrary: fc.constant('NULL') },
      ),
      { minLength: 1, maxLength: 5 },
    ),
  ),
);
const membership = fc
  .tuple(list, among('IN', 'NOT IN', 'in', 'not in'))
  .map(([[a, values], word]) => `${a} ${word} (${join(values)})`);
/** Constants whose common type matters: each list alone is either left alone or rewritten without a difference. */
const odd = fc
  .tuple(
    among('number', 'fraction'),
    fc.array(fc.oneof(literalsOf('fraction'), literalsOf('number'), among("'1'", "'0.5'")), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .chain(([kind, values]) =>
    fc.oneof(kinds[kind].column, among("'1'", '1', '0.1')).map((a) => `${a} IN (${join(values)})`),
  );

const between = fc
  .tuple(
    operands(3),
    among('BETWEEN', 'NOT BETWEEN', 'BETWEEN SYMMETRIC', 'NOT BETWEEN SYMMETRIC', 'BETWEEN ASYMMETRIC'),
  )
  .map(([[a = '', b = '', c = ''], word]) => `${a} ${word} ${b} AND ${c}`);
const truth = fc.oneof(
  kinds.truth.column,
  among('(i > n)', 'i > n', "s LIKE 'a%'", 'NULL', 's = v', "s NOT LIKE 'a'"),
);
const nullTest = fc.oneof(
  fc.tuple(operands(1), among('ISNULL', 'NOTNULL')).map(([[a = ''], word]) => `${a} ${word}`),
  fc.tuple(truth, among('IS UNKNOWN', 'IS NOT UNKNOWN')).map(([a, word]) => `(${a}) ${word}`),
);
const truthTest = fc
  .tuple(truth, among('IS TRUE', 'IS NOT TRUE', 'IS FALSE', 'IS NOT FALSE'))
  .map(([a, word]) => `${a} ${word}`);
const distinctFrom = fc
  .tuple(operands(2), among('IS DISTINCT FROM', 'IS NOT DISTINCT FROM'), fc.boolean())
  .map(([[a = '', b = ''], word, swap]) => (swap ? `${b} ${word} ${a}` : `${a} ${word} ${b}`));

const where = among('', ' WHERE t.b', ' WHERE t.i = 1 OR u.k > 0', " WHERE NOT t.s LIKE 'a%'");
const tail = among('', ' LIMIT 7', ' OFFSET 2', ' LIMIT 5 OFFSET 3');
const using = fc
  .tuple(
    among('JOIN', 'INNER JOIN', 'LEFT JOIN', 'RIGHT OUTER JOIN', 'FULL JOIN'),
    among('(id)', '(id, s)', '("id")', '(i)'),
    among('', ' LEFT JOIN t AS w ON w.i = u.k'),
    where,
  )
  .map(
    ([word, columns, more, condition]) =>
      `SELECT t.id, u.id, t.n, u.k FROM t ${word} u USING ${columns}${more}${condition}`,
  );
const cross = fc
  .tuple(
    among(
      't CROSS JOIN u',
      't, u',
      't,u',
      't AS t CROSS JOIN u u',
      't, u LEFT JOIN t x ON x.i = u.k',
      't, u CROSS JOIN u y',
    ),
    where,
    among('*', 't.id, u.k', 'COUNT(*)'),
  )
  .map(([tables, condition, columns]) => `SELECT ${columns} FROM ${tables}${condition}`);
const more = fc
  .tuple(
    among('t x, t, u', 't x LEFT JOIN u y ON x.i = y.k, t, u', 't x JOIN (t CROSS JOIN u) ON x.i = u.k'),
    where,
  )
  .map(([tables, condition]) => `SELECT x.id, t.id, u.k FROM ${tables}${condition}`);

/** LIMIT without an order: both statements read one small table from its beginning. */
const simple = (clause: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      among('id, s', '*', 'i AS x, b'),
      among('', ' WHERE b', ' WHERE i > 0 OR b2', ' WHERE s IS NULL'),
      clause,
    )
    .map(([columns, condition, last]) => `SELECT ${columns} FROM t${condition}${last}`);
const count = fc.integer({ min: 0, max: 12 });
const fetch = fc
  .tuple(among('FIRST', 'NEXT'), fc.option(count), among('ROW', 'ROWS'), fc.option(count))
  .map(
    ([word, rows, row, offset]) =>
      `${offset === null ? '' : ` OFFSET ${offset}`} FETCH ${word} ${rows ?? ''} ${row} ONLY`,
  );
const offsetRows = fc.tuple(count, among('ROW', 'ROWS')).map(([rows, row]) => ` OFFSET ${rows} ${row}`);
const limitAll = among(
  ' LIMIT ALL',
  ' OFFSET 3 LIMIT ALL',
  ' LIMIT ALL OFFSET 2',
  ' LIMIT NULL',
  ' LIMIT 4 OFFSET NULL',
);

const all = fc
  .tuple(
    among('ALL id, s', 'all *', 'ALL i AS x'),
    where.filter((one) => !one.includes('u.k')),
    tail,
  )
  .map(([columns, condition, last]) => `SELECT ${columns} FROM t${condition}${last}`);
const aggregate = fc
  .tuple(
    fc.array(
      among(
        'COUNT(ALL i)',
        'SUM(ALL n)',
        'MIN(DISTINCT s)',
        'max(DISTINCT d)',
        'MIN(ALL f)',
        'MAX(DISTINCT (v))',
        'MIN(DISTINCT n)',
      ),
      { minLength: 1, maxLength: 4 },
    ),
    where.filter((one) => !one.includes('u.k')),
  )
  .map(([calls, condition]) => `SELECT ${join(calls)} FROM t${condition}`);
const brackets = fc.oneof(
  fc
    .tuple(tail, where)
    .map(([last, condition]) => `(SELECT t.id, u.k FROM t JOIN u ON t.i = u.k${condition}${last})`),
  fc
    .tuple(tail, where)
    .map(([last, condition]) => `SELECT t.id, u.k FROM (t LEFT JOIN u ON t.i = u.k)${condition}${last}`),
  where.map(
    (condition) =>
      `SELECT t.id, u.k FROM (t FULL JOIN u ON t.id = u.id) LEFT JOIN t x ON x.i = u.k${condition}`,
  ),
);

const dollar = fc
  .tuple(
    among('$$', '$q$', '$_1$'),
    fc.array(among('a', "'", "''", '\\', '%', 'é', '😀', '\n', 'SELECT', '"', '--'), { maxLength: 4 }),
  )
  .map(([tag, parts]) => `s = ${tag}${parts.join('')}${tag}`);
const escaped = fc
  .array(among('a', "''", "\\'", '\\\\', '\\n', '\\t', '\\v', 'é', '%', '\\%', '😀', '\\a'), { maxLength: 4 })
  .map((parts) => `s = E'${parts.join('')}'`);
const mixed = fc.oneof(
  fc.tuple(comparison, membership).map(([a, b]) => `(${a}) IN (${b.includes('(') ? `b, b2` : b})`),
  fc.tuple(comparison, between, membership).map(([a, b, c]) => `${a} AND ${b} OR ${c}`),
  fc.tuple(truthTest, distinctFrom).map(([a, b]) => `(${a}) <> (${b})`),
  fc.tuple(comparison, membership).map(([a, b]) => `(${a}) IS NOT DISTINCT FROM (${b})`),
  fc.tuple(comparison, distinctFrom).map(([a, b]) => `((${a}) >= (${b})) IS NOT TRUE`),
);

export interface Family {
  readonly code: RewriteCode | 'mixed' | 'lists of odd constants';
  readonly statement: fc.Arbitrary<string>;
  /** Whether the rewrite may be held back for some of them. */
  readonly partly?: boolean;
}
export const families: readonly Family[] = [
  { code: 'comparison', statement: statements(comparison) },
  { code: 'operator-word', statement: statements(like) },
  { code: 'in', statement: statements(membership), partly: true },
  { code: 'lists of odd constants', statement: statements(odd), partly: true },
  { code: 'between', statement: statements(between) },
  { code: 'null-test', statement: statements(nullTest, true) },
  { code: 'truth-test', statement: statements(truthTest, true) },
  { code: 'distinct-from', statement: statements(distinctFrom, true) },
  { code: 'using', statement: using },
  { code: 'cross-join', statement: fc.oneof(cross, more) },
  { code: 'fetch', statement: simple(fetch) },
  { code: 'offset-rows', statement: simple(offsetRows) },
  { code: 'limit-all', statement: simple(limitAll) },
  { code: 'all', statement: all },
  { code: 'aggregate-distinct', statement: aggregate },
  { code: 'brackets', statement: brackets },
  { code: 'plain-text', statement: statements(fc.oneof(dollar, escaped)) },
  { code: 'mixed', statement: statements(mixed, true), partly: true },
];
