import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createPager, type Pager } from '../../../../../src/core/results/loading/pager.ts';
import type { Outcome } from '../../../../../src/core/service/errors.ts';
import type { QueryResult } from '../../../../../src/core/service/types.ts';
import { answered, numbered, shownRows } from './records.ts';

interface Asked {
  readonly offset: number;
  readonly limit: number;
}

/** A service with `size` rows that answers when told to. */
function service(size: number) {
  const asked: Asked[] = [];
  const waiting: (() => void)[] = [];
  const fetch = (offset: number, limit: number): Promise<Outcome<QueryResult>> => {
    asked.push({ offset, limit });
    const rows = Array.from(
      { length: Math.max(0, Math.min(limit, size - offset)) },
      (_, i) => offset + i + 1,
    );
    const records = rows.length === 0 ? null : rows.map((id) => ({ fields: [['id', id] as const] }));
    return new Promise((resolve) =>
      waiting.push(() =>
        resolve({ ok: true, value: { records }, exchange: { status: 200, milliseconds: 1, bytes: 1 } }),
      ),
    );
  };
  const settle = async (): Promise<void> => {
    for (let idle = 0; idle < 3; ) {
      const answer = waiting.shift();
      answer ? answer() : idle++;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { asked, fetch, settle, inFlight: () => waiting.length };
}

const ids = (pager: Pager): unknown[] => shownRows(pager).map((row) => row[0]);

describe('pager', () => {
  it('pages forward, goes back without asking again, and knows the end from an empty answer', async () => {
    const { asked, fetch, settle } = service(30);
    const pager = createPager({ pageSize: 25, fetch, onChange: () => {} });
    pager.start();
    assert.equal(pager.state().phase, 'loading');
    await settle();
    assert.equal(pager.state().totalRowCount, undefined);
    assert.equal(pager.state().hasNext, true);
    pager.next();
    await settle();
    assert.deepEqual(ids(pager), [26, 27, 28, 29, 30]);
    assert.equal(pager.state().firstRow, 26);
    assert.deepEqual(
      [pager.state().totalRowCount, pager.state().hasNext, pager.state().isPartial],
      [undefined, true, true],
    );
    pager.next();
    await settle();
    assert.deepEqual(ids(pager), [26, 27, 28, 29, 30]);
    assert.deepEqual(
      [pager.state().totalRowCount, pager.state().hasNext, pager.state().isPartial],
      [30, false, false],
    );
    pager.previous();
    assert.equal(pager.state().firstRow, 1);
    assert.equal(pager.state().hasNext, true);
    assert.deepEqual(asked, [
      { offset: 0, limit: 25 },
      { offset: 25, limit: 25 },
      { offset: 30, limit: 20 },
    ]);
  });

  it('adds what follows a page of fewer rows than requested, and loses no row', async () => {
    const asked: Asked[] = [];
    const fetch = async (offset: number, limit: number): Promise<Outcome<QueryResult>> => {
      asked.push({ offset, limit });
      return answered(numbered(offset, Math.min(offset + Math.min(limit, 10), 33)));
    };
    const pager = createPager({ pageSize: 25, fetch, onChange: () => {} });
    pager.start();
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    for (await turn(); pager.state().hasNext; await turn()) pager.next();
    assert.deepEqual(
      asked.map(({ offset }) => offset),
      [0, 10, 20, 25, 33],
    );
    const { totalRowCount: end, rowsLoaded, page, rowCount } = pager.state();
    assert.deepEqual([end, rowsLoaded, page, rowCount], [33, 33, 1, 8]);
    const { rows } = pager.result;
    assert.deepEqual(
      rows.rows(0, rows.rowCount).map(([id]) => id),
      Array.from({ length: 33 }, (_, id) => id),
    );
  });

  it('ends where COUNT said, without a request that looks for the end', async () => {
    const { asked, fetch, settle } = service(30);
    const pager = createPager({ pageSize: 25, fetch, onChange: () => {} });
    pager.start();
    await settle();
    pager.result.setCountedRows(30);
    pager.next();
    await settle();
    const { totalRowCount: end, hasNext, isPartial } = pager.state();
    assert.deepEqual([end, hasNext, isPartial, asked.length], [30, false, false, 2]);
  });

  it('may have skipped rows once they came in several answers, and only then', async () => {
    const { fetch, settle } = service(30);
    const pager = createPager({ pageSize: 25, fetch, onChange: () => {} });
    pager.start();
    await settle();
    assert.equal(pager.state().mayHaveSkippedRows, false);
    pager.next();
    await settle();
    assert.equal(pager.state().mayHaveSkippedRows, true);
    pager.first();
    assert.equal(pager.state().mayHaveSkippedRows, true);
  });

  it('does not take one answer for all rows where it holds as many as it can', async () => {
    for (const [size, most, end] of [
      [25, 25, undefined],
      [24, 25, 24],
      // Where fewer rows than an answer can have prove nothing.
      [24, undefined, undefined],
      [0, undefined, 0],
    ] as const) {
      const { asked, fetch, settle } = service(size);
      const pager = createPager({
        pageSize: 25,
        delivery: { kind: 'unpaged', ...(most === undefined ? {} : { maxRows: most }) },
        fetch,
        onChange: () => {},
      });
      pager.start();
      await settle();
      pager.next();
      await settle();
      const state = pager.state();
      assert.deepEqual([state.totalRowCount, state.hasNext, asked.length], [end, false, 1]);
    }
  });

  it('takes the user’s LIMIT as the total: 60 is 25 + 25 + 10', async () => {
    const { asked, fetch, settle } = service(1000);
    const pager = createPager({
      pageSize: 25,
      delivery: { kind: 'paged', userLimit: 60 },
      fetch,
      onChange: () => {},
    });
    pager.start();
    await settle();
    pager.next();
    await settle();
    pager.next();
    await settle();
    pager.next();
    await settle();
    assert.deepEqual(asked, [
      { offset: 0, limit: 25 },
      { offset: 25, limit: 25 },
      { offset: 50, limit: 10 },
    ]);
    assert.equal(pager.state().totalRowCount, 60);
    assert.equal(pager.state().hasNext, false);
  });

  it('an end that falls on a page’s edge is found by one more request and keeps the page shown', async () => {
    const { fetch, settle } = service(50);
    const pager = createPager({ pageSize: 25, fetch, onChange: () => {} });
    pager.start();
    await settle();
    pager.next();
    await settle();
    assert.equal(pager.state().hasNext, true);
    pager.next();
    await settle();
    assert.equal(pager.state().phase, 'page');
    assert.equal(pager.state().firstRow, 26);
    assert.equal(pager.state().totalRowCount, 50);
    assert.equal(pager.state().hasNext, false);
  });

  it('tells null from an empty list', async () => {
    for (const records of [null, []] as const) {
      const pager = createPager({
        pageSize: 25,
        fetch: async () => ({
          ok: true,
          value: { records },
          exchange: { status: 200, milliseconds: 1, bytes: 1 },
        }),
        onChange: () => {},
      });
      pager.start();
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(pager.state().phase, 'none');
      const state = pager.state();
      assert.equal('emptyKind' in state && state.emptyKind, records === null ? 'null' : 'empty');
      assert.equal(pager.state().hasNext, false);
    }
  });

  it('keeps the loaded pages when one fails, and retry goes on', async () => {
    const { fetch, settle } = service(100);
    let fail = true;
    const pager = createPager({
      pageSize: 25,
      fetch: (offset, limit) =>
        offset === 25 && fail
          ? Promise.resolve({ ok: false, error: { kind: 'cancelled', retry: true } })
          : fetch(offset, limit),
      onChange: () => {},
    });
    pager.start();
    await settle();
    pager.next();
    await settle();
    assert.equal(pager.state().phase, 'cancelled');
    assert.equal(pager.state().rowsLoaded, 25);
    fail = false;
    pager.retry();
    await settle();
    assert.equal(pager.state().firstRow, 26);
  });

  it('counts rows that come again, since the service gives no order', async () => {
    const pager = createPager({
      pageSize: 25,
      fetch: async (offset) => answered(numbered(Math.max(0, offset - 12), Math.max(0, offset - 12) + 25)),
      onChange: () => {},
    });
    pager.start();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(pager.state().repeatedRows, 0);
    pager.next();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(pager.state().repeatedRows, 12);
    assert.equal(pager.state().rowsLoaded, 50);
  });

  it('a service that ignores OFFSET is seen at once, also after a jump, and retry asks again', async () => {
    const asked: number[] = [];
    let obeys = false;
    const pager = createPager({
      pageSize: 25,
      fetch: async (offset) => {
        asked.push(offset);
        return answered(obeys ? numbered(offset, offset + 25) : numbered(0, 25));
      },
      onChange: () => {},
    });
    pager.start();
    await new Promise((resolve) => setImmediate(resolve));
    for (let i = 0; i < 50; i++) pager.next();
    await new Promise((resolve) => setImmediate(resolve));
    const { phase, page, offsetIgnored, hasNext, totalRowCount: end, rowsLoaded } = pager.state();
    assert.deepEqual(
      { phase, page, offsetIgnored, hasNext, end, rowsLoaded },
      { phase: 'page', page: 0, offsetIgnored: true, hasNext: false, end: undefined, rowsLoaded: 25 },
    );
    for (let i = 0; i < 9; i++) pager.next();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(asked.length, 2);
    obeys = true;
    pager.retry();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(pager.state().offsetIgnored, false);
    assert.equal(pager.state().firstRow, (asked[2] ?? 0) + 1);
    assert.equal(asked.length, 3);
  });

  it('a result closed while a request is under way ends there', async () => {
    const { asked, fetch, settle } = service(100);
    const pager = createPager({ pageSize: 25, fetch, onChange: () => {} });
    pager.start();
    pager.result.close();
    await settle();
    assert.equal(asked.length, 1);
    assert.equal(pager.state().rowsLoaded, 0);
  });

  it('while a page is loading, what was shown stays, also when a page that is here is wanted meanwhile', async () => {
    const { fetch, settle } = service(100);
    const pager = createPager({ pageSize: 25, fetch, onChange: () => {} });
    pager.start();
    await settle();
    pager.next();
    await settle();
    pager.next();
    pager.first();
    assert.deepEqual([pager.state().phase, pager.state().firstRow], ['loading', 26]);
    await settle();
    assert.deepEqual([pager.state().phase, pager.state().firstRow], ['page', 1]);
  });

  it('fifty quick Nexts: one request in flight at any time, the last position wins', async () => {
    const { asked, fetch, settle, inFlight } = service(10_000);
    const pager = createPager({ pageSize: 25, fetch, onChange: () => {} });
    pager.start();
    await settle();
    for (let i = 0; i < 50; i++) {
      pager.next();
      assert.ok(inFlight() <= 1);
    }
    await settle();
    assert.equal(pager.state().page, 50);
    assert.ok(asked.length <= 3, `asked ${asked.length} times`);
  });

  it('whatever is pressed, a page shows its own rows and nothing is asked twice', async () => {
    const press = fc.constantFrom('next', 'previous', 'first', 'settle');
    await fc.assert(
      fc.asyncProperty(
        fc.nat(130),
        fc.integer({ min: 1, max: 25 }),
        fc.array(press, { maxLength: 30 }),
        async (size, pageSize, presses) => {
          const { asked, fetch, settle } = service(size);
          const pager = createPager({ pageSize, fetch, onChange: () => {} });
          pager.start();
          for (const what of [...presses, 'settle']) {
            if (what === 'next') pager.next();
            else if (what === 'previous') pager.previous();
            else if (what === 'first') pager.first();
            else await settle();
          }
          const { firstRow, rowCount, phase, totalRowCount: end } = pager.state();
          if (size === 0) assert.equal(phase, 'none');
          else {
            assert.deepEqual(
              ids(pager),
              Array.from({ length: Math.min(pageSize, size - firstRow + 1) }, (_, i) => firstRow + i),
            );
            assert.ok(rowCount > 0);
          }
          if (end !== undefined) assert.equal(end, size);
          const nonEmpty = asked.filter(({ offset }) => offset < size).map(({ offset }) => offset);
          assert.equal(new Set(nonEmpty).size, nonEmpty.length);
        },
      ),
      { numRuns: 150 },
    );
  });
});
