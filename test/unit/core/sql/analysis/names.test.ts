import assert from 'node:assert/strict';
import { prepareQuery } from '../../../../../src/core/sql/execution/preparedQuery.ts';

describe('names of a statement', () => {
  it('are its tables with aliases and its columns with their tables', () => {
    const sql = `SELECT p."First ""Name""", c.brand AS b FROM vault.persons p JOIN "Cards" AS c ON p.id = c.person_id WHERE age > 1`;
    const { tables, columns, star } = prepareQuery(sql).names;
    assert.deepEqual(
      tables.map(({ name, alias, start, end }) => [name, alias, sql.slice(start, end)]),
      [
        ['persons', 'p', 'vault.persons'],
        ['Cards', 'c', '"Cards"'],
      ],
    );
    assert.deepEqual(
      columns.map(({ name, table, condition }) => [table, name, condition]),
      [
        ['p', 'First "Name"', false],
        ['c', 'brand', false],
        ['p', 'id', true],
        ['c', 'person_id', true],
        [undefined, 'age', true],
      ],
    );
    assert.equal(star, false);
  });
  it('know stars and redaction', () => {
    const { star, redaction } = prepareQuery(
      "SELECT t.*, REDACTION(t.ssn, 'masked'), redaction(email) FROM t",
    ).names;
    assert.equal(star, true);
    assert.deepEqual(
      redaction.map(({ table, column, level }) => [table, column, level]),
      [
        ['t', 'ssn', 'MASKED'],
        [undefined, 'email', undefined],
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
      columns: [],
      star: false,
      redaction: [],
      anyColumn: [],
      labels: [],
    });
  });
});
