import assert from 'node:assert/strict';
import {
  keyOfRead,
  parseQueryReads,
  readsOfStatement,
} from '../../../../../src/core/audit/table/queryReads.ts';
import { maskLiterals } from '../../../../../src/core/sql/analysis/maskLiterals.ts';
import { summarizeStatement } from '../../../../../src/core/sql/analysis/summary.ts';
import { parseStatements } from '../../../../../src/core/sql/syntax/document/document.ts';
import { eventually } from '../../../../run/waiting.ts';

/** `table.column level use`, one text for each read. */
const reads = (query: string): string[] =>
  parseQueryReads(query)
    .reads.map(({ tables, column, level, use }) =>
      [`${tables.join('|')}.${column}`, level ?? '-', use].join(' '),
    )
    .sort();

describe('what a query reads', () => {
  it('is no column that may be a value in double quotes, and says that there may be more', () => {
    const query = 'SELECT id FROM persons WHERE name = "Fatima Ahmed"';
    assert.deepEqual(reads(query), ['persons.id - returned', 'persons.name - condition']);
    assert.equal(parseQueryReads(query).missing, 'part');
    assert.deepEqual(reads('SELECT "Ada" FROM persons WHERE name = "Ada" ORDER BY "Ada"'), [
      'persons.name - condition',
    ]);
  });

  const cases: readonly (readonly [query: string, ...reads: string[]])[] = [
    ['SELECT name FROM Persons', 'persons.name - returned'],
    ['SELECT "Name" FROM persons AS p', 'persons.name - returned'],
    ['SELECT * FROM persons', 'persons.* - returned'],
    [
      'SELECT p."Id" FROM persons p WHERE manager = "Id"',
      'persons.id - condition',
      'persons.id - returned',
      'persons.manager - condition',
    ],
    [
      'SELECT p.*, c.brand FROM persons p JOIN credit_cards c ON c.person_id = p.id',
      'credit_cards.brand - returned',
      'credit_cards.person_id - condition',
      'persons.* - returned',
      'persons.id - condition',
    ],
    [
      'SELECT * FROM persons p LEFT JOIN consents c ON c.person_id = p.id',
      'consents.* - returned',
      'consents.person_id - condition',
      'persons.* - returned',
      'persons.id - condition',
    ],
    [
      "SELECT redaction(ssn, 'plain_text'), REDACTION(p.email, 'MASKED'), name FROM persons p",
      'persons.email MASKED returned',
      'persons.name - returned',
      'persons.ssn PLAIN_TEXT returned',
    ],
    ['SELECT REDACTION(ssn, :level) FROM persons', 'persons.ssn  returned'],
    ["SELECT REDACTION(ssn, 'PLAIN_TEXT') FROM persons", 'persons.ssn PLAIN_TEXT returned'],
    ['SELECT COUNT(*) FROM persons', 'persons. - rows'],
    ['SELECT MAX(income) FROM persons', 'persons.income - returned'],
    ["SELECT name FROM persons WHERE ssn = '1'", 'persons.name - returned', 'persons.ssn - condition'],
    ['SELECT a FROM t JOIN u ON t.x = u.y', 't.x - condition', 't|u.a - returned', 'u.y - condition'],
    [
      'SELECT name FROM persons; SELECT id FROM consents',
      'consents.id - returned',
      'persons.name - returned',
    ],
    ['SELECT name FROM persons ORDER BY email', 'persons.email - returned', 'persons.name - returned'],
  ];
  for (const [query, ...expected] of cases) {
    it(query, () => {
      assert.deepEqual(reads(query), [...expected].sort());
      assert.equal(parseQueryReads(query).missing, undefined);
    });
  }

  for (const condition of [
    "name = 'O'Hara' AND ssn = 'x'",
    "name = O'Hara' AND ssn = 'x'",
    "name = Ada Lovelace' AND ssn = 'x'",
    "name = 'Mc' Donald' AND ssn = 'x'",
    'name = "Mc" Donald" AND ssn',
    'name = `Ada Lovelace AND ssn',
    'name = “Ada “in” Lovelace” AND ssn',
    'name = ‘Ada O’Hara’ AND ssn',
  ])
    it(`is no column that may be a word of a value, as quotes do not pair up: ${condition}`, () => {
      const query = `SELECT id FROM persons WHERE ${condition}`;
      const expected = ['persons.id - returned', 'persons.name - condition'];
      assert.deepEqual(reads(query), expected);
      assert.equal(parseQueryReads(query).missing, 'part');
    });

  for (const query of [
    'SELECT AVG(income) FROM persons WHERE income > 0',
    'SELECT id, -1.5e3 FROM persons p WHERE p.income BETWEEN 10 AND 20 OR id IN (1, 2, 3)',
    "SELECT name FROM persons WHERE income > -5 AND city = 'Boston' LIMIT 25",
    'SELECT p.name FROM persons p JOIN consents c ON c.person_id = p.id AND c.version >= 2',
    'SELECT CASE WHEN income > 100 THEN 1 ELSE 0 END FROM persons ORDER BY 1',
    'SELECT ROUND(income, 2), income * 12 FROM persons GROUP BY income HAVING COUNT(*) > 3',
  ])
    it(`is the same after the literals were masked: ${query}`, () => {
      const masked = maskLiterals(query);
      assert.notEqual(masked, query);
      assert.deepEqual(parseQueryReads(masked), parseQueryReads(query));
    });

  for (const condition of [
    "name = 'Ada AND ssn",
    "name = Ada' AND ssn",
    "name = 'O'Hara' AND ssn",
    'name = “Ada AND ssn',
    'name = $$Ada AND ssn',
    "name = 'Ada' /* AND ssn",
  ])
    it(`may not be all of them, also after the rest was masked: ${condition}`, () => {
      const query = `SELECT id FROM persons WHERE ${condition}`;
      const masked = maskLiterals(query);
      assert.deepEqual(parseQueryReads(masked), parseQueryReads(query));
      assert.equal(parseQueryReads(masked).missing, 'part');
      assert.equal(maskLiterals(masked), masked);
    });

  it('is a column whose quoted name was masked', () => {
    assert.deepEqual(reads('SELECT "•••" FROM persons'), ['persons.••• - returned']);
    assert.deepEqual(reads('SELECT p."•••" FROM persons p WHERE id = •••'), [
      'persons.id - condition',
      'persons.••• - returned',
    ]);
  });

  it('is a table that is certainly read, after quotes that do not pair up', () => {
    assert.deepEqual(reads("SELECT 'O'Hara FROM persons"), ['persons. - rows']);
  });

  const partly = [
    'SELECT * FROM (SELECT ssn FROM persons) x',
    'WITH a AS (SELECT ssn FROM persons) SELECT * FROM a',
    'SELECT ssn FROM persons WHERE',
    'SELECT name FROM persons UNION SELECT brand FROM credit_cards',
    'SELECT x.ssn FROM persons p',
  ];
  for (const query of partly) {
    it(`says that it may have missed something: ${query}`, () => {
      const { reads: found, missing } = parseQueryReads(query);
      assert.equal(missing, 'part');
      assert.ok(found.length > 0);
    });
  }

  for (const query of ['', 'hello', 'DELETE FROM persons', '{"query":1}', '\u0000', '-- nothing']) {
    it(`cannot read ${JSON.stringify(query)}, and says so`, () => {
      assert.deepEqual(parseQueryReads(query), { reads: [], missing: 'none' });
    });
  }

  const list = (count: number, item: (index: number) => string, separator = ', '): string =>
    Array.from({ length: count }, (_, index) => item(index)).join(separator);
  const columns = (count: number, qualifier = ''): string => list(count, (index) => `${qualifier}c${index}`);
  const growing: Readonly<Record<string, (count: number) => string>> = {
    'many columns and tables': (count) =>
      `SELECT ${columns(count)} FROM ${list(count, (index) => `t${index}`)}`,
    'many columns, and an alias of many tables': (count) =>
      `SELECT ${columns(count, 'x.')} FROM ${list(count, (index) => `t${index} x`)}`,
    'many columns, and a table with a long name': (count) =>
      `SELECT ${columns(count)} FROM ${'t'.repeat(count * 5)}`,
    'many columns in a call with a long level': (count) =>
      `SELECT REDACTION(${list(count, (index) => `c${index}`, ' || ')}, '${'x'.repeat(count * 5)}') FROM t`,
    'many stars and tables': (count) =>
      `SELECT ${list(count, () => '*')} FROM ${list(count, (index) => `t${index}`)}`,
    'many stars, and an alias of many tables': (count) =>
      `SELECT ${list(count, () => 'x.*')} FROM ${list(count, (index) => `t${index} x`)}`,
  };
  for (const [name, query] of Object.entries(growing)) {
    it(`needs memory in proportion to the length of a query: ${name}`, () => {
      const text = query(300);
      const [statement] = [...parseStatements(text)];
      assert.ok(statement);
      const found = readsOfStatement(summarizeStatement(statement.tree));
      const size = found.reduce((sum, read) => sum + keyOfRead(read).length, 0);
      assert.ok(size < 10 * text.length, `${size} characters for ${text.length}`);
    });
  }

  it('lists no table with a column to which more than 16 are possible, and says that it may have missed something', () => {
    const query = (count: number): string => `SELECT a FROM ${list(count, (index) => `t${index}`)}`;
    const [column] = parseQueryReads(query(16)).reads;
    assert.equal(column?.tables.length, 16);
    assert.equal(parseQueryReads(query(16)).missing, undefined);
    const { reads: found, missing } = parseQueryReads(query(17));
    assert.equal(missing, 'part');
    assert.deepEqual(found[0], { tables: [], column: 'a', level: undefined, use: 'returned' });
    assert.deepEqual(
      found.slice(1).map(({ tables, use }) => `${tables} ${use}`),
      Array.from({ length: 17 }, (_, index) => `t${index} rows`).sort(),
    );
  });

  it('takes linear time, whatever the query', async () => {
    const call = "REDACTION(a, 'PLAIN_TEXT'), ";
    const timed = (times: number): number => {
      const started = performance.now();
      parseQueryReads(`SELECT ${call.repeat(times)} b FROM t`);
      return performance.now() - started;
    };
    timed(2_000);
    // A hundred times as long where it is square; anything else may hold it up once, and so it is tried again.
    await eventually('ten times the time, or little more', () => {
      const [small, large] = [timed(2_000), timed(20_000)];
      return large < Math.max(small, 5) * 60;
    });
  });
});
