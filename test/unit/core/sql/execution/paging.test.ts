import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadModule, parseSync } from 'libpg-query';
import type { PagingPlan, PagingRefusal } from '../../../../../src/core/sql/execution/paging.ts';
import { prepareQuery } from '../../../../../src/core/sql/execution/preparedQuery.ts';
import { lexWithComments } from '../../../../../src/core/sql/lexer/lexer.ts';
import { dialectStatement } from '../generate.ts';

function plan(sql: string): PagingPlan {
  const found = prepareQuery(sql).plan;
  if (found.kind === 'refused') throw new Error(`${sql}: ${found.reason}`);
  return found;
}
const page = (sql: string, offset = 0, limit = 25): string => prepareQuery(sql).page({ offset, limit });
const reason = (found: PagingPlan | PagingRefusal): string =>
  found.kind === 'refused' ? found.reason : found.kind;
const count = (sql: string): string => {
  const found = prepareQuery(sql).count;
  return found.ok ? found.statement : found.reason;
};

/** The parse tree without places, and the two numbers of LIMIT and OFFSET apart from it. */
function meaning(sql: string): { rest: unknown; limit: unknown; offset: unknown } {
  const [statement] = parseSync(sql).stmts ?? [];
  const select = (statement?.stmt as { SelectStmt?: Record<string, unknown> } | undefined)?.SelectStmt ?? {};
  const { limitCount, limitOffset, limitOption, ...rest } = JSON.parse(
    JSON.stringify(select, (key, value) => (key === 'location' ? undefined : value)),
  ) as Record<string, unknown>;
  const number = (node: unknown): unknown =>
    node === undefined
      ? undefined
      : ((node as { A_Const?: { ival?: { ival?: number } } }).A_Const?.ival?.ival ?? 0);
  return { rest, limit: number(limitCount), offset: number(limitOffset) };
}

describe('paging', () => {
  before(loadModule);

  it('takes ROWS for a part of OFFSET only, wherever LIMIT is', () => {
    for (const sql of [
      'SELECT a FROM t LIMIT 10 OFFSET 5 ROWS',
      'SELECT a FROM t OFFSET 5 ROWS LIMIT 10',
      'SELECT rows FROM t OFFSET 5 LIMIT 10',
    ]) {
      const options = { allow: ['ROWS'] };
      const found = prepareQuery(sql, options).plan;
      assert.ok(found.kind !== 'refused', sql);
      const { limit, offset } = meaning(prepareQuery(sql, options).page({ offset: 0, limit: 25 }));
      assert.deepEqual([limit, offset], [10, 5], sql);
    }
  });

  it('puts LIMIT and OFFSET after the last token, before `;` and comments', () => {
    assert.equal(page('SELECT a FROM t -- x', 25), 'SELECT a FROM t LIMIT 25 OFFSET 25 -- x');
    assert.equal(page('SELECT a FROM t /* x */ ;'), 'SELECT a FROM t LIMIT 25 OFFSET 0 /* x */ ;');
  });
  it('takes the user’s LIMIT for the total and their OFFSET for the base', () => {
    const sql = 'SELECT a FROM t OFFSET 7 LIMIT 60 -- x';
    assert.deepEqual(plan(sql), { kind: 'paged', base: 7, total: 60 });
    assert.equal(page(sql, 50), 'SELECT a FROM t OFFSET 57 LIMIT 10 -- x');
    assert.equal(page(sql, 75), 'SELECT a FROM t OFFSET 82 LIMIT 0 -- x');
    assert.equal(page('SELECT a FROM t LIMIT 60', 25), 'SELECT a FROM t LIMIT 25 OFFSET 25');
    assert.equal(page('SELECT a FROM t OFFSET 1_000', 25), 'SELECT a FROM t OFFSET 1025 LIMIT 25');
  });
  it('is not confused by columns of those names', () => {
    const sql = 'SELECT t.limit, "offset" AS limit FROM t WHERE t.offset = 1';
    assert.equal(page(sql), `${sql} LIMIT 25 OFFSET 0`);
  });
  it('asks once where the answer is one row', () => {
    for (const sql of ['SELECT COUNT(*) FROM t', 'SELECT MIN(REDACTION(a)), 1 FROM t LIMIT 5']) {
      assert.deepEqual(plan(sql), { kind: 'single' });
      assert.equal(page(sql, 25), sql);
    }
    assert.equal(plan('SELECT REDACTION(a), t.count FROM t').kind, 'paged');
  });
  it('pages a row for each group, where the settings allow GROUP BY', () => {
    const { plan, page } = prepareQuery('SELECT a, COUNT(*) FROM t GROUP BY a', { allow: ['GROUP BY'] });
    assert.equal(plan.kind, 'paged');
    assert.equal(page({ offset: 25, limit: 25 }), 'SELECT a, COUNT(*) FROM t GROUP BY a LIMIT 25 OFFSET 25');
  });
  it('refuses with a reason what cannot be cut safely', () => {
    const refusals = {
      '': 'empty',
      '-- x': 'empty',
      'SELECT 1 FROM t; SELECT 2 FROM t': 'several-statements',
      'DELETE FROM t': 'not-a-select',
      'VALUES (1)': 'not-a-select',
      '(SELECT a FROM t)': 'brackets',
      'SELECT a FROM t LIMIT 5 + 5': 'not-accepted',
      'SELECT a FROM t LIMIT 5.5': 'limit-not-a-number',
      'SELECT a FROM t LIMIT b': 'limit-not-a-number',
      'SELECT a FROM t LIMIT (5)': 'limit-not-a-number',
      'SELECT a FROM t LIMIT 99999999999999999999': 'limit-not-a-number',
      "SELECT a FROM t OFFSET '5'": 'offset-not-a-number',
      'SELECT a FROM t LIMIT -1': 'limit-not-a-number',
      'SELECT a FROM t LIMIT :n': 'placeholder',
      'SELECT a FROM t LIMIT ALL': 'not-accepted',
      'SELECT a FROM t FETCH FIRST 5 ROWS ONLY': 'fetch',
      'SELECT a FROM t UNION SELECT b FROM u': 'set-operation',
      'SELECT a FROM t FOR UPDATE': 'locking',
      'SELECT a INTO b FROM t': 'into',
      "SELECT a FROM t WHERE b = 'x": 'not-accepted',
    };
    for (const [sql, expected] of Object.entries(refusals))
      assert.equal(reason(prepareQuery(sql).plan), expected, sql);
  });
  it('pages what the settings allow', () => {
    const sql = 'SELECT a FROM t ORDER BY b';
    const options = { allow: ['ORDER BY'] };
    assert.equal(reason(prepareQuery(sql).plan), 'not-accepted');
    const found = prepareQuery(sql, options).plan;
    assert.ok(found.kind === 'paged');
    assert.equal(prepareQuery(sql, options).page({ offset: 0, limit: 5 }), `${sql} LIMIT 5 OFFSET 0`);
  });

  it('plans and counts nothing that the rules on columns refuse', () => {
    const sql = 'SELECT a FROM cards WHERE cvv = 1 LIMIT 60';
    const columns = [{ table: 'cards', column: 'cvv', transientTokenization: true }];
    assert.equal(reason(prepareQuery(sql, { columns: columns }).plan), 'not-accepted');
    assert.deepEqual(prepareQuery(sql, { columns: columns }).count, {
      ok: false,
      reason: 'not-accepted',
    });
    assert.equal(prepareQuery(sql.replace('cvv', 'brand'), { columns: columns }).count.ok, true);
    assert.equal(prepareQuery('SELECT cvv FROM cards', { columns: columns }).plan.kind, 'paged');
  });

  it('changes nothing but the two numbers, as PostgreSQL reads it', () => {
    const numbers = fc.record({ offset: fc.nat(1000), limit: fc.integer({ min: 1, max: 25 }) });
    fc.assert(
      fc.property(dialectStatement, numbers, (sql, window) => {
        const found = plan(sql);
        if (found.kind === 'single') return;
        const paged = prepareQuery(sql).page(window);
        const before = meaning(sql);
        const after = meaning(paged);
        assert.deepEqual(after.rest, before.rest);
        assert.equal(after.offset, Number(before.offset ?? 0) + window.offset);
        const left = before.limit === undefined ? window.limit : Number(before.limit) - window.offset;
        assert.equal(after.limit, Math.max(0, Math.min(window.limit, left)));
        const comments = (text: string): string[] =>
          lexWithComments(text)
            .filter(({ kind }) => kind === 'comment')
            .map(({ start, end }) => text.slice(start, end));
        assert.deepEqual(comments(paged), comments(sql));
      }),
      { numRuns: 500 },
    );
  });
  it('never throws on a plan it gave, and gives a plan or a reason for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const sql = `SELECT ${text}`;
        const prepared = prepareQuery(sql);
        if (prepared.plan.kind !== 'refused') prepared.page({ offset: 0, limit: 1 });
      }),
      { numRuns: 100 },
    );
  });
});

