import assert from 'node:assert/strict';
import { EventEmitter, window } from '../fakeVscode.ts';
import { recordedFeatures } from '../recordedFeatures.ts';
import '../withVscode.ts';
import { readConnections } from '../../../../src/core/service/connections/connections.ts';
import type { Deps } from '../../../../src/extension/app/deps.ts';

const { editConnections } = await import('../../../../src/extension/connections/connectionCommands.ts');
const { OwnConnections } = await import('../../../../src/extension/connections/ownConnections.ts');

interface Item {
  readonly label: string;
  readonly description: string;
}

/** Settings of one connection, which a person edits: fields picked by their label, each answered by a text. */
async function edit(
  edits: readonly (readonly [label: string, answers: readonly string[]])[],
  field?: string,
) {
  let entries: readonly unknown[] = [
    { name: 'mine', baseUrl: 'https://vault.example', vaults: [{ id: 'v1', note: 1 }], note: 'kept' },
    { broken: true },
  ];
  const removed: string[] = [];
  const lists: (readonly Item[])[] = [];
  const picks = edits.map(([label]) => label);
  const answers = edits.flatMap(([, texts]) => texts);
  const input = () => {
    const [accepting, other] = [new EventEmitter<void>(), new EventEmitter<never>()];
    const box = {
      ...{ value: '', items: [] as readonly { readonly value: string }[] },
      selectedItems: [] as readonly { readonly value: string }[],
      ...{ onDidAccept: accepting.event, onDidChangeValue: other.event, onDidHide: other.event },
      ...{ onDidTriggerButton: other.event, dispose: () => undefined },
      show() {
        box.value = answers.shift() ?? assert.fail('no answer');
        box.selectedItems = box.items.filter(({ value }) => value === box.value);
        accepting.fire();
      },
    };
    return box;
  };
  Object.assign(window, {
    createInputBox: input,
    createQuickPick: input,
    showQuickPick: async (items: readonly Item[]) => {
      lists.push(items);
      const label = picks.shift();
      return items.find((item) => item.label === label);
    },
  });
  const { features, calls } = recordedFeatures();
  const deps = {
    ...features,
    targets: { connections: () => readConnections(entries, () => true).connections },
    credentials: { remove: async ({ name }: { readonly name: string }) => void removed.push(name) },
    settings: {
      connections: () => entries,
      writeConnections: async (value: readonly unknown[]) => {
        entries = value;
      },
    },
  } as unknown as Deps;
  await editConnections(deps, new OwnConnections(deps), 'mine', field);
  return { entry: entries[0], rest: entries.slice(1), removed, lists, calls };
}

describe('editing a connection', () => {
  const { showQuickPick } = window;
  after(() => Object.assign(window, { showQuickPick }));

  it('lists its fields with their values, and changes those picked alone', async () => {
    const { entry, rest, lists, removed } = await edit([
      ['Workspace ID', ['w1']],
      ['Vault v1', ['v2', 'people', 'https://people.example']],
      ['Kind of sign-in', ['environment', 'TOKEN']],
      ['Add Vault', ['v3', '', '']],
    ]);
    assert.deepEqual(entry, {
      ...{ name: 'mine', baseUrl: 'https://vault.example', note: 'kept', workspaceID: 'w1' },
      vaults: [
        { id: 'v2', note: 1, name: 'people', baseUrl: 'https://people.example' },
        { id: 'v3', name: 'v3' },
      ],
      auth: { kind: 'environment', variable: 'TOKEN' },
    });
    assert.deepEqual(rest, [{ broken: true }]);
    assert.deepEqual(removed, []);
    const workspace = (list: readonly Item[] | undefined) =>
      list?.find(({ label }) => label.startsWith('Workspace'))?.description;
    assert.deepEqual([workspace(lists[0]), workspace(lists[1])], ['not set', 'w1']);
  });

  it('asks for one field alone where that is named, and tests the connection with a new account ID', async () => {
    const named = await edit([['', ['a1']]], 'accountID');
    assert.equal((named.entry as { readonly accountID?: string }).accountID, 'a1');
    assert.deepEqual([named.lists.length, named.calls], [0, [['connections.test', 'mine']]]);
    const renamed = await edit([['', ['yours']]], 'name');
    assert.deepEqual([renamed.removed, renamed.lists.length, renamed.calls], [['mine'], 0, []]);
  });

  it('takes an empty field out of the settings', async () => {
    const { entry } = await edit([
      ['Workspace ID', ['w1']],
      ['Workspace ID', ['']],
    ]);
    assert.ok(!Object.hasOwn(entry as object, 'workspaceID'));
  });

  it('forgets the secrets of a name that is given up, and goes on with the new one', async () => {
    const { entry, removed } = await edit([
      ['Connection name', ['yours']],
      ['Parent account ID', ['p1']],
    ]);
    assert.deepEqual(removed, ['mine']);
    assert.equal((entry as { readonly name: string; readonly parentAccountID?: string }).name, 'yours');
    assert.equal((entry as { readonly parentAccountID?: string }).parentAccountID, 'p1');
  });
});
