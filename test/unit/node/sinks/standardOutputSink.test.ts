import assert from 'node:assert/strict';
import type { OutputRecord } from '../../../../src/core/audit/handover/records.ts';
import { createStandardOutputSink } from '../../../../src/node/sinks/standardOutputSink.ts';

const TEXT = 'a\u001bb\u007fc\u009bd\u202ee\u2028f\u{e0041}g é 東';
const records: readonly OutputRecord[] = [
  { kind: 'gap', gap: { id: TEXT, isOpenEnded: true, foundAt: '2026-01-01T00:00:00.000Z' } },
];
const toLine = (record: OutputRecord): string =>
  `${JSON.stringify(record.kind === 'gap' ? record.gap.id : '')}\n`;

async function write(isTTY: boolean): Promise<string> {
  let written = '';
  await createStandardOutputSink(toLine, {
    isTTY,
    write(text, callback) {
      written += text;
      callback();
    },
  }).write(records);
  return written;
}

describe('the sink of standard output', () => {
  it('writes no character that controls a terminal, and the same values', async () => {
    const written = await write(true);
    assert.equal(written, '"a\\u001bb\\u007fc\\u009bd\\u202ee\\u2028f\\udb40\\udc41g é 東"\n');
    assert.equal(JSON.parse(written), TEXT);
  });

  it('writes lines as they are elsewhere', async () => {
    assert.equal(await write(false), `${JSON.stringify(TEXT)}\n`);
  });
});