describe('counting', () => {
  before(loadModule);

  it('puts COUNT(*) over the same FROM and WHERE', () => {
    assert.equal(
      count('SELECT a, /* x */ b FROM t -- y\nWHERE c = 1 LIMIT 5 OFFSET 2 -- z'),
      'SELECT COUNT(*) FROM t -- y\nWHERE c = 1 -- z',
    );
    assert.equal(count('select all * from t'), 'select all COUNT(*) from t');
  });
  it('refuses where the number of rows is another', () => {
    assert.equal(count('SELECT COUNT(*) FROM t'), 'aggregate');
    assert.equal(count('SELECT 1'), 'no-from');
    assert.equal(count('DELETE FROM t'), 'not-a-select');
    const allowed = (sql: string, allow: string): unknown => prepareQuery(sql, { allow: [allow] }).count;
    assert.deepEqual(allowed('SELECT DISTINCT a FROM t', 'DISTINCT'), { ok: false, reason: 'distinct' });
    assert.deepEqual(allowed('SELECT a FROM t GROUP BY a', 'GROUP BY'), { ok: false, reason: 'grouped' });
    assert.deepEqual(allowed('SELECT a FROM t ORDER BY a LIMIT 5', 'ORDER BY'), {
      ok: true,
      statement: 'SELECT COUNT(*) FROM t',
    });
  });
  it('keeps FROM and WHERE as PostgreSQL reads them', () => {
    fc.assert(
      fc.property(dialectStatement, (sql) => {
        const found = prepareQuery(sql).count;
        if (!found.ok) {
          assert.equal(found.reason, 'aggregate');
          return;
        }
        const pick = (text: string): unknown => {
          const { fromClause, whereClause } = meaning(text).rest as Record<string, unknown>;
          return { fromClause, whereClause };
        };
        assert.deepEqual(pick(found.statement), pick(sql));
        assert.equal(meaning(found.statement).limit, undefined);
      }),
      { numRuns: 300 },
    );
  });
});
