import assert from 'node:assert/strict';
import { createPager } from '../../../../src/core/results/loading/pager.ts';
import type { QueryResult } from '../../../../src/core/service/types.ts';
import type { LoadingOptions } from '../../../../src/extension/results/session/loading.ts';
import type { Target } from '../../../../src/extension/targets/targets.ts';
import '../withVscode.ts';

const { formatLoadAllTooltip, createLoadAllNotice, formatLoadAllStatus } = await import(
  '../../../../src/extension/results/view/loadingTexts.ts'
);
const { Loading } = await import('../../../../src/extension/results/session/loading.ts');
const { formatDoubtsInFull, pageStatusText, allRowsStatusText } = await import(
  '../../../../src/extension/results/view/status.ts'
);

const skippedDetail = 'the vault has no order of rows; rows may have been skipped between pages';
const exchange = { status: 200, milliseconds: 1, bytes: 1 };

type Answer = (offset: number, limit: number) => QueryResult['records'];
const likeDefaults: LoadingOptions['settings'] = { concurrency: () => 4, maxRows: () => 100_000 };

/** One result over `answer`, of which COUNT says `counted`. */
function opened(answer: Answer, counted = 0, settings = likeDefaults, userLimit?: number) {
  const fetch = (offset: number, limit: number) =>
    Promise.resolve({ ok: true as const, value: { records: answer(offset, limit) }, exchange });
  const pager = createPager({
    pageSize: 25,
    fetch,
    onChange: () => undefined,
    ...(userLimit === undefined ? {} : { delivery: { kind: 'paged', userLimit } }),
  });
  pager.start();
  const countRows = async () => ({ ok: true as const, value: counted, exchange });
  const requests = { canCount: true, requestRowCount: countRows, fetchPageWithoutRetry: fetch };
  const loading = new Loading({ settings, pager, requests, onChange: () => undefined });
  return { pager, loading };
}

/** Likewise, with all of it loaded after it was counted. */
async function open(counted: number, answer: Answer, settings = likeDefaults) {
  const { pager, loading } = opened(answer, counted, settings);
  loading.offerOrResumeLoadAll();
  await loading.countRows();
  await loading.startOrResumeLoadAll();
  const target = { connection: {}, vault: {} } as unknown as Target;
  return { pager, loading, notice: () => createLoadAllNotice(loading.computeLoadingState(), target) };
}
const table = (size: number) => (offset: number, limit: number) =>
  Array.from({ length: Math.max(0, Math.min(limit, size - offset)) }, (_, at) => ({
    fields: [['id', offset + at] as const],
  }));

