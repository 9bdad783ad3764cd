import assert from 'node:assert/strict';
import { createLoadAll } from '../../../../../src/core/results/loading/loadAll.ts';
import { createPager } from '../../../../../src/core/results/loading/pager.ts';
import type { Outcome } from '../../../../../src/core/service/errors.ts';
import type { QueryResult } from '../../../../../src/core/service/types.ts';
import { answered, numbered } from './records.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A pager and a Load all over one result of 60 rows, whose requests wait for `answerAll`. */
function drivers(prefetch: boolean, concurrency: number) {
  const asked: number[] = [];
  let waiting: (() => void)[] = [];
  const fetch = (offset: number): Promise<Outcome<QueryResult>> => {
    asked.push(offset);
    const answer = answered(numbered(offset, Math.min(offset + 25, 60)));
    return new Promise((resolve) => waiting.push(() => resolve(answer)));
  };
  const answerAll = async (): Promise<void> => {
    const all = waiting;
    waiting = [];
    for (const answer of all) answer();
    await settle();
  };
  const onChange = (): void => undefined;
  const pager = createPager({ pageSize: 25, prefetch: () => prefetch, fetch, onChange });
  const loadAll = createLoadAll(
    { result: pager.result, fetch, concurrency, maxRows: 1000, onChange },
    {
      now: () => performance.now(),
      sleep: async () => undefined,
      random: () => 0,
      abortController: () => new AbortController(),
    },
  );
  return { pager, loadAll, asked, answerAll };
}

describe('a page that both drivers want', () => {
  it('is requested once where it is read ahead as Load all begins', async () => {
    const { pager, loadAll, asked, answerAll } = drivers(true, 1);
    pager.start();
    await answerAll();
    assert.deepEqual(asked, [0, 25]);
    const done = loadAll.start();
    await answerAll();
    await answerAll();
    await answerAll();
    assert.equal((await done).phase, 'done');
    assert.deepEqual(asked, [0, 25, 50, 60]);
    assert.equal(loadAll.state().requests, 2);
    assert.equal(pager.state().totalRowCount, 60);
  });

  it('is requested once where Load all was paused with its request under way', async () => {
    const { pager, loadAll, asked, answerAll } = drivers(false, 1);
    pager.start();
    await answerAll();
    void loadAll.start();
    loadAll.pause();
    pager.next();
    await settle();
    assert.equal(pager.state().phase, 'loading');
    await answerAll();
    const { phase, page } = pager.state();
    assert.deepEqual([phase, page, asked], ['page', 1, [0, 25]]);
  });
});
