import assert from 'node:assert/strict';
import type { Draft } from '../../../../src/core/service/connections/draft.ts';
import { documents, EventEmitter, QuickInputButtons, shown, window } from '../fakeVscode.ts';
import '../withVscode.ts';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import { createPendingRedirects } from '../../../../src/node/signIn/callbacks.ts';

const { promptForFormFields } = await import('../../../../src/extension/connections/form/form.ts');
const { createQuestion } = await import('../../../../src/extension/connections/form/questions.ts');
const { OwnConnections } = await import('../../../../src/extension/connections/ownConnections.ts');
const { AddConnectionForm } = await import('../../../../src/extension/connections/form/addConnection.ts');

/** What a person does at one question: types or picks and confirms, goes back with what is typed, or leaves. */
type Act =
  | { readonly type: string }
  | { readonly back: string }
  | { readonly leave: string }
  | { readonly pick: string };

interface Shown {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  readonly value: string;
  readonly message: unknown;
  readonly buttons: number;
  /** Values that Enter would take. */
  readonly active: readonly string[];
}

/** Boxes and lists of the editor, at which `acts` are done one after the other; what each showed first. */
function person(acts: readonly Act[]): readonly Shown[] {
  const shown: Shown[] = [];
  const left = [...acts];
  const input = () => {
    const [changing, accepting, hiding] = [
      new EventEmitter<string>(),
      new EventEmitter<void>(),
      new EventEmitter<void>(),
    ];
    const pressing = new EventEmitter<unknown>();
    const box = {
      title: '',
      step: 0,
      totalSteps: 0,
      value: '',
      validationMessage: undefined as unknown,
      buttons: [] as unknown[],
      items: [] as readonly { readonly value: string }[],
      selectedItems: [] as readonly { readonly value: string }[],
      activeItems: [] as readonly { readonly value: string }[],
      onDidChangeValue: changing.event,
      onDidAccept: accepting.event,
      onDidHide: hiding.event,
      onDidTriggerButton: pressing.event,
      dispose: () => undefined,
      show() {
        const { title, step, totalSteps, value, buttons } = box;
        const active = box.activeItems.map((item) => item.value);
        const first = { title, step, totalSteps, value, buttons: buttons.length, active };
        let isOver = false;
        accepting.event(() => undefined);
        while (!isOver) {
          const act = left.shift();
          if (!act) throw new Error(`nothing to do at ${title} ${step}`);
          if ('pick' in act) {
            box.selectedItems = box.items.filter((item) => item.value === act.pick);
            accepting.fire();
            isOver = true;
          } else {
            box.value = 'type' in act ? act.type : 'back' in act ? act.back : act.leave;
            changing.fire(box.value);
            if ('type' in act) accepting.fire();
            else if ('back' in act) pressing.fire(QuickInputButtons.Back);
            else hiding.fire();
            // What is refused stays open.
            isOver = !('type' in act) || typeof box.validationMessage !== 'string';
          }
          shown.push({ ...first, message: box.validationMessage });
        }
      },
    };
    return box;
  };
  Object.assign(window, { createInputBox: input, createQuickPick: input });
  return shown;
}

const depsWith = (written: unknown[], isWritable: () => boolean = () => true): Deps =>
  ({
    context: { subscriptions: [], extension: { id: 'vaultsql.vault-sql' } },
    targets: { connections: () => [] },
    log: { defect: () => undefined },
    messages: { error: async () => undefined },
    settings: {
      connections: () => [],
      writeConnections: async (value: unknown) => {
        if (!isWritable()) throw new Error('no');
        written.push(value);
      },
    },
  }) as unknown as Deps;

describe('a form of short questions', () => {
  const own = new OwnConnections(depsWith([]));
  const form = (kept: Draft[], canGoBack = false) => ({
    title: 'T',
    canGoBack,
    fields: () => ['name', 'baseUrl', 'accountID'] as const,
    question: (field: 'name' | 'baseUrl' | 'accountID', draft: Draft) => createQuestion(field, draft, own),
    saveDraft: (draft: Draft) => void kept.push(draft),
  });

  it('counts its steps, goes back, and keeps what was typed, wrong or not', async () => {
    const shown = person([
      { type: 'mine' },
      { back: 'https://half' },
      { type: 'mine too' },
      { type: 'https://vault.example' },
      { type: '' },
    ]);
    const filled = await promptForFormFields(form([]) as Parameters<typeof promptForFormFields>[0], {});
    assert.deepEqual(filled, {
      kind: 'done',
      draft: { name: 'mine too', baseUrl: 'https://vault.example', accountID: '' },
    });
    assert.deepEqual(
      shown.map(({ step, totalSteps, value, buttons }) => [step, totalSteps, value, buttons]),
      [
        [1, 3, '', 0],
        [2, 3, '', 1],
        [1, 3, 'mine', 0],
        [2, 3, 'https://half', 1],
        [3, 3, '', 1],
      ],
    );
  });

  it('says what is wrong where it was typed, and goes on only once it is right', async () => {
    const shown = person([
      { type: 'a/b' },
      { type: 'a' },
      { type: 'http://far.example' },
      { leave: 'https://v' },
    ]);
    const kept: Draft[] = [];
    assert.deepEqual(await promptForFormFields(form(kept) as Parameters<typeof promptForFormFields>[0], {}), {
      kind: 'left',
    });
    assert.match(String(shown[0]?.message), /slash/);
    assert.match(String(shown[2]?.message), /^Plain http exposes the sign-in and the data\. Use https; /);
    assert.deepEqual(kept.at(-1), { name: 'a', baseUrl: 'https://v' });
  });

  it('leads back to where it was opened', async () => {
    person([{ back: 'x' }]);
    assert.deepEqual(
      await promptForFormFields(form([], true) as Parameters<typeof promptForFormFields>[0], {}),
      { kind: 'back' },
    );
  });
});

