import assert from 'node:assert/strict';
import '../../withVscode.ts';

const { createMaskQuestion } = await import('../../../../../src/extension/results/export/choices.ts');

describe('the question about masked values', () => {
  it('counts one column and several', () => {
    const titles = [['ssn'], ['ssn', 'email']].map((columns) => createMaskQuestion(columns, false).title);
    assert.deepEqual(titles, ['1 column has masked values', '2 columns have masked values']);
  });
});
