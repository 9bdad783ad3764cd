import assert from 'node:assert/strict';
import '../withVscode.ts';

const { formatRangeFilter, formatValueFilter } = await import(
  '../../../../src/extension/results/session/conditions.ts'
);

describe('the label of a filter', () => {
  it('names column and value, however long or odd they are', () => {
    const long = 'x'.repeat(10_000);
    const cut = `${long.slice(0, 40)}…`;
    assert.equal(formatValueFilter('state', 'CA', false), 'state is CA');
    assert.equal(formatValueFilter(long, long, true), `${cut} is not ${cut}`);
    assert.equal(formatValueFilter('\u202Eevil', 'a\nb', false), '\uFFFDevil is a b');
    assert.equal(formatValueFilter(' ', null, false), '" " is NULL');
    assert.equal(formatRangeFilter('income', '0.1', '0.2'), 'income from 0.1 to below 0.2');
    const edge = `0.${'9'.repeat(90)}`;
    assert.equal(formatRangeFilter(long, edge, '1'), `${cut} from ${edge.slice(0, 40)}… to below 1`);
  });
});