describe('what Load all says at its end', () => {
  it('says what COUNT said where other rows could be loaded, until it is closed', async () => {
    const { loading, pager, notice } = await open(10_000, table(9981));
    assert.deepEqual(notice(), {
      severity: 'warning',
      title: '9,981 loaded; COUNT returned 10,000',
      text: 'The vault likely changed during loading. Rows may be missing or repeated.',
      buttons: [{ id: 'loadAllDismiss', label: 'Close' }],
    });
    const { countedRows: counted } = loading.computeLoadingState().doubts;
    const rows = {
      displayedRowCount: 9981,
      loadedRowCount: 9981,
      isContiguous: true,
      isComplete: true,
      isFiltered: false,
    };
    assert.ok(counted !== undefined);
    assert.equal(
      allRowsStatusText(pager.state(), { ...rows, counted }),
      'Rows 1–9,981 · end of results · COUNT 10,000 · unordered; may skip rows',
    );
    assert.match(pageStatusText(pager.state(), counted), /· COUNT 10,000 · unordered; may skip rows$/);
    assert.equal(
      formatDoubtsInFull(pager.state(), counted),
      `9,981 loaded; COUNT returned 10,000 · ${skippedDetail}`,
    );
    loading.dismissLoadAllNotice();
    assert.equal(notice(), undefined);
    assert.equal(loading.computeLoadingState().doubts.countedRows, 10_000);
  });

  it('says where it stopped by the setting, until it is closed', async () => {
    const { loading, notice } = await open(260, table(260), { concurrency: () => 4, maxRows: () => 100 });
    const said = notice();
    assert.deepEqual(
      [said?.title, said?.buttons.map(({ label }) => label)],
      ['Stopped at 100 rows', ['Open Setting', 'Close']],
    );
    loading.dismissLoadAllNotice();
    assert.equal(notice(), undefined);
  });

  it('says nothing where COUNT was right', async () => {
    const { loading, notice } = await open(260, table(260));
    assert.deepEqual([notice(), loading.computeLoadingState().doubts.countedRows], [undefined, undefined]);
  });

  it('says in its offer that one request looks for the end, unless COUNT says where the end is', async () => {
    const target = { connection: {}, vault: {} } as unknown as Target;
    const { loading, pager } = opened(table(260), 260);
    await new Promise((resolve) => setImmediate(resolve));
    loading.offerOrResumeLoadAll();
    const offer = createLoadAllNotice(loading.computeLoadingState(), target);
    assert.deepEqual(
      [offer?.title, offer?.text],
      [
        'Load all: at most 4,000 requests',
        'The number of rows is unknown. Each request (25 rows) creates an audit event. ' +
          'One request looks for the end. Loading stops at 100,000 rows (vaultsql.results.maxRows).',
      ],
    );
    await loading.countRows();
    const counted = createLoadAllNotice(loading.computeLoadingState(), target);
    assert.match(counted?.title ?? '', /^Load all: 10 requests, 10 audit events; /);
    assert.equal(counted?.text, 'COUNT returned 260 rows.');
    await loading.startOrResumeLoadAll();
    assert.deepEqual([pager.state().totalRowCount, pager.state().rowsLoaded], [260, 260]);
    const stage = loading.computeLoadingState().stage;
    assert.equal(stage.kind === 'loading' && stage.all.requests, 10);
  });

  it('says in its offer that the end is looked for only if there are fewer rows than the LIMIT', async () => {
    const target = { connection: {}, vault: {} } as unknown as Target;
    const { loading, pager } = opened(table(990), 0, likeDefaults, 1_000);
    await new Promise((resolve) => setImmediate(resolve));
    loading.offerOrResumeLoadAll();
    const offer = createLoadAllNotice(loading.computeLoadingState(), target);
    assert.match(offer?.title ?? '', /^Load all: at most 40 requests, /);
    assert.equal(offer?.text, 'If there are fewer rows than the LIMIT, one request looks for the end.');
    await loading.startOrResumeLoadAll();
    const { stage } = loading.computeLoadingState();
    assert.deepEqual([pager.state().rowsLoaded, stage.kind === 'loading' && stage.all.requests], [990, 40]);
  });

  it('counts rows while it works, and leaves its requests to the tooltip', async () => {
    const { loading } = opened(table(260));
    await new Promise((resolve) => setImmediate(resolve));
    const said = () => [
      formatLoadAllStatus(loading.computeLoadingState()),
      formatLoadAllTooltip(loading.computeLoadingState()),
    ];
    assert.deepEqual(said(), [undefined, '']);
    void loading.startOrResumeLoadAll();
    loading.pauseLoadAll();
    assert.deepEqual(said(), ['Paused · 25 rows', '2 requests']);
    await loading.startOrResumeLoadAll();
    assert.deepEqual([said(), loading.isLoadAllRunning()], [[undefined, ''], false]);
  });

  it('counts a row that came again with another value among the repeated ones', async () => {
    // The row with id 3 was changed, and so moved behind all others, once its page had been read.
    const moved = (offset: number, limit: number) =>
      table(100)(offset, limit).map((_, at) => {
        const id = offset + at;
        return {
          fields: [['id', id === 99 ? 3 : id] as const, ['name', `${offset} ${id}`] as const],
        };
      });
    const { pager } = await open(100, moved);
    assert.match(pageStatusText(pager.state()), /· 1 repeated · unordered; may skip rows$/);
    assert.equal(
      formatDoubtsInFull(pager.state(), undefined),
      `1 row repeated (1 changed); rows are unordered · ${skippedDetail}`,
    );
  });

  it('says that rows came from after the end', async () => {
    const { pager } = await open(60, (offset, limit) =>
      table(offset >= 25 && offset < 50 ? 45 : 60)(offset, limit),
    );
    assert.match(pageStatusText(pager.state()), /· vault changed · unordered; may skip rows$/);
    assert.equal(
      formatDoubtsInFull(pager.state(), undefined),
      `vault changed: 10 rows found after the end · ${skippedDetail}`,
    );
  });
});
