import assert from 'node:assert/strict';
import type { StartedIn } from '../../../../src/extension/audit/model/requestFlow.ts';
import { EventEmitter, executed, picks, window } from '../fakeVscode.ts';
import { connectionOf, type FakeService, fakeService, partsOf, settled } from './fakeModel.ts';
import '../withVscode.ts';

const { chooseFilter } = await import('../../../../src/extension/audit/commands/filterCommands.ts');
const { createFilterPicker } = await import('../../../../src/extension/audit/pickers/filterPick.ts');

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly buttons?: readonly unknown[];
}

/** The hub of filters as the person sees it, who picks the item that `pick` finds, or leaves. */
async function hub(
  service: FakeService,
  startedIn: StartedIn = 'elsewhere',
  pick: (item: Item) => boolean = () => false,
): Promise<readonly Item[]> {
  const accepting = new EventEmitter<void>();
  const hiding = new EventEmitter<void>();
  const none = new EventEmitter<never>();
  let items: readonly Item[] = [];
  const list = {
    items,
    selectedItems: [] as readonly Item[],
    onDidAccept: accepting.event,
    onDidHide: hiding.event,
    onDidTriggerItemButton: none.event,
    dispose: () => undefined,
    show() {
      items = list.items;
      list.selectedItems = items.filter(pick);
      if (list.selectedItems.length > 0) accepting.fire();
      else hiding.fire();
    },
  };
  Object.assign(window, { createQuickPick: () => list });
  const parts = partsOf(service, {
    picker: createFilterPicker(),
    settings: { ...service.deps.settings, savedFilters: () => ({ mine: { vaultID: 'v' } }) },
    view: { visible: false },
  });
  await chooseFilter(parts, startedIn);
  return items;
}

describe('the hub of filters', () => {
  const { showQuickPick } = window;
  after(() => Object.assign(window, { showQuickPick }));

  it('names the account ID that is sent without a filter, and where it is from', async () => {
    const account = async (service: FakeService): Promise<Item | undefined> =>
      (await hub(service)).find(({ label }) => label === 'Account ID');
    const ofSettings = fakeService(connectionOf('a', { accountID: 'mine' }));
    assert.equal((await account(ofSettings))?.description, 'mine (from the connection) · server');
    const typed = fakeService(connectionOf('a', { accountID: '' }));
    typed.model.connections.setAccount('typed');
    assert.equal((await account(typed))?.description, 'typed (for this window) · server');
    const loading = typed.model.requests.load({ accountID: 'other' });
    typed.asked[0]?.answer({});
    await loading;
    const filtered = await account(typed);
    assert.deepEqual(
      [filtered?.description, filtered?.buttons?.length],
      ['other · server', 1],
      'can be cleared',
    );
  });

  it('has what is looked for most first and IDs last, and says of each who filters by it', async () => {
    const items = await hub(fakeService(connectionOf('a')));
    const names = items.map(({ label, description = '' }) => `${label}: ${description.replace(/^.*· /, '')}`);
    const more = names.findIndex((name) => name.startsWith('More'));
    assert.deepEqual(names.slice(0, more), [
      ...[
        'Time range: loaded events',
        'Actor: server',
        'IP address: server',
        'Question: loaded events',
        'Action: loaded events',
        'Marks: loaded events',
      ],
    ]);
    const rest = names.slice(more + 1, names.indexOf('Actions: '));
    assert.deepEqual(rest.slice(0, 2), ['Status: loaded events', 'API name: loaded events']);
    const isID = rest.map((name) => /IDs?: /.test(name) || /\(change\) ID/.test(name));
    assert.equal(isID.lastIndexOf(false) + 1, isID.indexOf(true), rest.join());
    assert.equal(names.filter((name) => name.endsWith(': server')).length, 16);
  });

  for (const action of ['Apply a saved filter'])
    it(`leaves a hidden side bar hidden where it is shown from the table: ${action}`, async () => {
      const isAction = ({ label }: Item): boolean => label.startsWith(action);
      for (const [startedIn, opened] of [
        ['table', 0],
        ['elsewhere', 1],
      ] as const) {
        picks.length = 0;
        executed.length = 0;
        Object.assign(window, {
          showQuickPick: async (items: readonly unknown[]) => {
            picks.push(items);
            return items[0];
          },
        });
        const service = fakeService(connectionOf('a'));
        const choosing = hub(service, startedIn, isAction);
        await settled();
        service.asked[0]?.answer({});
        await choosing;
        assert.equal(picks.length, 1);
        const focused = executed.filter(([command]) => command === 'vaultsql.audit.focus');
        assert.equal(focused.length > 0, opened === 1);
      }
    });
});