describe('an address that is typed', () => {
  const own = new OwnConnections({ settings: { ownConnections: () => [] } } as unknown as Deps);
  const cases: readonly (readonly [address: string, message: RegExp])[] = [
    ['http://click.example:8123', /^Plain http exposes the sign-in and the data\. Use https; /],
    ['ftp://click.example', /^An address must begin with https:/],
    ['https://reader:secret@click.example', /^An address must not contain a user or a password\./],
    ['https://click.example/?user=reader', /^An address must not contain a \? part\./],
    ['https://click.example/#a', /^An address must not contain a # part\./],
    ['https://click.example/..', /^The path of the address contains/],
    [
      'localhost:8123',
      /^Enter an https address, such as https:\/\/.*\. Plain http is for this machine only\.$/,
    ],
    ['https://010.0.0.1', /^Enter an https address, such as https:/],
  ];
  for (const field of ['baseUrl', 'trailUrl', 'issuer', 'tokenUrl'] as const)
    it(`says what is wrong with it: ${field}`, () => {
      const kind = field === 'tokenUrl' ? 'device' : 'oauth';
      const question = createQuestion(field, { kind }, own);
      assert.ok(question.kind === 'text');
      for (const [address, message] of cases) assert.match(String(question.check(address)), message, address);
      assert.equal(question.check('https://click.example:8443'), undefined);
    });
});

describe('adding a connection', () => {
  const start = [{ type: 'https://mine.example' }, { pick: 'production' }] as const;
  const end = [{ type: 'a1' }, { type: 'v1' }] as const;
  const last = (kind: string): Act =>
    ['token', 'clientCredentials'].includes(kind) ? { type: 'a-secret' } : { pick: 'test' };
  const add = (deps: Deps) => {
    const adding = new AddConnectionForm(deps, new OwnConnections(deps), createPendingRedirects());
    return () => adding.promptForAndAddConnection();
  };
  const signIns: readonly (readonly [string, readonly Act[], object])[] = [
    ['token', [], {}],
    ['environment', [{ type: 'TOKEN' }], { variable: 'TOKEN' }],
    [
      'command',
      [{ type: 'get "a b"' }, { type: '["get", "a b"]' }, { type: 'A B' }],
      { command: ['get', 'a b'], variables: ['A', 'B'] },
    ],
    ['serviceAccount', [{ type: 'k.json' }, { type: '~/k.json' }, { type: '' }], { keyFile: '~/k.json' }],
    [
      'oauth',
      [{ type: 'https://i.example' }, { type: 'c' }, { type: 's t' }],
      { issuer: 'https://i.example', clientID: 'c', scope: 's t' },
    ],
    [
      'device',
      [
        { type: '' },
        { type: 'https://t.example' },
        { type: 'https://d.example' },
        { type: 'c' },
        { type: '' },
      ],
      { tokenUrl: 'https://t.example', deviceAuthorizationUrl: 'https://d.example', clientID: 'c' },
    ],
    [
      'clientCredentials',
      [{ type: 'https://i.example' }, { type: 'c' }, { type: '' }],
      { issuer: 'https://i.example', clientID: 'c' },
    ],
  ];
  for (const [kind, acts, auth] of signIns)
    it(`asks for what ${kind} needs, and for nothing else`, async () => {
      const written: unknown[] = [];
      person([...start, { pick: kind }, ...acts, ...end, last(kind)]);
      await add(depsWith(written))();
      assert.deepEqual(written, [
        [
          {
            name: 'mine',
            environment: 'production',
            baseUrl: 'https://mine.example',
            accountID: 'a1',
            vaults: [{ id: 'v1', name: 'v1' }],
            auth: { kind, ...auth },
          },
        ],
      ]);
    });

  it('stores the secret of a client with the blanks that belong to it', async () => {
    const written: object[][] = [];
    const stored: string[] = [];
    const acts = signIns.find(([kind]) => kind === 'clientCredentials')?.[1] ?? [];
    person([...start, { pick: 'clientCredentials' }, ...acts, { type: '' }, { type: 'v1' }, { type: ' s ' }]);
    const deps = {
      ...depsWith(written),
      targets: { connections: () => written.at(-1) ?? [] },
      credentials: {
        storeSecret: async (_connection: unknown, secret: string) => void stored.push(secret),
        getToken: async () => undefined,
      },
    } as unknown as Deps;
    await add(deps)?.();
    assert.deepEqual(stored, [' s ']);
  });

  for (const kind of ['oauth', 'device'])
    it(`sends nothing of a connection by ${kind} that is only saved, and opens a query`, async () => {
      const acts = signIns.find(([of]) => of === kind)?.[1] ?? [];
      person([...start, { pick: kind }, ...acts, ...end, { pick: 'later' }]);
      const written: { name: string }[][] = [];
      let signedIn = 0;
      const deps = {
        ...depsWith(written),
        targets: { connections: () => written.at(-1) ?? [] },
        credentials: { signIn: async () => void signedIn++ },
      } as unknown as Deps;
      shown.length = 0;
      // Only that of the query: other tests have documents of their own. Where it is depends on the open folder.
      for (const path of documents.keys()) if (path.endsWith('/v1.vaultsql')) documents.delete(path);
      await add(deps)();
      assert.deepEqual([written.length, signedIn], [1, 0]);
      assert.deepEqual(shown, ['-- vault: mine/v1\n']);
    });

  it('shows the redirect address to register for the client of a sign-in server, which has its own', async () => {
    const promptFor = (draft: Draft): string => {
      const question = createQuestion(
        'clientID',
        { kind: 'oauth', ...draft },
        new OwnConnections(depsWith([])),
      );
      return question.kind === 'text' ? question.prompt : '';
    };
    const own = /vscode:\/\/vaultsql\.vault-sql\/signin\/[0-9a-f]{20}\.$/;
    const one = promptFor({ issuer: 'https://i.example' });
    assert.match(one, own);
    assert.equal(promptFor({ issuer: 'https://i.example/' }), one);
    const others = [
      promptFor({ issuer: 'https://i.example/tenant' }),
      promptFor({ tokenUrl: 'https://i.example/token' }),
    ];
    for (const other of others) assert.match(other, own);
    assert.equal(new Set([one, ...others]).size, 3);
    assert.doesNotMatch(promptFor({ kind: 'device', issuer: 'https://i.example' }), /vscode:/);
  });

  it('proposes the usual kind of sign-in, and no environment', async () => {
    const open = add(depsWith([]));
    const shown = person([...start, { pick: 'device' }, { leave: '' }]);
    await open();
    const again = person([...start, { pick: 'device' }, { leave: '' }]);
    await open();
    const activeOf = (all: readonly Shown[]) => all.slice(1, 3).map(({ active }) => active);
    assert.deepEqual(
      [activeOf(shown), activeOf(again)],
      [
        [[], ['token']],
        [['production'], ['device']],
      ],
    );
  });

  it('begins with what was typed before, after it was left or could not be written, without the secret', async () => {
    const written: unknown[] = [];
    let isWritable = false;
    const open = add(depsWith(written, () => isWritable));
    person([{ type: 'https://mine.example' }, { pick: 'test' }, { leave: '' }]);
    await open();
    const all = [...start, { pick: 'token' }, ...end, { type: 'a-secret' }];
    const again = person(all);
    await open();
    assert.equal(again[0]?.value, 'https://mine.example');
    isWritable = true;
    const last = person(all);
    await open();
    assert.deepEqual(
      last.slice(-3).map(({ value }) => value),
      ['a1', 'v1', ''],
    );
    assert.equal(written.length, 1);
  });

  it('takes the vault from an address that leads to one, and asks one step less', async () => {
    const written: unknown[] = [];
    const address = 'https://mine.example/gate/v1/vaults/v9/query';
    const shown = person([
      { type: address },
      { pick: 'test' },
      { pick: 'token' },
      { type: 'a1' },
      { type: 'a-secret' },
    ]);
    await add(depsWith(written))();
    assert.deepEqual(
      shown.map(({ step, totalSteps }) => `${step}/${totalSteps}`),
      ['1/6', '2/5', '3/5', '4/5', '5/5'],
    );
    assert.match(JSON.stringify(written), /"baseUrl":"https:\/\/mine\.example\/gate"/);
    assert.match(JSON.stringify(written), /"vaults":\[\{"id":"v9","name":"v9"\}\]/);
    assert.doesNotMatch(JSON.stringify(written), /a-secret/);
  });
});
