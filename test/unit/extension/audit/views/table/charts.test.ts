import assert from 'node:assert/strict';
import { toEventSet } from '../../../../../../src/core/audit/store/localKeys.ts';
import type { ReadRow, UnreadRow, WhoReadWhat } from '../../../../../../src/core/audit/table/whoReadWhat.ts';
import type { CommandParts } from '../../../../../../src/extension/audit/views/table/tableCommands.ts';
import type { AuditState } from '../../../../../../src/protocol/audit.ts';
import { connectionOf, fakeService } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { createReadsChart } = await import('../../../../../../src/extension/audit/views/table/charts.ts');
const { TableCommands } = await import('../../../../../../src/extension/audit/views/table/tableCommands.ts');

/** So many actors each of whom read a column of their own, and so many queries that were not parsed. */
function found(actors: number, unread: number): WhoReadWhat {
  const rows = Array.from(
    { length: actors },
    (_, n): ReadRow => ({
      actor: `actor ${n}`,
      counts: { succeeded: 1, failed: 0, unknown: 0 },
      events: toEventSet([]),
      read: { tables: ['persons'], column: `c${n}`, level: undefined, use: 'returned' },
    }),
  );
  const more = Array.from({ length: unread }, (): UnreadRow => ({}) as UnreadRow);
  return { rows, unread: more, queries: actors, failed: 0, leftOut: 0, actors, others: 0 };
}
const state = { status: '', detail: '', chips: [], text: '', zone: { name: 'UTC' } } as unknown as AuditState;

describe('the chart of who read what', () => {
  for (const [actors, unread, said] of [
    [17, 0, '1 more actor'],
    [21, 1, '5 more actors · 1 more column · 1 unparsed query'],
    [22, 2, '6 more actors · 2 more columns · 2 unparsed queries'],
  ] as const)
    it(`says what it leaves out: ${said}`, () => {
      const { model } = fakeService(connectionOf('a'));
      const { shapes } = createReadsChart(found(actors, unread), state, model.masking);
      const texts = shapes.flatMap((shape) => (shape.kind === 'words' ? [shape.text] : []));
      assert.ok(texts.includes(said), texts.join('\n'));
    });

  it('is none where the reads were dropped meanwhile, rather than one of the events', async () => {
    const { model } = fakeService(connectionOf('a'));
    const histogram = { edges: [0, 1_000], step: 1_000, bins: [[1, 0, 0]], undated: 0 };
    const zone = { name: 'UTC', offsets: [{ from: 0, minutes: 0 }] };
    const tableModel = {
      getDrawnStateOrThrow: () => ({ isEvents: false, state: { ...state, histogram, zone } }),
      computeReaders: async () => undefined,
    };
    const commands = new TableCommands({ model, tableModel } as unknown as CommandParts);
    await assert.rejects(commands.createChart(1), RangeError);
  });
});
