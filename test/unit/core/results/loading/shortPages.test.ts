import assert from 'node:assert/strict';
import fc from 'fast-check';
import { estimateCost } from '../../../../../src/core/results/loading/cost.ts';
import { numbered } from './records.ts';
import { answeredOffsets, runToEnd, simulate, whyOf } from './simulation.ts';

const upTo = (rows: number): number[] => Array.from({ length: rows }, (_, id) => id);

describe('Load all where pages are not full', () => {
  it('goes on after a page with fewer rows than requested, and requests its rest', async () => {
    for (const concurrency of [1, 4, 8]) {
      const short = simulate({
        rows: 1000,
        concurrency,
        records: (from, to) => numbered(from, from === 50 ? Math.min(to, 74) : to),
      });
      assert.equal(whyOf(await runToEnd(short)).stoppedBy, 'end');
      assert.deepEqual(short.ids(), upTo(1000));
      assert.equal(short.result.totalRowCount(), 1000);
      const rests = short.sendings.filter(({ offset }) => offset % 25 !== 0);
      assert.deepEqual(
        rests.map(({ offset, limit }) => [offset, limit]),
        [[74, 1]],
      );
    }
  });

  it('sends exactly one request more than pages where neither COUNT nor LIMIT is known', async () => {
    for (const rows of [1, 24, 25, 26, 60, 1000]) {
      const unknown = simulate({ rows, concurrency: 1 });
      await runToEnd(unknown);
      const counted = simulate({ rows, concurrency: 1, expectedRows: rows });
      await runToEnd(counted);
      const limited = simulate({ rows: 5000, concurrency: 1, total: rows });
      await runToEnd(limited);
      const pages = Math.ceil(rows / 25);
      const sent = [unknown, counted, limited].map(({ sendings }) => sendings.length);
      assert.deepEqual(sent, [pages + 1, pages, pages], `${rows} rows`);
      assert.equal(estimateCost(rows, 25, 50, 1, { isEndUnknown: true }).requests, pages + 1);
      assert.equal(unknown.sendings.at(-1)?.offset, rows);
    }
  });

  it('stops at maxRows where the last page within it is not full', async () => {
    const capped = simulate({
      rows: 1000,
      maxRows: 100,
      records: (from, to) => numbered(from, Math.min(to, from + 20)),
    });
    assert.equal(whyOf(await runToEnd(capped)).stoppedBy, 'maxRows');
    assert.deepEqual(capped.ids(), upTo(100));
  });

  it('loads each row once, and requests none twice, however short each answer is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          rows: fc.nat(400),
          pageSize: fc.integer({ min: 1, max: 25 }),
          concurrency: fc.integer({ min: 1, max: 8 }),
          total: fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined }),
          isCounted: fc.boolean(),
          // Maximum number of rows in the answer at each offset.
          lengths: fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 30 }),
          latencies: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 9 }),
        }),
        async ({ rows, pageSize, concurrency, total, isCounted, lengths, latencies }) => {
          const size = Math.min(rows, total ?? rows);
          const simulation = simulate({
            rows,
            pageSize,
            concurrency,
            ...(total === undefined ? {} : { total }),
            ...(isCounted ? { expectedRows: size } : {}),
            records: (from, to) =>
              numbered(from, Math.min(to, from + (lengths[from % lengths.length] ?? pageSize))),
            latency: (n) => latencies[n % latencies.length] ?? 1,
          });
          await runToEnd(simulation);
          assert.deepEqual(simulation.ids(), upTo(size));
          assert.equal(simulation.result.totalRowCount(), size);
          const offsets = answeredOffsets(simulation.sendings);
          assert.equal(new Set(offsets).size, offsets.length);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('adds no row where OFFSET is ignored, and soon stops', async () => {
    for (const [rows, sent] of [
      [3, 3],
      [10, 2],
      [24, 3],
    ] as const) {
      const ignoring = simulate({
        rows: 1e10,
        concurrency: 1,
        records: (from, to) => numbered(0, Math.min(rows, to - from)),
      });
      assert.equal(whyOf(await runToEnd(ignoring)).stoppedBy, 'offsetIgnored', `${rows} rows`);
      assert.deepEqual(ignoring.ids(), upTo(rows));
      assert.equal(ignoring.result.countRepeatedRows(), 0);
      assert.equal(ignoring.sendings.length, sent);
    }
  });

  it('takes time in proportion to the answers where all are short', async () => {
    const milliseconds = async (rows: number): Promise<number> => {
      const simulation = simulate({
        rows,
        concurrency: 8,
        records: (from, to) => numbered(from, Math.min(to, from + 9)),
      });
      const before = process.cpuUsage();
      await runToEnd(simulation);
      assert.equal(simulation.ids().length, rows);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    await milliseconds(500);
    const [few, many] = [await milliseconds(2000), await milliseconds(20_000)];
    assert.ok(many < 40 * few + 200, `${few} ms for 2,000 rows, ${many} ms for 20,000`);
  });
});
