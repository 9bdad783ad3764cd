/**
 * The side panel and the table over a source that shares nothing with the local store, into which no event is pushed.
 */

import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../src/core/service/types.ts';
import type { AuditNode } from '../../../../src/extension/audit/views/tree/auditNode.ts';
import { filtersOf } from '../../core/audit/questions.ts';
import '../withVscode.ts';
import { auditTreeOf, eventNamed } from './fakeModel.ts';
import { plainModel } from './plainModel.ts';

const { createTreeOptions } = await import('../../../../src/extension/audit/views/tree/treeOptions.ts');
const { TableModel } = await import('../../../../src/extension/audit/views/table/tableModel.ts');

const events = ['ann', 'bob', 'ann'].map((actor, n): AuditEvent => {
  const content = 'SELECT name FROM persons';
  return toAuditEvent({
    context: { changeID: `c${n}`, actor },
    request: {
      timestamp: `2026-01-01 00:00:0${9 - n}.000000000`,
      data: { content },
      httpInfo: { URI: '/v1/vaults/v/query', method: 'POST' },
    },
    response: { code: 200 },
  });
});

describe('views over another source', () => {
  const summaryOf = (node: AuditNode): unknown =>
    node.kind === 'group'
      ? [node.value, node.events.length]
      : node.kind === 'event'
        ? node.event.context.changeID
        : [];

  it('the tree has its events and groups, and finds the row of one', async () => {
    const { model } = plainModel(events);
    const options = createTreeOptions(model.masking);
    const tree = auditTreeOf(model, options);
    options.setGrouping('actor');
    tree.refresh();
    const groups = ((await tree.getChildren()) ?? []).filter(({ kind }) => kind === 'group');
    assert.deepEqual(groups.map(summaryOf), [
      ['ann', 2],
      ['bob', 1],
    ]);
    const node = await tree.findNodeOfEvent(await eventNamed(model, 'c2'));
    assert.equal(node && summaryOf(node), 'c2');
    assert.equal(node && (await tree.getParent?.(node)), groups[0]);
  });

  it('the table has its rows, who read what, and the events behind a figure', async () => {
    const { model, deps } = plainModel(events);
    const table = new TableModel({
      model,
      publish: () => undefined,
      log: deps.log,
      findMovedRow: async () => undefined,
    });
    await table.redrawTable(false);
    const rev = (): number => table.state()?.rev ?? -1;
    assert.equal((await table.readEventInRow(rev(), 1))?.context.changeID, 'c1');
    await table.setMode('readers');
    await table.waitUntilDrawn();
    assert.equal(table.state()?.mode, 'readers');
    table.displayEventsOfRow(rev(), 0);
    await table.redrawTable(false);
    assert.deepEqual(
      (await table.readEventsInRows(rev(), 0, 9)).map(({ context }) => context.changeID),
      ['c0', 'c2'],
    );
    table.setLocalFilters(filtersOf('actor:bob'));
    await table.redrawTable(false);
    assert.equal((await table.readEventInRow(rev(), 0))?.context.changeID, 'c1');
    table.dispose();
  });
});
