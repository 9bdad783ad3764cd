import assert from 'node:assert/strict';
import { planStatements } from '../../../../src/extension/language/statementPlans.ts';
import { countCalls, parsing, scanning } from '../../calls.ts';

const sources = ['SELECT a FROM t LIMIT 60', 'DELETE FROM t', 'SELECT COUNT(*) FROM t'];

describe('plans of statements', () => {
  it('say what is sent, counted and read in pages', () => {
    assert.deepEqual(
      [...planStatements(sources, {}, undefined).bySource.values()],
      [
        { isNeverSent: false, canBeCounted: true, total: 60 },
        { isNeverSent: true, canBeCounted: false },
        { isNeverSent: false, canBeCounted: false },
      ],
    );
  });
  it('parse and scan each statement once', async () => {
    const counts = await countCalls([parsing, scanning], () => planStatements(sources, {}, undefined));
    assert.deepEqual(counts, [sources.length, sources.length]);
  });
  it('are kept while statement and options are the same, and no longer', () => {
    const before = planStatements(sources, {}, undefined);
    const after = planStatements(sources.slice(1), {}, before);
    assert.equal(after.bySource.get('DELETE FROM t'), before.bySource.get('DELETE FROM t'));
    assert.equal(after.bySource.size, 2);
    const others = planStatements(sources, { allow: ['>='] }, before);
    assert.notEqual(others.bySource.get('DELETE FROM t'), before.bySource.get('DELETE FROM t'));
  });
});
