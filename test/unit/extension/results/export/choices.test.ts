import assert from 'node:assert/strict';
import { picks } from '../../fakeVscode.ts';
import '../../withVscode.ts';

const { askPlain } = await import('../../../../../src/extension/results/export/choices.ts');

describe('the question about masked values', () => {
  it('counts one column and several', async () => {
    picks.length = 0;
    assert.equal(await askPlain(['ssn']), undefined);
    await askPlain(['ssn', 'email']);
    assert.deepEqual(picks, [
      { title: '1 column has masked values' },
      { title: '2 columns have masked values' },
    ]);
  });
});
