import assert from 'node:assert/strict';
import { type Row, RowWindow, type RowWindowOptions } from '../../../src/webview/shared/grid/rowWindow.ts';
import { afterTimer, eventually } from '../../run/waiting.ts';

interface Asked {
  readonly from: number;
  readonly to: number;
  readonly seq: number;
  readonly answer: (rows?: readonly Row[], seq?: number) => Promise<void>;
  readonly refuse: () => Promise<void>;
}

const rowAt = (index: number): Row => [{ k: 'number', t: String(index) }];
const rowsOf = (from: number, to: number): Row[] =>
  Array.from({ length: to - from }, (_, at) => rowAt(from + at));

/** A window whose questions wait to be answered by hand. */
function setUp(options: Partial<RowWindowOptions> = {}) {
  const asked: Asked[] = [];
  const failed: number[] = [];
  let told = 0;
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const window = new RowWindow({
    rowCount: 1_000,
    columnCount: 5,
    fetchRows: (from, to, seq) =>
      new Promise((resolve, reject) => {
        asked.push({
          from,
          to,
          seq,
          answer: (rows = rowsOf(from, to), answerSeq = seq) => {
            resolve({ seq: answerSeq, rows });
            return settle();
          },
          refuse: () => {
            reject(new Error('refused'));
            return settle();
          },
        });
      }),
    onBlockRequestEnded: () => {
      told += 1;
    },
    onFailed: (row) => failed.push(row),
    ...options,
  });
  const at = (index: number): Asked => {
    const one = asked[index];
    assert.ok(one, `question ${index}`);
    return one;
  };
  return { window, asked, at, failed, told: () => told };
}

const ranges = (asked: readonly Asked[]): number[][] => asked.map(({ from, to }) => [from, to]);

