import assert from 'node:assert/strict';
import { SourceError } from '../../../../../../src/core/audit/table/sourceError.ts';
import { toAuditEvent } from '../../../../../../src/core/service/decode.ts';
import { textQuestion } from '../../../../core/audit/questions.ts';
import { auditTreeOf, connectionOf, eventNamed, eventRowsOf, fakeService } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { createTreeOptions } = await import('../../../../../../src/extension/audit/views/tree/treeOptions.ts');

async function treeOf(...events: object[]) {
  const { model, asked } = fakeService(connectionOf('a'));
  const loading = model.requests.loadNewest();
  asked[0]?.answer({ events: events.map((one) => toAuditEvent(one as never)), requestID: 'own' });
  await loading;
  const options = createTreeOptions(model.masking);
  return { model, options, tree: auditTreeOf(model, options) };
}

describe('the tree of audit events', () => {
  it('finds an event in a closed fold of a closed group', async () => {
    const { model, options, tree } = await treeOf(
      { context: { changeID: 'a', requestID: 'own', actor: 'ada' } },
      { context: { changeID: 'b', requestID: 'other', actor: 'ada' } },
    );
    options.setGrouping('actor');
    tree.refresh();
    const row = await eventNamed(model, 'a');
    const node = await tree.findNodeOfEvent(row);
    assert.ok(node);
    const fold = await tree.getParent?.(node);
    assert.equal(fold?.kind, 'own');
    const group = fold && (await tree.getParent?.(fold));
    assert.equal(group?.kind, 'group');
    assert.equal(group && (await tree.getParent?.(group)), undefined);
  });

  it('finds an event with an empty value in the group of those without one', async () => {
    const { model, options, tree } = await treeOf(
      { context: { changeID: 'a', requestID: 'r1', sessionID: '' } },
      { context: { changeID: 'b', requestID: 'r2', sessionID: 's' } },
    );
    options.setGrouping('session');
    tree.refresh();
    const node = await tree.findNodeOfEvent(await eventNamed(model, 'a'));
    assert.equal(node?.kind, 'event');
  });

  it('has no node of an event that a filter hides', async () => {
    const { model, tree } = await treeOf({ context: { changeID: 'a' } }, { context: { changeID: 'b' } });
    const row = await eventNamed(model, 'a');
    assert.ok(await tree.findNodeOfEvent(row));
    model.filters.setLocalFilters({ question: textQuestion('no event has this') });
    tree.refresh();
    assert.equal(await tree.findNodeOfEvent(row), undefined);
  });

  it('says why events can’t be read, and draws them when they can', async () => {
    const { model, tree } = await treeOf({ context: { changeID: 'a' } });
    const { view } = model.trail;
    const problem = { kind: 'unreachable', host: 'db.test', code: 'ECONNRESET' } as const;
    model.trail.view = () => Promise.reject(new SourceError(problem));
    tree.refresh();
    const [node, ...others] = (await tree.getChildren()) ?? [];
    assert.deepEqual([node, others], [{ kind: 'unreadable', problem }, []]);
    const item = await tree.getTreeItem(node ?? assert.fail());
    assert.equal(item.label, 'Could not connect to db.test');
    await tree.resolveTreeItem?.(item, node ?? assert.fail(), {} as never);
    assert.match(String(item.tooltip), /^ECONNRESET\. Check the address/);
    model.trail.view = view;
    tree.refresh();
    assert.equal((await eventRowsOf(tree)).length, 1);
  });

  it('says the outcome in words where there is no code', async () => {
    const { tree } = await treeOf(
      { context: { changeID: 'a', actor: 'ada' }, response: {} },
      { context: { changeID: 'b', actor: 'ada' }, response: { code: 200 } },
      { context: { changeID: 'c', actor: 'ada' }, response: { code: 403, message: 'no' } },
    );
    const nodes = await eventRowsOf(tree);
    const items = await Promise.all(nodes.map((node) => tree.getTreeItem(node)));
    assert.deepEqual(
      items.map(({ description }) => description),
      ['403 · –', '–', 'outcome unknown · –'],
    );
  });
});
