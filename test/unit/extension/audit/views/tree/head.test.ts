import assert from 'node:assert/strict';
import type { TreeItem } from 'vscode';
import { noLocalFilters } from '../../../../../../src/core/audit/table/filter.ts';
import { toAuditEvent } from '../../../../../../src/core/service/decode.ts';
import type { ApiError } from '../../../../../../src/core/service/errors.ts';
import type { AuditNode } from '../../../../../../src/extension/audit/views/tree/auditNode.ts';
import { filtersOf, textQuestion } from '../../../../core/audit/questions.ts';
import { auditTreeOf, connectionOf, fakeService, fileOf, partsOf, tableOf } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { createRemoveFilterCommand } = await import(
  '../../../../../../src/extension/audit/commands/filterCommands.ts'
);
const { connectionText } = await import('../../../../../../src/extension/audit/views/tree/viewState.ts');
const { createTreeOptions } = await import('../../../../../../src/extension/audit/views/tree/treeOptions.ts');

const eventAt = (second: number) =>
  toAuditEvent({
    context: { changeID: `c${second}`, actor: 'ada@a.test' },
    request: { timestamp: `2026-11-20 16:02:${String(second).padStart(2, '0')}.000000000` },
  });

function setUp(more: Parameters<typeof connectionOf>[1] = {}) {
  const service = fakeService(connectionOf('a', more));
  const { model, asked } = service;
  let news = 0;
  const options = createTreeOptions(model.masking);
  const tree = auditTreeOf(model, options, () => news);
  const load = async (seconds: readonly number[], cursor?: string, filters = {}): Promise<void> => {
    const loading = model.requests.loadNewest(filters);
    const nextOps = cursor === undefined ? null : { changeID: cursor };
    asked.at(-1)?.answer({ events: seconds.map(eventAt), nextOps });
    await loading;
  };
  const head = async (): Promise<readonly (readonly [AuditNode, TreeItem])[]> => {
    tree.refresh();
    const nodes = ((await tree.getChildren()) ?? []).filter(({ kind }) =>
      ['summary', 'news', 'filter', 'none'].includes(kind),
    );
    return Promise.all(nodes.map(async (node) => [node, await tree.getTreeItem(node)] as const));
  };
  const lines = async (): Promise<string[]> =>
    (await head()).map(([, { label, description }]) => [label, description].filter(Boolean).join(' · '));
  const setNews = (count: number): void => {
    news = count;
  };
  const offered = async (): Promise<unknown[]> => {
    tree.refresh();
    const nodes = ((await tree.getChildren()) ?? []).filter(({ kind }) => kind !== 'connection');
    return Promise.all(
      nodes.map(async (node) => {
        const { command, arguments: args = [] } = (await tree.getTreeItem(node)).command ?? {};
        return args.length > 0 ? [command, ...args] : command;
      }),
    );
  };
  const fail = async (error: ApiError): Promise<void> => {
    const loading = model.requests.loadNewest({});
    asked.at(-1)?.fail(error);
    await loading;
  };
  return { ...service, tree, options, load, fail, head, lines, setNews, offered };
}