describe('row window', () => {
  it('asks for what is visible, then one block on either side', async () => {
    const { window, asked, at, told } = setUp();
    window.setVisibleRowsAndRequestMissing(310, 330);
    assert.deepEqual(ranges(asked), [
      [300, 400],
      [400, 500],
      [200, 300],
    ]);
    assert.equal(window.getLoadedRow(310), undefined);
    await at(0).answer();
    assert.deepEqual(window.getLoadedRow(310), rowAt(310));
    assert.equal(told(), 1);
  });

  it('never has more than three questions open, and forgets those that scrolled by', async () => {
    const { window, asked, at } = setUp({ rowCount: 100_000 });
    for (let from = 0; from < 90_000; from += 1_000) window.setVisibleRowsAndRequestMissing(from, from + 30);
    assert.equal(asked.length, 3);
    window.setVisibleRowsAndRequestMissing(90_000, 90_030);
    await at(0).answer();
    await at(1).answer();
    await at(2).answer();
    assert.deepEqual(ranges(asked.slice(3)), [
      [90_000, 90_100],
      [90_100, 90_200],
      [89_900, 90_000],
    ]);
  });

  it('asks for fewer rows at once where rows are wide', () => {
    const { window, asked } = setUp({ columnCount: 10_000 });
    window.setVisibleRowsAndRequestMissing(0, 3);
    assert.deepEqual(ranges(asked), [
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
  });

  it('drops an answer to another question and tries three times', async () => {
    const { window, asked, at, failed } = setUp({ rowCount: 10 });
    window.setVisibleRowsAndRequestMissing(0, 10);
    await at(0).answer(rowsOf(0, 10), 999);
    assert.equal(window.getLoadedRow(0), undefined);
    await at(1).refuse();
    assert.deepEqual(failed, []);
    await at(2).answer(rowsOf(0, 4));
    assert.deepEqual(failed, [0]);
    assert.equal(asked.length, 3);
    window.setVisibleRowsAndRequestMissing(0, 10);
    assert.equal(asked.length, 3, 'no loop');
  });

  it('tries again what failed once it has been out of view', async () => {
    const { window, asked, at } = setUp();
    window.setVisibleRowsAndRequestMissing(0, 10);
    for (const index of [0, 2, 3]) await at(index).refuse();
    window.setVisibleRowsAndRequestMissing(900, 910);
    window.setVisibleRowsAndRequestMissing(0, 10);
    assert.deepEqual(ranges(asked).filter(([from]) => from === 0).length, 3);
    for (const one of asked.slice(4)) await one.answer();
    await at(1).answer();
    assert.ok(ranges(asked).filter(([from]) => from === 0).length > 3);
  });

  it('fills a block up when the result grows', async () => {
    const { window, asked, at } = setUp({ rowCount: 25 });
    window.setVisibleRowsAndRequestMissing(0, 25);
    await at(0).answer();
    window.increaseRowCountAndAllowRetries(50);
    assert.deepEqual(window.getLoadedRow(24), rowAt(24), 'what is here stays');
    window.setVisibleRowsAndRequestMissing(0, 30);
    assert.deepEqual(ranges(asked), [
      [0, 25],
      [0, 50],
    ]);
    await at(1).answer();
    assert.deepEqual(window.getLoadedRow(49), rowAt(49));
  });

  it('asks again for a block that grew while it was on its way', async () => {
    const { window, asked, at, failed } = setUp({ rowCount: 25 });
    window.setVisibleRowsAndRequestMissing(0, 25);
    window.increaseRowCountAndAllowRetries(60);
    window.setVisibleRowsAndRequestMissing(0, 25);
    await at(0).answer();
    assert.deepEqual(window.getLoadedRow(24), rowAt(24));
    assert.deepEqual(ranges(asked), [
      [0, 25],
      [0, 60],
    ]);
    assert.deepEqual(failed, []);
  });

  it('takes first rows without asking', () => {
    const { window, asked } = setUp({ rowCount: 25 });
    window.storeFirstRows(rowsOf(0, 25));
    window.setVisibleRowsAndRequestMissing(0, 25);
    assert.deepEqual(window.getLoadedRow(24), rowAt(24));
    assert.deepEqual(asked, []);
  });

  it('holds a bounded number of rows', async () => {
    const { window, asked } = setUp({ rowCount: 1_000_000 });
    for (let from = 0; from < 100_000; from += 100) {
      window.setVisibleRowsAndRequestMissing(from, from + 50);
      for (const one of asked.splice(0)) await one.answer();
    }
    let held = 0;
    for (let index = 0; index < 100_000; index++) if (window.getLoadedRow(index)) held += 1;
    assert.ok(held <= 8_000, String(held));
    assert.ok(window.getLoadedRow(99_900), 'what is visible is kept');
  });

  it('is silent once disposed', async () => {
    const { window, asked, at, told } = setUp();
    window.setVisibleRowsAndRequestMissing(0, 10);
    window.dispose();
    await at(0).answer();
    assert.equal(told(), 0);
    window.setVisibleRowsAndRequestMissing(500, 510);
    assert.equal(asked.length, 2, 'nothing new after the two first');
  });

  it('asks for nothing out of view until rows that were put in have been there for a while', async () => {
    const { window, asked, at } = setUp({ lookaheadDelayMs: 20 });
    window.storeFirstRows(rowsOf(0, 40));
    window.setVisibleRowsAndRequestMissing(0, 30);
    assert.deepEqual(ranges(asked), []);
    window.setVisibleRowsAndRequestMissing(10, 50);
    assert.deepEqual(ranges(asked), [[0, 100]], 'scrolled to rows that are not here');
    await at(0).answer();
    await eventually('a second request', () => asked.length > 1);
    assert.deepEqual(ranges(asked).slice(1), [[100, 200]]);
  });

  it('asks for nothing any more for rows that gave way to others', async () => {
    const { window, asked } = setUp({ lookaheadDelayMs: 5 });
    window.storeFirstRows(rowsOf(0, 40));
    window.setVisibleRowsAndRequestMissing(0, 30);
    window.dispose();
    await afterTimer(5);
    assert.deepEqual(ranges(asked), []);
  });
});
