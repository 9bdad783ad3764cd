/**
 * At its level `trace` the editor logs what views say in title and message, and all of each item that it is to reveal.
 */

import assert from 'node:assert/strict';
import type { TreeItem, TreeView } from 'vscode';
import { applyValueChoice } from '../../../../src/core/audit/query/editQuery.ts';
import { noLocalFilters } from '../../../../src/core/audit/table/filter.ts';
import { toAuditEvent } from '../../../../src/core/service/decode.ts';
import { type AuditNode, isFilterNode } from '../../../../src/extension/audit/views/tree/auditNode.ts';
import type { AuditTree } from '../../../../src/extension/audit/views/tree/tree.ts';
import { textQuestion } from '../../core/audit/questions.ts';
import { auditTreeOf, connectionOf, eventNamed, eventRowsOf, fakeService, settled } from './fakeModel.ts';
import '../withVscode.ts';

const { createTreeOptions } = await import('../../../../src/extension/audit/views/tree/treeOptions.ts');
const { registerViewState } = await import('../../../../src/extension/audit/views/tree/viewState.ts');

const secret = 'ada@example.test';
const event = (changeID?: string) =>
  toAuditEvent({
    context: { ...(changeID ? { changeID } : {}), actor: secret, requestID: secret },
    request: { data: { content: `SELECT '${secret}'` }, timestamp: '2026-11-20 10:00:00.000000001' },
    response: { code: 403, message: secret },
  });

const listening: { dispose(): unknown }[] = [];

async function setUp(changeID: string | undefined) {
  const { deps, model, asked } = fakeService(connectionOf('a'));
  const load = async (filters: Record<string, string>, refused?: string): Promise<void> => {
    const loading = model.requests.loadNewest(filters);
    if (refused) asked.at(-1)?.refuse(400, { message: refused });
    else asked.at(-1)?.answer({ events: [event(changeID)] });
    await loading;
  };
  await load({});
  const options = createTreeOptions(model.masking);
  const tree = auditTreeOf(model, options);
  const view = { visible: true } as TreeView<AuditNode>;
  listening.push(registerViewState(model, view, deps.log));
  return { model, options, tree, view, load };
}
const itemOf = (tree: AuditTree, node: AuditNode): Promise<TreeItem> =>
  Promise.resolve(tree.getTreeItem(node));

describe('what the editor may log of the audit view', () => {
  afterEach(() => {
    for (const one of listening.splice(0)) one.dispose();
  });

  it('is a note above the events, without values of filters', async () => {
    const { model, view, load } = await setUp('c1');
    await load({ 'context.actor': secret, vaultID: secret });
    model.filters.setLocalFilters({
      question: applyValueChoice(textQuestion(secret), 'requestID', [secret], 'not'),
    });
    assert.equal(view.description, 'a');
    assert.equal(view.message, '');
    model.filters.setLocalFilters(noLocalFilters);
    await load({ vaultID: secret });
    model.following.setListingNote('Something to know.');
    assert.equal(view.message, 'Something to know.');
  });

  it('says where the answer to a refused request is, without it', async () => {
    const { view, load } = await setUp('c1');
    await load({ vaultID: 'v' }, secret);
    await settled();
    assert.match(
      view.message ?? '',
      /rejected the filters \(400\).* See the service’s message in the audit table/,
    );
    assert.ok(!view.message?.includes(secret));
    await load({ vaultID: 'v' }, ' ');
    assert.doesNotMatch(view.message ?? '', /The service says/);
  });

  for (const changeID of [secret, undefined])
    it(`has names of nodes that tell nothing and stay, for an event ${changeID ? 'with' : 'without'} an ID`, async () => {
      const { options, tree } = await setUp(changeID);
      for (const grouping of ['none', 'actor', 'request'] as const) {
        options.setGrouping(grouping);
        const ids: unknown[] = [];
        for (let drawing = 0; drawing < 2; drawing++) {
          tree.refresh();
          const [node] = await eventRowsOf(tree);
          assert.ok(node);
          const { id } = await itemOf(tree, node);
          assert.ok(id && !id.includes(secret), `${id}`);
          ids.push(id);
        }
        assert.equal(ids[0], ids[1]);
      }
    });

  it('has commands and IDs of filters without their values', async () => {
    const { model, tree, load } = await setUp('c1');
    await load({ 'context.actor': secret });
    model.filters.setLocalFilters({
      question: applyValueChoice(textQuestion(secret), 'requestID', [secret], 'not'),
    });
    tree.refresh();
    const rows = ((await tree.getChildren()) ?? []).filter(isFilterNode);
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['context.actor', 'question', 'requestID'],
    );
    for (const row of rows) {
      const { command, id } = await itemOf(tree, row);
      assert.doesNotMatch(JSON.stringify([command, id]), new RegExp(secret));
    }
  });

  it('has tooltips only of what was looked at', async () => {
    const { tree } = await setUp('c1');
    const [node] = await eventRowsOf(tree);
    assert.ok(node);
    const item = await itemOf(tree, node);
    assert.equal(item.tooltip, undefined);
    const cancellation = {
      isCancellationRequested: false,
      onCancellationRequested: () => ({ dispose() {} }),
    };
    const resolved = await tree.resolveTreeItem?.(item, node, cancellation);
    assert.match(String(resolved?.tooltip), new RegExp(`Actor: ${secret}`));
  });

  it('has bare items of an event and its group while it is revealed, under the same names', async () => {
    const { model, options, tree } = await setUp('c1');
    options.setGrouping('actor');
    tree.refresh();
    const row = await eventNamed(model, 'c1');
    const drawn = async (): Promise<TreeItem[]> => {
      const node = await tree.findNodeOfEvent(row);
      assert.ok(node);
      const group = await tree.getParent?.(node);
      assert.ok(group);
      return Promise.all([itemOf(tree, group), itemOf(tree, node)]);
    };
    const before = await drawn();
    let during: readonly TreeItem[] = [];
    await tree.revealWhileIncomplete(row, async () => {
      during = await drawn();
    });
    assert.doesNotMatch(JSON.stringify(during), new RegExp(secret));
    assert.deepEqual(
      during.map(({ id, collapsibleState }) => [id, collapsibleState]),
      before.map(({ id, collapsibleState }) => [id, collapsibleState]),
    );
    assert.deepEqual(await drawn(), before, 'drawn in full afterwards');
    const failing = tree.revealWhileIncomplete(row, () => Promise.reject(new Error('not in the tree')));
    await assert.rejects(failing, /not in the tree/);
    assert.deepEqual(await drawn(), before, 'and where it cannot be revealed');
  });
});
