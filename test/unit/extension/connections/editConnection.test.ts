import assert from 'node:assert/strict';
import { EventEmitter, window } from '../fakeVscode.ts';
import { recordedFeatures } from '../recordedFeatures.ts';
import '../withVscode.ts';
import { parseConnections } from '../../../../src/core/service/connections/connections.ts';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import type { Choice } from '../../../../src/extension/platform/messages.ts';

const { pickAndEditConnection } = await import('../../../../src/extension/connections/connectionCommands.ts');
const { OwnConnections } = await import('../../../../src/extension/connections/ownConnections.ts');

interface Item {
  readonly label: string;
  readonly description: string;
}

/** A client certificate of the edited connection, and the passphrase that is stored for it. */
interface Certificate {
  readonly passphrase?: string;
}

/**
 * Settings of one connection, which a person edits: fields picked by their label, each answered by a text. `field`: what
 * the command is called for; its answers come first, under any label.
 */
async function edit(
  edits: readonly (readonly [label: string, answers: readonly string[]])[],
  field?: string,
  certificate?: Certificate,
) {
  let entries: readonly unknown[] = [
    {
      name: 'mine',
      baseUrl: 'https://vault.example',
      vaults: [{ id: 'v1', note: 1 }],
      note: 'kept',
      ...(certificate && { clientCertificate: { pfxFile: '~/me.pfx' } }),
    },
    { broken: true },
  ];
  let passphrase = certificate?.passphrase;
  const boxes: { readonly password?: boolean; readonly title?: string; readonly placeholder?: string }[] = [];
  const removed: string[] = [];
  const lists: (readonly Item[])[] = [];
  const picks = edits.map(([label]) => label);
  const answers = edits.flatMap(([, texts]) => texts);
  const input = () => {
    const [accepting, other] = [new EventEmitter<void>(), new EventEmitter<never>()];
    const box = {
      value: '',
      title: '',
      password: false,
      placeholder: '',
      items: [] as readonly { readonly value: string }[],
      selectedItems: [] as readonly { readonly value: string }[],
      onDidAccept: accepting.event,
      onDidChangeValue: other.event,
      onDidHide: other.event,
      onDidTriggerButton: other.event,
      dispose: () => undefined,
      show() {
        boxes.push(box);
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
  const messages: string[] = [];
  const deps = {
    ...features,
    messages: {
      info: async (text: string, ...choices: readonly Choice[]) =>
        void messages.push([text, ...choices.map(({ label }) => `[${label}]`)].join(' ')),
    },
    targets: { connections: () => parseConnections(entries, () => true).connections },
    credentials: {
      removeSecrets: async ({ name }: { readonly name: string }) => void removed.push(name),
      getPassphrase: async () => passphrase,
      storePassphrase: async (_connection: unknown, text: string) => {
        passphrase = text;
      },
      forgetPassphrase: async () => {
        passphrase = undefined;
      },
    },
    settings: {
      connections: () => entries,
      writeConnections: async (value: readonly unknown[]) => {
        entries = value;
      },
    },
  } as unknown as Deps;
  const returned = await pickAndEditConnection(deps, new OwnConnections(deps), 'mine', field);
  return {
    entry: entries[0],
    rest: entries.slice(1),
    removed,
    lists,
    calls,
    messages,
    passphrase,
    boxes,
    returned,
  };
}

describe('editing a connection', () => {
  const { showQuickPick } = window;
  after(() => Object.assign(window, { showQuickPick }));

  it('adds a table of audit events, changes it, and removes it when its address is emptied', async () => {
    const label = 'Audit trail in ClickHouse';
    const added = await edit([[label, ['https://click.example:8443', 'audit.events', 'reader']]], 'trail');
    assert.deepEqual((added.entry as { readonly trail?: unknown }).trail, {
      kind: 'clickhouse',
      url: 'https://click.example:8443',
      database: 'audit',
      table: 'events',
      user: 'reader',
    });
    assert.deepEqual(added.messages, [
      'The audit trail of “mine” in ClickHouse was saved. [Test Connection] [Open Trail]',
    ]);
    const changed = await edit([
      [label, ['https://click.example:8443', 'audit.events', 'reader']],
      [label, ['']],
    ]);
    assert.equal('trail' in Object(changed.entry), false);
    assert.equal(
      changed.lists[1]?.find((item) => item.label === label)?.description,
      'https://click.example:8443 · audit.events · reader',
    );
  });

  it('lists its fields with their values, and changes those picked alone', async () => {
    const { entry, rest, lists, removed } = await edit([
      ['Workspace ID', ['w1']],
      ['Vault v1', ['v2', 'people', 'https://people.example']],
      ['Kind of sign-in', ['environment', 'TOKEN']],
      ['Add Vault', ['v3', '', '']],
    ]);
    assert.deepEqual(entry, {
      name: 'mine',
      baseUrl: 'https://vault.example',
      note: 'kept',
      workspaceID: 'w1',
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
    assert.deepEqual([named.lists.length, named.calls], [0, [['connections.testConnection', 'mine']]]);
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

  const label = 'Client certificate passphrase';
  const forget = 'Forget Client Certificate Passphrase';
  const described = (list: readonly Item[] | undefined) =>
    list?.filter((item) => /passphrase/i.test(item.label)).map((item) => [item.label, item.description]);

  it('has a passphrase where there is a client certificate alone', async () => {
    assert.deepEqual(described((await edit([])).lists[0]), []);
    assert.deepEqual(described((await edit([], undefined, {})).lists[0]), [[label, 'not set']]);
  });

  it('stores a passphrase as it was typed, hidden, and never shows it', async () => {
    const { passphrase, boxes, lists, entry } = await edit([[label, [' a secret ']]], undefined, {});
    assert.equal(passphrase, ' a secret ');
    assert.deepEqual(
      boxes.map((box) => [box.password, box.title]),
      [[true, `Edit mine: ${label}`]],
    );
    assert.deepEqual(described(lists[1]), [
      [label, 'stored'],
      [forget, ' '],
    ]);
    assert.ok(!JSON.stringify([lists, entry]).includes('a secret'));
  });

  it('keeps a passphrase in whose place nothing is typed, and forgets one where the person says so', async () => {
    const kept = await edit([[label, ['']]], undefined, { passphrase: 'before' });
    assert.equal(kept.passphrase, 'before');
    assert.match(kept.boxes[0]?.placeholder ?? '', /Leave empty to keep/);
    const { passphrase, lists } = await edit([[forget, []]], undefined, { passphrase: 'before' });
    assert.equal(passphrase, undefined);
    assert.deepEqual(described(lists[1]), [[label, 'not set']]);
  });

  it('asks a caller’s passphrase alone, and returns whether one was stored', async () => {
    const { passphrase, lists, returned } = await edit([['', ['new']]], 'passphrase', {});
    assert.deepEqual([passphrase, lists, returned], ['new', [], true]);
    assert.equal((await edit([['', ['']]], 'passphrase', { passphrase: 'before' })).returned, undefined);
    const without = await edit([], 'passphrase');
    assert.deepEqual([without.lists.length, without.returned], [1, undefined]);
  });
});
