import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readNames } from '../../../../../src/core/sql/analysis/names.ts';
import { readOutputs, readSelectList } from '../../../../../src/core/sql/analysis/outputs.ts';
import { countStatement, pageStatement, planPaging } from '../../../../../src/core/sql/execution/paging.ts';
import { type PreparedQuery, prepareQuery } from '../../../../../src/core/sql/execution/preparedQuery.ts';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';
import { countCalls, parsing } from '../../../calls.ts';
import { anyText, dialectStatement } from '../dialectText.ts';

const options = { allow: ['ORDER BY'], columns: [{ table: 't', column: 'b', transientTokenization: true }] };
const window = { offset: 25, limit: 25 };

function readAll(query: PreparedQuery | undefined): unknown {
  if (!query) return undefined;
  const { errors, plan, count, names, outputs, selectList } = query;
  const page = plan.kind === 'refused' ? undefined : query.page(window);
  return { errors, plan, count, names, outputs, selectList, page };
}

describe('a statement that is prepared to be run', () => {
  it('is read as its text is by each reader', () => {
    const texts = fc.oneof(
      dialectStatement,
      dialectStatement.map((text) => `-- a\n${text} ORDER BY a;`),
      anyText,
    );
    fc.assert(
      fc.property(texts, (text) => {
        const found = readAll(prepareQuery(text, options));
        if (found === undefined) return;
        const plan = planPaging(text, options);
        assert.deepEqual(found, {
          errors: checkText(text, options).filter(({ severity }) => severity === 'error'),
          plan,
          count: countStatement(text, options),
          names: readNames(text),
          outputs: readOutputs(text),
          selectList: readSelectList(text),
          page: plan.kind === 'refused' ? undefined : pageStatement(text, plan, window, options),
        });
      }),
      { numRuns: 1000 },
    );
  });
  it('is one statement', () => {
    assert.equal(prepareQuery(' -- a', {}), undefined);
    assert.equal(prepareQuery('SELECT a FROM t; SELECT b FROM u', {}), undefined);
    assert.equal(prepareQuery('SELECT a FROM t;', {})?.text, 'SELECT a FROM t;');
  });
  it('cannot be paged where its plan is a refusal', () => {
    const query = prepareQuery('SELECT DISTINCT a FROM t', {});
    assert.throws(() => query?.page(window), RangeError);
  });
  it('is parsed once', async () => {
    const [parses] = await countCalls([parsing], () => {
      const query = prepareQuery('SELECT a, b FROM t WHERE c = 1 LIMIT 50', {});
      readAll(query);
      query?.page({ offset: 50, limit: 25 });
    });
    assert.equal(parses, 1);
  });
});
