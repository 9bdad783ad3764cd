import assert from 'node:assert/strict';
import type { ResultRow } from '../../../../../src/core/audit/clickhouse/select.ts';
import type { Statement } from '../../../../../src/core/audit/clickhouse/sql.ts';
import { readOpenGaps } from '../../../../../src/core/audit/clickhouse/storedGaps.ts';
import { eventTimestamp } from '../../../../../src/core/audit/feed/timestamps.ts';
import { SourceError, type SourceProblem } from '../../../../../src/core/audit/table/sourceError.ts';

const always = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
const target = { database: 'audit', table: 'events' };

/** A time whose fraction of a second is `number`, so that greater numbers are later. */
const at = (number: number): string => `2026-11-20 10:00:00.${String(number).padStart(9, '0')}`;

const row = (above: number, below: number, isOpenEnded = false): ResultRow => ({
  gap: `gap ${above}`,
  aboveTimestamp: at(above),
  aboveChangeID: 'a',
  belowTimestamp: isOpenEnded ? '' : at(below),
  belowChangeID: isOpenEnded ? '' : 'b',
  isOpenEnded,
});

/** Reads gaps from rows; returns the times of their ends, and the statement. */
async function read(rows: readonly ResultRow[], range = always) {
  const sent: Statement[] = [];
  const run = async (statement: Statement) => {
    sent.push(statement);
    return rows;
  };
  const gaps = (await readOpenGaps({ run, target }, range)) ?? assert.fail();
  return {
    ends: gaps.map(({ above, below }) => [eventTimestamp(above), eventTimestamp(below)]),
    statement: sent[0]?.statement ?? '',
  };
}

describe('the gaps in a table of ClickHouse', () => {
  it('are sorted newest first; one without a lower end has its upper end for it', async () => {
    const { ends, statement } = await read([row(10, 5), row(90, 80), row(50, 0, true)]);
    assert.deepEqual(ends, [
      [at(90), at(80)],
      [at(50), at(50)],
      [at(10), at(5)],
    ]);
    assert.match(statement, /^SELECT gap, .* FROM `audit`\.`events_gaps` FINAL\nWHERE 1 GROUP BY gap HAVING/);
  });

  it('are read since a day before the time range, and left out if they end before it', async () => {
    const start = Date.UTC(2026, 10, 20, 10, 0, 1);
    const range = { from: start, to: Number.POSITIVE_INFINITY };
    const { ends, statement } = await read([row(90, 80)], range);
    assert.deepEqual(ends, []);
    assert.match(statement, /WHERE ts >= fromUnixTimestamp64Nano\(\{p0:Int64\}, 'UTC'\)/);
  });

  it('of more than 100, the oldest are joined to one that covers them', async () => {
    const many = Array.from({ length: 150 }, (_, number) => row(number * 10 + 5, number * 10));
    const { ends } = await read(many);
    assert.equal(ends.length, 100);
    assert.deepEqual(ends[98], [at(515), at(510)]);
    assert.deepEqual(ends[99], [at(505), at(0)]);
    const endless = await read([...many, row(3, 0, true)]);
    assert.deepEqual(endless.ends[99], [at(505), at(505)]);
    assert.equal((await read(many.slice(0, 100))).ends.at(-1)?.[1], at(0));
  });

  it('are unknown if the table does not exist or may not be read, and another error stays one', async () => {
    const failing = (problem: SourceProblem) =>
      readOpenGaps({ run: () => Promise.reject(new SourceError(problem)), target }, always);
    assert.equal(await failing({ kind: 'forbidden', host: 'h' }), undefined);
    assert.equal(await failing({ kind: 'otherTable', host: 'h', table: 't' }), undefined);
    await assert.rejects(failing({ kind: 'incomplete', host: 'h' }), SourceError);
  });
});
