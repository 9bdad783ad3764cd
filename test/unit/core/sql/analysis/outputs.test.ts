import assert from 'node:assert/strict';
import { prepareQuery } from '../../../../../src/core/sql/execution/preparedQuery.ts';

const outputs = (statement: string) =>
  prepareQuery(statement).outputs.map(({ name, columns }) => [name, ...columns]);

describe('what the columns of a result are made of', () => {
  it('aliases, plain columns and expressions', () => {
    assert.deepEqual(
      outputs('SELECT id, p.ssn AS number, "Na""me" x, p.email FROM persons p WHERE ssn = 1'),
      [
        ['id', 'id'],
        ['number', 'ssn'],
        ['x', 'Na"me'],
        ['email', 'email'],
      ],
    );
    assert.deepEqual(outputs("SELECT REDACTION(p.ssn, 'PLAIN_TEXT'), UPPER(name) AS n, COUNT(*) FROM t"), [
      [undefined, 'ssn'],
      ['n', 'name'],
      [undefined],
    ]);
  });
  it('of the outermost SELECT alone, up to its FROM', () => {
    assert.deepEqual(outputs('SELECT id AS from, p.limit, b FROM persons p LIMIT 1'), [
      ['from', 'id'],
      ['limit', 'limit'],
      ['b', 'b'],
    ]);
    const common = 'WITH w AS MATERIALIZED (SELECT a, b FROM t), v AS (SELECT c FROM t)';
    assert.deepEqual(outputs(`${common} SELECT b, a FROM w`), [
      ['b', 'b'],
      ['a', 'a'],
    ]);
    assert.deepEqual(outputs(`${common} (SELECT b FROM w)`), [['b', 'b']]);
    assert.deepEqual(outputs('((SELECT b FROM w)) LIMIT 1'), [['b', 'b']]);
    assert.deepEqual(outputs('SELECT (SELECT a FROM t) AS x FROM w'), [['x', 'a']]);
  });
  it('all, nothing and half a statement', () => {
    assert.deepEqual(outputs('SELECT * FROM persons'), [[undefined]]);
    assert.deepEqual(outputs('SELECT p.* FROM persons p'), [[undefined]]);
    assert.deepEqual(outputs(''), []);
    assert.deepEqual(outputs('SELECT'), []);
    assert.deepEqual(outputs('SELECT a, (b'), [
      ['a', 'a'],
      ['b', 'b'],
    ]);
    assert.deepEqual(outputs('DELETE FROM t'), []);
  });
});
