import assert from 'node:assert/strict';
import { createPager } from '../../../../../src/core/results/loading/pager.ts';
import type { Delivery } from '../../../../../src/core/results/loading/result.ts';
import '../../withVscode.ts';

const { doubtsDetail, pageStatus, restingText, wholeStatus } = await import(
  '../../../../../src/extension/results/view/status.ts'
);

/** The state after the one answer to a statement that is sent once. */
async function answered(rows: number, delivery: Delivery) {
  const records = Array.from({ length: rows }, (_, id) => ({ fields: [['id', id] as const] }));
  const exchange = { status: 200, milliseconds: 1, bytes: 1 };
  const pager = createPager({
    ...{ pageSize: 25, onChange: () => {} },
    delivery,
    fetch: () => Promise.resolve({ ok: true, value: { records }, exchange }),
  });
  pager.start();
  await new Promise((resolve) => setImmediate(resolve));
  return pager.state();
}

describe('the state line of results', () => {
  it('calls no result ended whose one answer is full', async () => {
    const full = await answered(25, { kind: 'unpaged', most: 25 });
    assert.equal(pageStatus(full), 'Rows 1–25 · more may exist');
    const rows = { shown: 25, loaded: 25, contiguous: true, complete: false, filtered: false };
    assert.equal(wholeStatus(full, rows), 'Rows 1–25 · more may exist');
    const whole = await answered(24, { kind: 'unpaged', most: 25 });
    assert.equal(pageStatus(whole), 'Rows 1–24 · end of results');
    const fewerMayBeNotAll = await answered(24, { kind: 'unpaged' });
    assert.equal(pageStatus(fewerMayBeNotAll), 'Rows 1–24 · more may exist');
    assert.equal(pageStatus(await answered(1, { kind: 'single' })), 'Row 1 · end of results');
  });

  it('calls no result ended whose last page is not full, until an empty answer or COUNT says so', async () => {
    const delivery = { kind: 'paged' } as const;
    assert.equal(pageStatus(await answered(10, delivery)), 'Rows 1–10 · more may exist');
    assert.equal(pageStatus(await answered(25, delivery)), 'Rows 1–25 · more available');
    assert.equal(pageStatus(await answered(0, delivery)), 'No rows');
    const limited = await answered(10, { kind: 'paged', total: 10 });
    assert.equal(pageStatus(limited), 'Rows 1–10 · end of results');
  });

  it('says that rows may be skipped once they came in several answers', async () => {
    const one = await answered(25, { kind: 'paged' });
    const several = { ...one, mayHaveSkippedRows: true };
    assert.doesNotMatch(`${pageStatus(one)} ${doubtsDetail(one, undefined)}`, /skip/);
    assert.equal(pageStatus(several), 'Rows 1–25 · more available · unordered; may skip rows');
    const rows = { shown: 50, loaded: 50, contiguous: true, complete: true, filtered: false };
    assert.equal(wholeStatus(several, rows), 'Rows 1–50 · end of results · unordered; may skip rows');
    assert.equal(
      doubtsDetail(several, undefined),
      'the vault has no order of rows; rows may have been skipped between pages',
    );
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
