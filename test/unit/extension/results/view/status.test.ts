import assert from 'node:assert/strict';
import { createPager } from '../../../../../src/core/results/loading/pager.ts';
import type { Delivery } from '../../../../../src/core/results/loading/result.ts';
import '../../withVscode.ts';

const { formatDoubtsInFull, pageStatusText, formatSuspendedParts, statusTooltipText, allRowsStatusText } =
  await import('../../../../../src/extension/results/view/status.ts');

/** The state after the one answer to a statement that is sent once. */
async function answered(rows: number, delivery: Delivery) {
  const records = Array.from({ length: rows }, (_, id) => ({ fields: [['id', id] as const] }));
  const exchange = { status: 200, milliseconds: 1, bytes: 1 };
  const pager = createPager({
    pageSize: 25,
    onChange: () => {},
    delivery,
    fetch: () => Promise.resolve({ ok: true, value: { records }, exchange }),
  });
  pager.start();
  await new Promise((resolve) => setImmediate(resolve));
  return pager.state();
}

describe('the state line of results', () => {
  it('calls no result ended whose one answer is full', async () => {
    const full = await answered(25, { kind: 'unpaged', maxRows: 25 });
    assert.equal(pageStatusText(full), 'Rows 1–25 · more may exist');
    const rows = {
      displayedRowCount: 25,
      loadedRowCount: 25,
      isContiguous: true,
      isComplete: false,
      isFiltered: false,
    };
    assert.equal(allRowsStatusText(full, rows), 'Rows 1–25 · more may exist');
    const whole = await answered(24, { kind: 'unpaged', maxRows: 25 });
    assert.equal(pageStatusText(whole), 'Rows 1–24 · end of results');
    const fewerMayBeNotAll = await answered(24, { kind: 'unpaged' });
    assert.equal(pageStatusText(fewerMayBeNotAll), 'Rows 1–24 · more may exist');
    assert.equal(pageStatusText(await answered(1, { kind: 'single' })), 'Row 1 · end of results');
  });

  it('calls no result ended whose last page is not full, until an empty answer or COUNT says so', async () => {
    const delivery = { kind: 'paged' } as const;
    assert.equal(pageStatusText(await answered(10, delivery)), 'Rows 1–10 · more may exist');
    assert.equal(pageStatusText(await answered(25, delivery)), 'Rows 1–25 · more available');
    assert.equal(pageStatusText(await answered(0, delivery)), 'No rows');
    const limited = await answered(10, { kind: 'paged', userLimit: 10 });
    assert.equal(pageStatusText(limited), 'Rows 1–10 · end of results');
  });

  describe('of a page that is full', () => {
    const empty = 'the next page may be empty';
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    /** The pager over so many rows, with its first page. */
    async function paged(rows: number, total?: number) {
      const exchange = { status: 200, milliseconds: 1, bytes: 1 };
      const pager = createPager({
        pageSize: 25,
        onChange: () => {},
        delivery: { kind: 'paged', ...(total === undefined ? {} : { userLimit: total }) },
        async fetch(offset, limit) {
          const count = Math.max(0, Math.min(limit, rows - offset));
          const records = Array.from({ length: count }, (_, at) => ({
            fields: [['id', offset + at] as const],
          }));
          return { ok: true, value: { records }, exchange };
        },
      });
      pager.start();
      await turn();
      const said = (isWhole = false) => {
        const state = pager.state();
        const { rowsLoaded: loaded } = state;
        const complete = state.totalRowCount === loaded;
        const rows = {
          displayedRowCount: loaded,
          loadedRowCount: loaded,
          isContiguous: true,
          isComplete: complete,
          isFiltered: false,
        };
        const status = isWhole ? allRowsStatusText(state, rows) : pageStatusText(state);
        return [status.split(' · ').slice(0, 2).join(' · '), statusTooltipText(state, undefined, isWhole)];
      };
      const page = async (to: 'next' | 'previous') => {
        pager[to]();
        await turn();
      };
      return { said, page, recordCount: (count: number) => pager.result.setCountedRows(count) };
    }
    const skipped = 'the vault has no order of rows; rows may have been skipped between pages';

    it('says in the tooltip that the next page may be empty, where nothing is known of it', async () => {
      const { said, page } = await paged(1000);
      assert.deepEqual(said(), ['Rows 1–25 · more available', empty]);
      assert.deepEqual(said(true), ['Rows 1–25 · more available', empty]);
      await page('next');
      assert.deepEqual(said(), ['Rows 26–50 · more available', `${empty} · ${skipped}`]);
      await page('previous');
      assert.deepEqual(said(), ['Rows 1–25 · more available', skipped], 'the next page is loaded');
      assert.deepEqual(said(true), ['Rows 1–50 · more available', `${empty} · ${skipped}`]);
    });

    it('has no such doubt, and no more rows, where an empty answer, LIMIT, or COUNT gives the end', async () => {
      const ended = ['Rows 1–25 · end of results', ''];
      const answered = await paged(25);
      assert.deepEqual(answered.said(), ['Rows 1–25 · more available', empty]);
      await answered.page('next');
      assert.deepEqual(answered.said(), ended);
      assert.deepEqual(answered.said(true), ended);
      assert.deepEqual((await paged(1000, 25)).said(), ended);
      const counted = await paged(25);
      counted.recordCount(25);
      assert.deepEqual(counted.said(), ended);
    });

    it('has no such doubt where COUNT gives more rows; it has where a LIMIT beyond the page is no end', async () => {
      const counted = await paged(60);
      counted.recordCount(60);
      assert.deepEqual(counted.said(), ['Rows 1–25 · more available', '']);
      assert.deepEqual((await paged(25, 60)).said(), ['Rows 1–25 · more available', empty]);
    });

    it('is about full pages alone', async () => {
      assert.deepEqual((await paged(24)).said(), ['Rows 1–24 · more may exist', '']);
      assert.deepEqual((await paged(0)).said(), ['No rows', '']);
    });
  });

  it('says that rows may be skipped once they came in several answers', async () => {
    const one = await answered(25, { kind: 'paged' });
    const several = { ...one, mayHaveSkippedRows: true };
    assert.doesNotMatch(`${pageStatusText(one)} ${formatDoubtsInFull(one, undefined)}`, /skip/);
    assert.equal(pageStatusText(several), 'Rows 1–25 · more available · unordered; may skip rows');
    const rows = {
      displayedRowCount: 50,
      loadedRowCount: 50,
      isContiguous: true,
      isComplete: true,
      isFiltered: false,
    };
    assert.equal(allRowsStatusText(several, rows), 'Rows 1–50 · end of results · unordered; may skip rows');
    assert.equal(
      formatDoubtsInFull(several, undefined),
      'the vault has no order of rows; rows may have been skipped between pages',
    );
  });

  it('says what of the arrangement rests while columns are masked', () => {
    const texts = [
      formatSuspendedParts({ sort: false, filters: 0 }),
      formatSuspendedParts({ sort: true, filters: 0 }),
      formatSuspendedParts({ sort: false, filters: 1 }),
      formatSuspendedParts({ sort: true, filters: 2 }),
    ];
    assert.deepEqual(texts, [
      '',
      'sort off while masked',
      '1 filter off while masked',
      'sort and 2 filters off while masked',
    ]);
  });
});
