import assert from 'node:assert/strict';
import { prepareQuery } from '../../../../../src/core/sql/execution/preparedQuery.ts';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';
import { countCalls, parsing, scanning } from '../../../calls.ts';

describe('a query that is prepared to be run', () => {
  const text = '-- people\nSELECT p.name AS n, age FROM persons p WHERE age > 21 LIMIT 60';

  it('is parsed once, whatever the number of its pages', async () => {
    const pages: string[] = [];
    const calls = await countCalls([parsing, scanning], () => {
      const query = prepareQuery(text);
      for (let offset = 0; offset < 60; offset += 25) pages.push(query.page({ offset, limit: 25 }));
    });
    assert.deepEqual(calls, [1, 1]);
    assert.match(pages[2] ?? '', /LIMIT 10 OFFSET 50$/);
  });

  it('has all that a run needs, by offsets in the whole text', () => {
    const { errors, names, outputs, selectList, plan, count } = prepareQuery(text);
    assert.deepEqual(errors, []);
    assert.deepEqual(
      names.tables.map(({ name, start, end }) => [name, text.slice(start, end)]),
      [['persons', 'persons']],
    );
    assert.deepEqual(
      outputs.map(({ name }) => name),
      ['n', 'age'],
    );
    assert.equal(selectList?.length, 2);
    assert.deepEqual(plan, { kind: 'paged', base: 0, total: 60 });
    assert.deepEqual(count, {
      ok: true,
      statement: '-- people\nSELECT COUNT(*) FROM persons p WHERE age > 21',
    });
  });

  it('has the errors of the check, of every statement', () => {
    const wrong = 'SELECT a FROM t WHERE a >= 1; DELETE FROM t';
    const errors = checkText(wrong).filter(({ severity }) => severity === 'error');
    assert.deepEqual(prepareQuery(wrong).errors, errors);
    assert.equal(errors.length, 2);
  });

  it('is never paged where the text has several statements, or none', () => {
    for (const [sql, reason] of [
      ['SELECT a FROM t; SELECT b FROM u', 'several-statements'],
      ['-- nothing', 'empty'],
      ['SELECT DISTINCT a FROM t', 'not-accepted'],
    ] as const) {
      const query = prepareQuery(sql);
      assert.deepEqual(query.plan, { kind: 'refused', reason });
      assert.equal(query.page({ offset: 0, limit: 25 }), query.text);
    }
  });
});
