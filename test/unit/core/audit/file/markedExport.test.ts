import assert from 'node:assert/strict';
import fc from 'fast-check';
import { eventFromData as madeOf } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { type AuditTextFormat, eventTextChunks } from '../../../../../src/core/audit/file/auditExport.ts';
import { createExportReader } from '../../../../../src/core/audit/file/exportReader.ts';
import type { FileEvent } from '../../../../../src/core/audit/file/formatReader.ts';
import type { Mark } from '../../../../../src/core/audit/marks/marks.ts';
import { auditFields, fieldText } from '../../../../../src/core/audit/table/fields.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { stringifyJson } from '../../../../../src/core/service/json.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { nodeBytes } from '../../../../../src/node/nodeBytes.ts';
import { textOfChunks } from '../../../allOf.ts';
import { anyEvent } from '../store/anyEvents.ts';

interface Marked {
  readonly event: AuditEvent;
  readonly mark: Mark | undefined;
}

/** An exported file read back, in pieces of so many bytes. */
async function readBack(
  all: readonly Marked[],
  format: AuditTextFormat,
  size: number,
): Promise<readonly FileEvent[]> {
  const text = await textOfChunks(eventTextChunks(all, format));
  const read: FileEvent[] = [];
  const bytes = nodeBytes.encode(text);
  const reader = createExportReader({
    tools: nodeBytes,
    mayBeVouched: true,
    onEvent: (event) => read.push(event),
    onGap: () => true,
  });
  for (let from = 0; from < bytes.length; from += size) reader.push(bytes.slice(from, from + size));
  const result = reader.end(true);
  assert.ok(all.length === 0 || (result.ok && !result.isCut && result.skipped === 0), JSON.stringify(result));
  // What is read from the file later is the event alone.
  for (const { text: own, place } of read)
    if (place) {
      const there = nodeBytes.decode(bytes, place.offset, place.offset + place.length);
      assert.equal(reader.getRowReader()?.(there) ?? there, own);
      assert.doesNotMatch(own, /vaultSqlMark/);
    }
  return read;
}

const anyNote = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('"', "'", ',', '\n', '\r', '\t', ' ', '=', '@', '\\', '\u202e', 'ب', '\0'),
  }),
  fc.constantFrom(
    '=cmd()',
    "'=x",
    '\r\n',
    ' a ',
    'a\t',
    '""',
    '"}',
    '{"note":1}',
    '−1',
    '\u2028',
    'א'.repeat(10_000),
  ),
);
const anyMark = fc.option(
  anyNote.map((note) => ({ note })),
  { nil: undefined },
);
/** One with nothing in it is known for one only at the end of the file. */
const anyNamed = anyEvent.filter((event) => auditFields.some(({ read }) => read(event) !== undefined));
const anyMarked = fc.array(fc.record({ event: anyNamed, mark: anyMark }), { minLength: 1, maxLength: 5 });

describe('exported marks and notes', () => {
  for (const format of ['ndjson', 'json', 'csv'] as const)
    it(`come back as they were, beside events as they were: ${format}`, async () => {
      await fc.assert(
        fc.asyncProperty(anyMarked, fc.integer({ min: 1, max: 5_000 }), async (all, size) => {
          const read = await readBack(all, format, size);
          assert.deepEqual(
            read.map(({ mark }) => mark),
            all.map(({ mark }) => mark),
          );
          const fields = ({ raw }: AuditEvent): unknown =>
            auditFields.map((field) => fieldText(field, toAuditEvent(raw)));
          const texts = read.map(({ text, isExact }) =>
            madeOf({ text, isExact, time: undefined, changeID: undefined }),
          );
          assert.deepEqual(
            texts.map((event) => (format === 'csv' ? fields(event) : stringifyJson(event.raw))),
            all.map(({ event }) => (format === 'csv' ? fields(event) : stringifyJson(event.raw))),
          );
        }),
      );
    });

  it('are nowhere in a file of events that are not marked, but for two empty columns', async () => {
    const event = fc.sample(anyEvent, { numRuns: 1, seed: 2 })[0] ?? assert.fail();
    for (const format of ['ndjson', 'json'] as const) {
      const text = await textOfChunks(eventTextChunks([{ event }], format));
      assert.doesNotMatch(text, /vaultSqlMark/);
    }
    const [head, row] = (await textOfChunks(eventTextChunks([{ event }], 'csv'))).split('\r\n');
    assert.match(head ?? '', /,note,marked$/);
    assert.match(row ?? '', /,,$/);
  });

  it('of a table that a person filled in are read too', async () => {
    const text = [
      'time,code,actor,content,changeID,marked,note',
      '2026-01-01 00:00:00.000000000,200,a,,c1,TRUE,',
      '2026-01-01 00:00:00.000000000,200,a,,c2,,asked',
      '2026-01-01 00:00:00.000000000,200,a,,c3,no,',
    ].join('\r\n');
    const read: FileEvent[] = [];
    const reader = createExportReader({
      tools: nodeBytes,
      onEvent: (event) => read.push(event),
      onGap: () => true,
    });
    reader.push(nodeBytes.encode(`${text}\r\n`));
    assert.ok(reader.end().ok);
    assert.deepEqual(
      read.map(({ mark }) => mark),
      [{ note: '' }, { note: 'asked' }, undefined],
    );
  });
});
