import assert from 'node:assert/strict';
import type { TreeNode } from '../../../../src/extension/connections/tree/nodes.ts';
import { EventEmitter } from '../fakeVscode.ts';
import '../withVscode.ts';

const { connectionWith, manyVaults } = await import('./manyVaults.ts');
const { TreeFilter } = await import('../../../../src/extension/connections/tree/filter.ts');
const { nodeID } = await import('../../../../src/extension/connections/tree/nodes.ts');

const column = (name: string) => ({ name });
const tables = [
  { name: 'persons', columns: ['id', 'Phone', 'home_phone'].map(column) },
  { name: 'phone_book', columns: ['id', 'city'].map(column) },
  { name: 'consents', columns: ['id'].map(column) },
];
const vaults = [
  { id: 'v1', name: 'people' },
  { id: 'v2', name: 'payments' },
];

function filtered(written: (vault: string | undefined) => typeof tables = () => tables) {
  const forgetting = new EventEmitter<void>();
  const { deps } = manyVaults([connectionWith('sandbox', vaults), connectionWith('empty', [])], written);
  const filter = new TreeFilter({ ...deps, onForget: forgetting.event as never });
  const nameOf = (node: TreeNode): string => {
    switch (node.kind) {
      case 'connection':
        return node.connection.name;
      case 'vault':
        return node.target.vault.name;
      case 'table':
        return node.table.label;
      case 'column':
        return node.column.label;
      default:
        return `(${node.kind})`;
    }
  };
  const drawn = async (nodes?: readonly TreeNode[]): Promise<readonly unknown[]> => {
    const names = [];
    for (const node of nodes ?? (await filter.nodes()).top) {
      const below = filter.below(node);
      names.push(below ? [nameOf(node), ...(await drawn(below))] : nameOf(node));
    }
    return names;
  };
  return { filter, drawn, nameOf, forget: () => forgetting.fire() };
}

describe('the tree of vaults, filtered', () => {
  it('shows only the names that contain the text, with what they are in', async () => {
    const { filter, drawn } = filtered((vault) => (vault === 'sandbox/people' ? tables : []));
    filter.set('PHO');
    const found = ['people', ['persons', 'Phone', 'home_phone'], 'phone_book'];
    assert.deepEqual(await drawn(), ['(filter)', ['sandbox', found]]);
    filter.set('persons home');
    assert.deepEqual(await drawn(), ['(filter)', ['sandbox', ['people', ['persons', 'home_phone']]]]);
    filter.set('pay');
    assert.deepEqual(await drawn(), ['(filter)', ['sandbox', 'payments']]);
    filter.set('empty');
    assert.deepEqual(await drawn(), ['(filter)', 'empty']);
  });

  it('says that nothing was found, or that more was', async () => {
    const many = Array.from({ length: 60 }, (_, n) => ({
      name: `t${n}`,
      columns: [column('id'), column('it')],
    }));
    const { filter, drawn } = filtered(() => many);
    filter.set('nowhere');
    assert.deepEqual(await drawn(), ['(filter)', '(noMatch)']);
    filter.set('t59');
    assert.deepEqual(await drawn(), ['(filter)', ['sandbox', ['people', 't59'], ['payments', 't59']]]);
    filter.set('i');
    const { top, below } = await filter.nodes();
    assert.equal(top.at(-1)?.kind, 'moreMatches');
    const columns = [...below.values()].flat().filter(({ kind }) => kind === 'column');
    assert.equal(columns.length, 100);
  });

  it('opens what was found in, marks the letters, and leaves what the person opened before as it was', async () => {
    const { filter, nameOf } = filtered();
    filter.set('pho');
    const { top, below } = await filter.nodes();
    const [, connection] = top;
    const nodes = [connection, ...below.values()].flat().filter((node) => node !== undefined);
    for (const node of nodes) {
      const plain = { label: nameOf(node), collapsibleState: 1, id: nodeID(node) ?? '' };
      const item = filter.dress({ ...plain }, node);
      assert.equal(item.collapsibleState, below.has(node) ? 2 : 1);
      assert.notEqual(item.id, plain.id);
      const places = { Phone: [[0, 3]], home_phone: [[5, 8]], phone_book: [[0, 3]] }[plain.label];
      assert.deepEqual(item.label, places ? { label: plain.label, highlights: places } : plain.label);
    }
    const ids = () => nodes.map((node) => filter.dress({ label: '', id: 'x' }, node).id);
    const [before, typed] = [ids(), filter.typed];
    filter.set('phon');
    assert.notDeepEqual(ids(), before);
    filter.restore(typed);
    assert.deepEqual(ids(), before);
    filter.set(' ');
    assert.equal(filter.isOn, false);
    assert.deepEqual(
      ids(),
      nodes.map(() => 'x'),
    );
  });

  it('has the rows open again that the person opened, once it is cleared', async () => {
    const { filter } = filtered();
    filter.set('pho');
    const { below } = await filter.nodes();
    const drawn = [...below.keys()];
    const [vault, connection] = ['vault', 'connection'].map(
      (kind) => drawn.find((node) => node.kind === kind) ?? assert.fail(kind),
    );
    assert.ok(vault && connection);
    const stateOf = (node: TreeNode, collapsibleState: number) =>
      filter.dress({ label: '', id: nodeID(node) ?? '', collapsibleState }, node).collapsibleState;
    filter.set('');
    filter.noteOpened(vault, true);
    filter.set('pho');
    await filter.nodes();
    // Of a row that is drawn because something in it was found.
    filter.noteOpened(connection, false);
    filter.set('');
    assert.deepEqual([stateOf(vault, 1), stateOf(connection, 2)], [2, 2]);
    filter.noteOpened(vault, false);
    assert.equal(stateOf(vault, 1), 1);
    filter.noteOpened(vault, true);
    assert.equal(stateOf(vault, 0), 0, 'nothing is in it now');
  });

  it('goes to the first name found, and is forgotten with everything', async () => {
    const { filter, nameOf, forget } = filtered();
    filter.set('pho');
    const { first } = await filter.nodes();
    assert.equal(first && nameOf(first), 'Phone');
    let heard = 0;
    filter.onDidChange(() => heard++);
    forget();
    assert.deepEqual([filter.isOn, filter.typed.text, heard], [false, '', 1]);
  });
});
