import assert from 'node:assert/strict';
import fc from 'fast-check';
import { gapEndsOf } from '../../../../../src/core/audit/feed/gapPositions.ts';
import { isOpenEnded } from '../../../../../src/core/audit/feed/listingGaps.ts';
import { toListingGap } from '../../../../../src/core/audit/file/collectorEntries.ts';
import { FileGaps } from '../../../../../src/core/audit/file/fileGaps.ts';
import { createFormatter, type OutputFormat } from '../../../../../src/core/audit/handover/format.ts';
import type { OutputRecord } from '../../../../../src/core/audit/handover/records.ts';
import { stringifyJson } from '../../../../../src/core/service/json.ts';
import { anyEventRecord, anyGapRecord } from '../handover/anyRecords.ts';
import { closedGap, context, openGap, otherJson, queryJson, toRecord } from '../handover/sampleRecords.ts';
import { readExport } from './readExport.ts';

const [query, other] = [toRecord(queryJson), toRecord(otherJson)];

function write(format: OutputFormat, ...records: readonly OutputRecord[]): string {
  const toJson = createFormatter(format, context);
  return records.map((record) => `${stringifyJson(toJson(record))}\n`).join('');
}

describe('files that the collector writes', () => {
  it('have their events and gaps, in any pieces', () => {
    const text = write('raw', openGap, query, closedGap, other, openGap);
    for (const size of [1, 7, 1_000, text.length]) {
      const read = readExport(text, false, size);
      assert.ok(read.ok);
      assert.deepEqual([read.events, read.skipped, read.isCut, read.format], [2, 0, false, 'ndjson']);
      assert.deepEqual(read.gaps, [openGap.gap, closedGap.gap, openGap.gap]);
    }
  });

  it('are read as they were written, whatever the events and gaps are', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyEventRecord, anyGapRecord), { minLength: 1 }), (records) => {
        const read = readExport(write('raw', query, ...records));
        assert.ok(read.ok);
        const gaps = records.flatMap((record) => (record.kind === 'gap' ? [record.gap] : []));
        assert.equal(read.all.length + read.skipped, records.length - gaps.length + 1);
        assert.deepEqual(read.gaps, gaps);
      }),
    );
  });

  it('may have gap records alone', () => {
    const read = readExport(write('raw', openGap));
    assert.ok(read.ok);
    assert.deepEqual([read.events, read.gaps.length], [0, 1]);
  });

  it('of the formats OCSF and ECS are recognized', () => {
    for (const format of ['ocsf', 'ecs'] as const) {
      assert.deepEqual(readExport(write(format, query, other, openGap)), { ok: false, reason: format });
      assert.deepEqual(readExport(write(format, openGap)), { ok: false, reason: format });
      const mixed = readExport(write('raw', query) + write(format, other));
      assert.ok(mixed.ok);
      assert.deepEqual([mixed.events, mixed.firstSkipped], [1, { line: 2, problem: format }]);
    }
  });

  it('may be damaged: each entry that is neither an event nor a gap is skipped and named', () => {
    const malformed = [
      '{"gap":1}',
      '{"gap":null}',
      '{"gap":[]}',
      '{"gap":{}}',
      '{"gap":{"id":1,"isOpenEnded":true,"foundAt":""}}',
      '{"gap":{"id":"1","isOpenEnded":"yes","foundAt":""}}',
      '{"gap":{"id":"1","isOpenEnded":true,"foundAt":"","above":"x"}}',
      '{"gap":{"id":"1","isOpenEnded":true,"foundAt":"","above":{"timestamp":{}}}}',
      '{"gap":{"id":"1","isOpenEnded":true,"foundAt":"","closedAt":false}}',
    ];
    for (const line of malformed) {
      const read = readExport(`${write('raw', query)}${line}\r\n${write('raw', openGap)}`);
      assert.ok(read.ok);
      assert.deepEqual(
        [read.events, read.gaps.length, read.skipped, read.firstSkipped],
        [1, 1, 1, { line: 2, problem: 'gap' }],
        line,
      );
    }
  });

  it('may have a byte order mark, other line breaks, and bytes of zero where a crash left them', () => {
    const lines = write('raw', query, openGap, other).replaceAll('\n', '\r\n');
    const read = readExport(`\ufeff${lines}${'\0'.repeat(5_000)}`);
    assert.ok(read.ok);
    assert.deepEqual([read.events, read.gaps.length, read.isCut], [2, 1, true]);
    const within = readExport(`${write('raw', query)}${'\0'.repeat(5_000)}\n${write('raw', other)}`);
    assert.ok(within.ok);
    assert.deepEqual([within.events, within.firstSkipped], [2, { line: 2, problem: 'json' }]);
  });

  it('give an event that has a member “gap” beside others', () => {
    const read = readExport(write('raw', toRecord({ ...queryJson, gap: { id: '1' } })));
    assert.ok(read.ok);
    assert.deepEqual([read.events, read.gaps], [1, []]);
  });
});

describe('the gaps of files', () => {
  it('are those that no record closes, each once, in any order of the files', () => {
    const second = { ...openGap.gap, id: 'other' };
    for (const records of [
      [openGap.gap, second, closedGap.gap, second],
      [closedGap.gap, second, openGap.gap],
    ]) {
      const gaps = new FileGaps();
      for (const gap of records) assert.equal(gaps.addRecord(gap), true);
      assert.equal(openGap.gap.id, closedGap.gap.id);
      assert.deepEqual(gaps.listOpenGaps(), [second]);
    }
  });

  it('are limited', () => {
    const gaps = new FileGaps();
    const results = Array.from({ length: 10_001 }, (_, n) => gaps.addRecord({ ...openGap.gap, id: `${n}` }));
    assert.deepEqual(
      [results.indexOf(false), results.length, gaps.listOpenGaps().length],
      [10_000, 10_001, 10_000],
    );
  });

  it('have their ends in the listing', () => {
    const above = { timestamp: '2026-11-20 10:00:00.000000002', changeID: 'b' };
    const below = { timestamp: '2026-11-20 10:00:00.000000001', changeID: 'a' };
    const gap = { id: '1', above, below, isOpenEnded: false, foundAt: '' };
    assert.deepEqual(gapEndsOf(toListingGap(gap)), {
      above: { time: above.timestamp, changeID: 'b' },
      below: { time: below.timestamp, changeID: 'a' },
    });
    assert.equal(isOpenEnded(toListingGap(gap)), false);
    assert.equal(isOpenEnded(toListingGap({ ...gap, isOpenEnded: true })), true);
    const unknown = { time: undefined, changeID: undefined };
    assert.deepEqual(gapEndsOf(toListingGap({ isOpenEnded: true })), {
      above: unknown,
      below: unknown,
    });
  });
});
