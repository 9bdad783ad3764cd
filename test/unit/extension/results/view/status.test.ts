import assert from 'node:assert/strict';
import { createPager } from '../../../../../src/core/results/loading/pager.ts';
import '../../withVscode.ts';

const { pageStatus, restingText, wholeStatus } = await import(
  '../../../../../src/extension/results/view/status.ts'
);

/** The state after the one answer to a statement that is sent once. */
async function answered(rows: number, most?: number) {
  const records = Array.from({ length: rows }, (_, id) => ({ fields: [['id', id] as const] }));
  const exchange = { status: 200, milliseconds: 1, bytes: 1 };
  const pager = createPager({
    ...{ pageSize: 25, onChange: () => {} },
    delivery: most === undefined ? { kind: 'single' } : { kind: 'unpaged', most },
    fetch: () => Promise.resolve({ ok: true, value: { records }, exchange }),
  });
  pager.start();
  await new Promise((resolve) => setImmediate(resolve));
  return pager.state();
}

describe('the state line of results', () => {
  it('calls no result ended whose one answer is full', async () => {
    const full = await answered(25, 25);
    assert.equal(pageStatus(full), 'Rows 1–25 · more may exist');
    const rows = { shown: 25, loaded: 25, contiguous: true, complete: false, filtered: false };
    assert.equal(wholeStatus(full, rows), 'Rows 1–25 · more may exist');
    assert.equal(pageStatus(await answered(24, 25)), 'Rows 1–24 · end of results');
    assert.equal(pageStatus(await answered(1)), 'Row 1 · end of results');
  });

  it('says what of the arrangement rests while columns are masked', () => {
    const texts = [
      restingText({ sort: false, filters: 0 }),
      restingText({ sort: true, filters: 0 }),
      restingText({ sort: false, filters: 1 }),
      restingText({ sort: true, filters: 2 }),
    ];
    assert.deepEqual(texts, [
      '',
      'sort off while masked',
      '1 filter off while masked',
      'sort and 2 filters off while masked',
    ]);
  });
});
