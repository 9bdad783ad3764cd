import assert from 'node:assert/strict';
import { createTableFinder } from '../../../../../src/core/audit/handover/queryTables.ts';

describe('the tables of queries', () => {
  it('are all tables in lower case, once each', () => {
    const find = createTableFinder();
    assert.deepEqual(find('SELECT b.x FROM Zoo a JOIN "Ant" b ON a.id = b.id JOIN zoo c ON c.id = a.id'), {
      names: ['ant', 'zoo'],
      areAll: true,
    });
    assert.deepEqual(find('SELECT 1'), { names: [], areAll: false });
  });

  it('are found again only once they are no longer cached', () => {
    const find = createTableFinder();
    const query = 'SELECT x FROM t';
    const first = find(query);
    assert.equal(find(query), first);
    for (let count = 0; count < 1_000; count++) find(`SELECT x FROM t${count}`);
    const later = find(query);
    assert.notEqual(later, first);
    assert.deepEqual(later, first);
  });

  it('of long queries are not cached', () => {
    const find = createTableFinder();
    const query = `SELECT x FROM t WHERE y = '${'z'.repeat(2_000)}'`;
    assert.notEqual(find(query), find(query));
    assert.deepEqual(find(query), find(query));
  });
});
