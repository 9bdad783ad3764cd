import assert from 'node:assert/strict';
import { withVariant } from '../../../../src/core/audit/feed/compactEvent.ts';
import { summarizeRequest } from '../../../../src/core/audit/table/requestSummary.ts';
import { toAuditEvent } from '../../../../src/core/service/decode.ts';
import '../withVscode.ts';

const { eventRow } = await import('../../../../src/extension/audit/views/tree/eventRow.ts');
const { conflictValue, eventColumns, eventValues } = await import(
  '../../../../src/extension/audit/views/table/eventRows.ts'
);
const { describeWarningsOfFiles } = await import('../../../../src/extension/audit/files/openedFiles.ts');

const event = toAuditEvent({
  context: { changeID: 'c1', actor: 'ann@example.com' },
  request: { timestamp: '2026-01-01 10:00:00.000000000' },
});
const second = withVariant(event, 2);

describe('an event that has the ID of a different one', () => {
  it('is marked in the side panel, and said to be so', () => {
    const style = {
      time: (text: string) => `${text} UTC`,
      nameOf: (actor: string) => actor,
      known: { actor: false, code: false, table: undefined },
    };
    const row = (isConflicting: boolean) =>
      eventRow({ event, summary: summarizeRequest(event, undefined), isQuery: false, isConflicting }, style);
    assert.match(row(true).label, /^10:00 ⚠/);
    assert.match(row(true).sentence, /, a different event has the same event ID$/);
    assert.doesNotMatch(row(false).label, /⚠/);
  });

  it('is marked in a column of the table that is there where there are such events', () => {
    assert.deepEqual([event, second].map(conflictValue), [
      undefined,
      'a different event has the same event ID',
    ]);
    const columns = eventColumns(false, true);
    assert.equal(columns.length, eventColumns(false).length + 1);
    assert.equal(columns.at(-1)?.visible, true);
    assert.equal(eventValues(event, undefined).length, columns.length - 1);
  });

  it('is said of the file that has it', () => {
    const file = {
      name: 'a.ndjson',
      read: { ok: true, events: 3, skipped: 0, line: 4, isCut: false },
      doubts: ['conflicting'],
      canGrow: false,
    } as const;
    assert.deepEqual(
      [0, 1, 2].map((conflicting) => describeWarningsOfFiles([{ ...file, conflicting }])),
      [
        [],
        ['1 event of a.ndjson has the ID of a different event. Both are shown.'],
        ['2 events of a.ndjson have IDs of different events. All are shown.'],
      ],
    );
  });
});