describe('the rows above the events', () => {
  it('say in a line what is known of them, and all of it where the pointer rests', async () => {
    const { tree, model, load, head, lines } = setUp({ environment: 'production' });
    assert.deepEqual(await lines(), []);
    await load([3, 2], 'x');
    assert.deepEqual(await lines(), ['2 events · since 20 Nov · older exist']);
    const [[summary, item] = assert.fail()] = await head();
    const { tooltip } = (await tree.resolveTreeItem?.(item, summary, undefined as never)) ?? {};
    assert.equal(
      tooltip,
      [
        '2 loaded',
        '2026-11-20 16:02:02 UTC to 2026-11-20 16:02:03 UTC',
        'a, production',
        'older available',
      ].join('\n'),
    );
    assert.equal(item.accessibilityInformation?.label, String(tooltip).replaceAll('\n', ', '));
    await load([3]);
    assert.deepEqual(await lines(), ['1 event · since 20 Nov · older may exist']);
    model.filters.setLocalFilters({ question: textQuestion('c') });
    assert.equal((await lines())[0], '1 of 1 event · older may exist', 'in the room of a narrow panel');
    model.filters.setLocalFilters(noLocalFilters);
    model.source.displayOpenedFile(fileOf(model, 'trail.ndjson', [eventAt(1)]));
    assert.deepEqual(await lines(), ['1 event · trail.ndjson · since 20 Nov']);
  });

  it('name the connection first, whether events were loaded or not', async () => {
    for (const [environment, line] of [
      ['test', 'a | test | Audit events of a, test'],
      ['production', 'Production | a | Audit events of a, production'],
    ] as const) {
      const { tree, asked, model, load } = setUp({ environment });
      const first = async (): Promise<string> => {
        tree.refresh();
        const [node = assert.fail('no row')] = (await tree.getChildren()) ?? [];
        const { label, description, accessibilityInformation } = await tree.getTreeItem(node);
        return [label, description, accessibilityInformation?.label].join(' | ');
      };
      const loading = model.requests.loadNewest({});
      asked.at(-1)?.fail({ kind: 'noToken', retry: false });
      await loading;
      assert.equal(await first(), line);
      await load([1]);
      assert.equal(await first(), line);
    }
  });

  it('name the connection whose table in ClickHouse is displayed, and none over a file', async () => {
    const { tree, model } = setUp({ environment: 'test' });
    const firstLabel = async (): Promise<unknown> => {
      tree.refresh();
      const [node = assert.fail('no row')] = (await tree.getChildren()) ?? [];
      return (await tree.getTreeItem(node)).label;
    };
    const environment = 'production';
    const table = { connection: 'trail', environment, host: 'ch.test', days: 30, gaps: [] } as const;
    model.source.displayOpenedFile({ ...fileOf(model, 'audit.events', [eventAt(1)]), table });
    assert.equal(await firstLabel(), 'Production');
    assert.equal(connectionText(model.state.snapshot()), 'trail · PRODUCTION');
    model.source.displayOpenedFile(fileOf(model, 'trail.ndjson', [eventAt(1)]));
    assert.equal(await firstLabel(), '1 event');
    assert.equal(connectionText(model.state.snapshot()), '');
  });

  it('name the zone with each day, or in the line where there are groups', async () => {
    const { tree, options, load, lines } = setUp();
    await load([3]);
    const days = async (): Promise<string[]> => {
      tree.refresh();
      const nodes = ((await tree.getChildren()) ?? []).filter(({ kind }) => kind === 'day');
      const items = await Promise.all(nodes.map(async (node) => tree.getTreeItem(node)));
      return items.map(({ label, description, accessibilityInformation }) =>
        [label, description, accessibilityInformation?.label].join(' | '),
      );
    };
    const before = process.env.TZ;
    process.env.TZ = 'Asia/Kolkata';
    try {
      assert.deepEqual(await days(), ['Fri 20 Nov 2026 | UTC | Friday, November 20, 2026, UTC']);
      options.toggleZone();
      assert.deepEqual(await days(), ['Fri 20 Nov 2026 | UTC+5:30 | Friday, November 20, 2026, UTC+5:30']);
      options.setGrouping('actor');
      assert.deepEqual(await days(), []);
      assert.deepEqual(await lines(), ['1 event · UTC+5:30 · older may exist']);
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });

  it('have one for each filter, also where none is left to show, and each is removed by itself', async () => {
    const { model, deps, asked, load, head, lines } = setUp();
    await load([3, 2], undefined, { 'context.actor': 'ada@a.test', vaultID: 'v' });
    model.filters.setLocalFilters(filtersOf('change:c2 c'));
    const [first, ...filters] = await lines();
    assert.match(first ?? '', /^1 of 2 events · /);
    const local = ['change:c2 · loaded events', 'c · loaded events'];
    assert.deepEqual(filters, ['Actor: ada@a.test · server', 'Vault ID: v · server', ...local]);
    const remove = createRemoveFilterCommand(partsOf({ model, deps }))['vaultsql.audit.removeFilter'];
    const node = async (at: number): Promise<AuditNode> => (await head())[at]?.[0] ?? assert.fail();
    await remove?.(await node(3));
    assert.deepEqual((await lines()).slice(1), [...filters.slice(0, 2), 'c · loaded events']);
    const removing = remove?.(await node(1));
    await new Promise(setImmediate);
    assert.deepEqual(asked.at(-1)?.filters, { accountID: 'a', vaultID: 'v' });
    asked.at(-1)?.answer({ events: [] });
    await removing;
    assert.deepEqual((await lines()).slice(1), [
      'Vault ID: v · server',
      'c · loaded events',
      'No events match',
    ]);
    await load([1], undefined, { vaultID: 'v' });
    model.filters.setLocalFilters({ question: textQuestion('not there') });
    assert.equal((await lines()).at(-1), 'No loaded events match');
    const loading = model.requests.loadNewest({});
    assert.equal((await lines()).at(-1), '"not there" · loaded events', 'other events are requested');
    asked.at(-1)?.answer({ events: [] });
    await loading;
  });

  it('name the table as the place of filters on its events, and say that none of its events match', async () => {
    const { model, lines } = setUp();
    model.source.displayOpenedFile(tableOf(model, [eventAt(3)]));
    model.filters.setLocalFilters({ question: textQuestion('not there') });
    assert.deepEqual((await lines()).slice(-2), ['"not there" · table', 'No events match']);
  });

  it('offer no removal of the account ID that nothing can be asked without', async () => {
    const { model, load, head, deps } = setUp({ accountID: '' });
    await load([1], undefined, { accountID: 'typed', vaultID: 'v' });
    const contexts = (await head()).slice(1).map(([, { contextValue }]) => contextValue);
    assert.deepEqual(contexts, ['neededFilter', 'filter']);
    const said: string[] = [];
    const messages = { info: async (text: string) => void said.push(text) };
    // By key, or from the palette.
    await createRemoveFilterCommand(partsOf({ model, deps }, { messages }))['vaultsql.audit.removeFilter']?.(
      (await head())[1]?.[0],
    );
    assert.deepEqual(
      [said, model.filters.getAppliedFilters().service.accountID],
      [['Required by the service.'], 'typed'],
    );
  });

  it('say how many requests came since', async () => {
    const { load, lines, setNews } = setUp();
    await load([1]);
    setNews(1);
    assert.equal((await lines())[1], '1 request since · Refresh');
    setNews(7);
    assert.equal((await lines())[1], '7 requests since · Refresh');
  });

  it('offer what can be done where nothing could be loaded: the message above them hides the welcome', async () => {
    const { model, asked, offered } = setUp();
    const refused = async (status: number): Promise<void> => {
      const loading = model.requests.loadNewest({});
      asked.at(-1)?.refuse(status);
      await loading;
    };
    assert.deepEqual(await offered(), [], 'the welcome does');
    await refused(500);
    assert.deepEqual(await offered(), ['vaultsql.audit.refresh', ['vaultsql.connection.edit', 'a']]);
    await refused(401);
    assert.deepEqual((await offered())[0], ['vaultsql.connection.signIn', 'a']);
  });

  it('offer to start the local vault to who isn’t signed in, unless it runs or starts', async () => {
    const { deps, fail, offered } = setUp();
    await fail({ kind: 'noToken', retry: false });
    for (const [kind, isOffered] of [
      ['stopped', true],
      ['starting', false],
      ['running', false],
    ] as const) {
      Object.assign(deps.targets, { getLocalVaultState: () => ({ kind }) });
      assert.deepEqual(
        await offered(),
        [
          ['vaultsql.connection.signIn', 'a'],
          'vaultsql.audit.refresh',
          ...(isOffered ? ['vaultsql.localVault.start'] : []),
        ],
        kind,
      );
    }
  });

  it('offer to sign in to the connection above events that are loaded too', async () => {
    const { asked, model, load, tree } = setUp();
    const signIn = async (): Promise<unknown> => {
      tree.refresh();
      const [, node] = (await tree.getChildren()) ?? [];
      return node?.kind === 'nextStep' ? (await tree.getTreeItem(node)).command : undefined;
    };
    await load([1]);
    assert.equal(await signIn(), undefined);
    const loading = model.requests.loadNewest({});
    asked.at(-1)?.fail({ kind: 'noToken', retry: false });
    await loading;
    assert.equal(model.state.isLoaded(), true);
    assert.deepEqual(await signIn(), {
      command: 'vaultsql.connection.signIn',
      title: 'Sign In',
      arguments: ['a'],
    });
  });

  it('offer to start the local vault where the connection is refused by it, and by no other', async () => {
    const refused: ApiError = { kind: 'network', code: 'ECONNREFUSED', mayHaveBeenSent: false, retry: true };
    const address = { baseUrl: 'http://127.0.0.1:4000' };
    const local = { token: 't', actor: 'me', columns: [], tables: [] };
    for (const [more, commands] of [
      [{ ...address, local }, ['vaultsql.localVault.start', 'vaultsql.audit.refresh']],
      [address, ['vaultsql.audit.refresh', ['vaultsql.connection.edit', 'a']]],
    ] as const) {
      const { fail, offered } = setUp(more);
      await fail(refused);
      assert.deepEqual(await offered(), commands);
    }
  });

  it('offer to set the passphrase of the client certificate after a request failed because of it', async () => {
    const { fail, offered } = setUp();
    await fail({ kind: 'network', code: 'CLIENT_CERT_PASSPHRASE', mayHaveBeenSent: false, retry: false });
    assert.deepEqual(await offered(), [
      ['vaultsql.connection.edit', 'a', 'passphrase'],
      'vaultsql.audit.refresh',
    ]);
  });
});
