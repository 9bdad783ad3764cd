import assert from 'node:assert/strict';
import type { TreeItem } from 'vscode';
import { eventText } from '../../../../../bench/auditEvents.ts';
import { eventOf } from '../../../../../webview/auditHost.ts';
import { auditTreeOf, connectionOf, fakeService, fileOf } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { createTreeOptions } = await import('../../../../../../src/extension/audit/views/tree/treeOptions.ts');

describe('items of the audit tree', () => {
  it('of thousands of nodes are made in parts, in order, with turns for others in between', async () => {
    const { model } = fakeService(connectionOf('a'));
    model.source.displayOpenedFile(
      fileOf(
        model,
        'many',
        // Some are pages of one query, and so one row.
        Array.from({ length: 3_000 }, (_, n) => eventOf(eventText(n))),
      ),
    );
    const tree = auditTreeOf(model, createTreeOptions(model.masking));
    const nodes = (await tree.getChildren()) ?? [];
    assert.ok(nodes.length >= 2_000);
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns++;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const items: TreeItem[] = await Promise.all(nodes.map((node) => tree.getTreeItem(node)));
    isOver = true;
    assert.ok(turns > 2, `${turns} turns`);
    assert.equal(new Set(items).size, nodes.length);
    const again = await tree.getTreeItem(nodes[7] ?? assert.fail());
    assert.deepEqual([again.label, again.description], [items[7]?.label, items[7]?.description]);
  });
});
