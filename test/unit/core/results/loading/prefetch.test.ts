import assert from 'node:assert/strict';
import { createPager } from '../../../../../src/core/results/loading/pager.ts';
import type { Outcome } from '../../../../../src/core/service/errors.ts';
import type { QueryResult } from '../../../../../src/core/service/types.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A service with `rows` records whose answers wait until they are let go. */
function service(rows: number) {
  const asked: number[] = [];
  const waiting: ((outcome: Outcome<QueryResult>) => void)[] = [];
  let on = true;
  const pager = createPager({
    pageSize: 2,
    prefetch: () => on,
    onChange() {},
    fetch: (offset) => {
      asked.push(offset);
      return new Promise((resolve) => waiting.push(resolve));
    },
  });
  const answer = async (): Promise<void> => {
    const offset = asked.at(-1) ?? 0;
    const ids = [offset, offset + 1].filter((id) => id < rows);
    const records = ids.map((id) => ({ fields: [['id', id]] as const, unknown: [] }));
    const value = { records } as unknown as QueryResult;
    waiting.shift()?.({ ok: true, value, exchange: { status: 200, milliseconds: 1, bytes: 1 } });
    await settle();
  };
  const fail = async (kind: 'cancelled' | 'timeout' | 'longWait' | 'unreadableWait'): Promise<void> => {
    const rateLimited = { kind: 'status', status: 429, message: '', retry: true };
    const errors = {
      cancelled: { kind: 'cancelled', retry: false },
      timeout: { kind: 'timeout', retry: true },
      longWait: { ...rateLimited, retryAfterMs: 600_000 },
      unreadableWait: { ...rateLimited, hasUnreadableRetryAfter: true },
    };
    const error = errors[kind];
    waiting.shift()?.({ ok: false, error } as Outcome<QueryResult>);
    await settle();
  };
  return { pager, asked, answer, fail, stop: () => (on = false) };
}

describe('reading ahead, where the person wants it', () => {
  it('asks for the next page once, and shows what is there meanwhile', async () => {
    const { pager, asked, answer } = service(5);
    pager.start();
    await answer();
    assert.deepEqual(asked, [0, 2]);
    assert.deepEqual([pager.state().phase, pager.state().page], ['page', 0]);
    await answer();
    assert.deepEqual([pager.state().page, pager.state().rowsLoaded], [0, 4]);
    pager.next();
    assert.deepEqual([pager.state().phase, pager.state().page], ['page', 1]);
    await settle();
    assert.deepEqual(asked, [0, 2, 4]);
    await answer();
    pager.next();
    await settle();
    // What follows a page of fewer rows is not requested ahead, and the end is found only as the user asks for it.
    assert.deepEqual([pager.state().page, pager.state().totalRowCount, asked.length], [2, undefined, 3]);
    pager.next();
    await answer();
    assert.deepEqual([pager.state().page, pager.state().totalRowCount, asked], [2, 5, [0, 2, 4, 5]]);
  });

  it('asks for nothing once the result is closed', async () => {
    const first = service(9);
    first.pager.start();
    first.pager.result.close();
    await first.answer();
    assert.deepEqual(first.asked, [0]);
    const second = service(9);
    second.pager.start();
    await second.answer();
    second.pager.result.close();
    second.pager.next();
    await second.answer();
    assert.deepEqual(second.asked, [0, 2]);
  });

  it('lets the wanted page be the one that is under way already', async () => {
    const { pager, asked, answer } = service(9);
    pager.start();
    await answer();
    pager.next();
    assert.equal(pager.state().phase, 'loading');
    await answer();
    assert.deepEqual([pager.state().phase, pager.state().page], ['page', 1]);
    assert.deepEqual(asked, [0, 2, 4]);
  });

  it('ignores the failure of a prefetch, and requests the page again when it is needed', async () => {
    const { pager, asked, answer, fail } = service(9);
    pager.start();
    await answer();
    await fail('timeout');
    assert.deepEqual([pager.state().phase, 'error' in pager.state()], ['page', false]);
    pager.next();
    await answer();
    assert.deepEqual([pager.state().page, asked.slice(0, 3)], [1, [0, 2, 2]]);
  });

  it('does not go on against a cancel', async () => {
    const { pager, asked, answer, fail } = service(9);
    pager.start();
    await answer();
    pager.next();
    await fail('cancelled');
    assert.deepEqual([pager.state().phase, pager.state().page, asked], ['cancelled', 0, [0, 2]]);
  });

  for (const wait of ['longWait', 'unreadableWait'] as const) {
    it(`does not send again by itself after a ${wait}, and rests until a page came`, async () => {
      const { pager, asked, answer, fail } = service(9);
      pager.start();
      await answer();
      await fail(wait);
      assert.deepEqual([pager.state().phase, asked], ['page', [0, 2]]);
      pager.next();
      await answer();
      // The page that the user asked for came: reading ahead goes on.
      assert.deepEqual([pager.state().page, asked], [1, [0, 2, 2, 4]]);
      pager.next();
      await fail(wait);
      assert.deepEqual([pager.state().phase, pager.state().page, asked.length], ['error', 1, 4]);
      pager.previous();
      pager.next();
      await settle();
      assert.deepEqual([pager.state().phase, pager.state().page, asked.length], ['page', 1, 4]);
      pager.next();
      await settle();
      assert.deepEqual(asked, [0, 2, 2, 4, 4]);
    });
  }

  it('is never done unasked', async () => {
    const { pager, asked, answer, stop } = service(9);
    stop();
    pager.start();
    await answer();
    assert.deepEqual(asked, [0]);
  });
});
