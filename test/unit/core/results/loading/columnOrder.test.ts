import assert from 'node:assert/strict';
import { orderColumns } from '../../../../../src/core/results/loading/columnOrder.ts';
import { createEmptyResult } from '../../../../../src/core/results/loading/result.ts';
import { prepareQuery } from '../../../../../src/core/sql/execution/preparedQuery.ts';
import { record } from './records.ts';

/** The columns after pages of such records, each given by its names. */
function columnsOf(statement: string, ...pages: readonly (readonly string[][])[]): readonly string[] {
  const selectList = prepareQuery(statement).selectList;
  const result = createEmptyResult({ pageSize: 25, ...(selectList ? { selectList } : {}) });
  for (const [page, records] of pages.entries()) {
    const full = Array.from({ length: 25 }, (_, at) => records[at % records.length] ?? []);
    result.addResponse(page, {
      records: full.map((names, at) =>
        record(Object.fromEntries(names.map((name) => [name, `${name} ${page} ${at}`]))),
      ),
    });
  }
  // Each value is still under its own name.
  for (const [column, name] of result.rows.columns.entries()) {
    for (let row = 0; row < result.rows.rowCount; row++) {
      const value = result.rows.value(row, column);
      assert.ok(value === undefined || String(value).startsWith(`${name} `), `${name}: ${value}`);
    }
  }
  return result.rows.columns;
}

describe('the order of the columns', () => {
  const list = 'SELECT id, name, email, city FROM persons';

  it('is that of the SELECT list, whatever the first records lack and in whatever order fields come', () => {
    const wanted = ['id', 'name', 'email', 'city'];
    assert.deepEqual(
      columnsOf(list, [
        ['city', 'id'],
        ['email', 'name'],
      ]),
      wanted,
    );
    assert.deepEqual(columnsOf(list, [['city', 'id']], [['id', 'email', 'city']], [['name']]), wanted);
    assert.deepEqual(columnsOf(list, [['id']]), wanted);
  });

  it('takes the names as the service writes them, also where they come late', () => {
    assert.deepEqual(columnsOf('SELECT ID, Name AS "Who" FROM t', [['who', 'id']]), ['id', 'who']);
    assert.deepEqual(columnsOf('SELECT ID, p.Name, X FROM t', [['x', 'id']], [['name', 'x']]), [
      'id',
      'name',
      'x',
    ]);
  });

  it('knows functions by their column or their name', () => {
    const statement = "SELECT name, REDACTION(ssn, 'PLAIN_TEXT'), UPPER(city) AS c FROM t";
    assert.deepEqual(columnsOf(statement, [['c', 'ssn', 'name']]), ['name', 'ssn', 'c']);
    assert.deepEqual(
      columnsOf('SELECT COUNT(*), AVG(income), MIN(income) FROM t', [['avg', 'count', 'min']]),
      ['count', 'avg', 'min'],
    );
    // Nothing is made up for one that has not come.
    assert.deepEqual(columnsOf(statement, [['c', 'name']], [['ssn']]), ['name', 'c', 'ssn']);
  });

  it('is that of arrival where the list names not all columns, or the service names them otherwise', () => {
    assert.deepEqual(columnsOf('SELECT * FROM t', [['b', 'a']], [['c']]), ['b', 'a', 'c']);
    assert.deepEqual(columnsOf('SELECT p.*, id FROM t p', [['b', 'id']]), ['b', 'id']);
    assert.deepEqual(columnsOf(list, [['t.city', 't.id']]), ['t.city', 't.id']);
    assert.deepEqual(columnsOf(list, [['x', 'city', 'id']]), ['id', 'city', 'x']);
  });

  it('names no column twice', () => {
    assert.deepEqual(columnsOf('SELECT id, ID, name, id FROM t', [['name', 'id']]), ['id', 'name']);
    assert.deepEqual(orderColumns([{ names: ['a', 'b'], isCertain: false }], ['b', 'a']), ['a', 'b']);
  });
});
