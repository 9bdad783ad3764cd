import assert from 'node:assert/strict';
import { parseQueryReads } from '../../../../../src/core/audit/table/queryReads.ts';
import { prepareQuery } from '../../../../../src/core/sql/execution/preparedQuery.ts';
import { summaryOf } from '../summaryOf.ts';

describe('names of a statement', () => {
  it('are its tables with aliases and its columns with their tables', () => {
    const sql = `SELECT p."First ""Name""", c.brand AS b FROM vault.persons p JOIN "Cards" AS c ON p.id = c.person_id WHERE age > 1`;
    const { tables, columns = [], starQualifiers: stars } = summaryOf(sql)?.summary ?? {};
    assert.deepEqual(
      tables?.map(({ name, alias, start, end }) => [name, alias, sql.slice(start, end)]),
      [
        ['persons', 'p', 'vault.persons'],
        ['Cards', 'c', '"Cards"'],
      ],
    );
    assert.deepEqual(
      columns.map(({ name, table, isInCondition }) => [table, name, isInCondition]),
      [
        ['p', 'First "Name"', false],
        ['c', 'brand', false],
        ['p', 'id', true],
        ['c', 'person_id', true],
        [undefined, 'age', true],
      ],
    );
    assert.deepEqual(stars, []);
  });
  it('know stars and redaction', () => {
    const sql = "SELECT t.*, REDACTION(t.ssn, 'masked'), redaction(email) FROM t";
    assert.deepEqual(summaryOf(sql)?.summary.starQualifiers, ['t']);
    assert.deepEqual(
      parseQueryReads(sql).reads.map(({ tables, column, level }) => [tables, column, level]),
      [
        [['t'], 'ssn', 'MASKED'],
        [['t'], 'email', ''],
        [['t'], '*', undefined],
      ],
    );
  });
  it('are read from a half-written statement too', () => {
    assert.deepEqual(
      prepareQuery('SELECT a, FROM persons p WHERE').names.tables.map(({ name }) => name),
      ['persons'],
    );
    assert.deepEqual(prepareQuery('').names, {
      tables: [],
      anyColumnNames: [],
      labels: [],
    });
  });
});
