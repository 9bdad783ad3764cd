import assert from 'node:assert/strict';
import type { StartedIn } from '../../../../src/extension/audit/model/requestFlow.ts';
import { filtersOf } from '../../core/audit/questions.ts';
import { EventEmitter, executed, picks, window } from '../fakeVscode.ts';
import {
  connectionOf,
  type FakeService,
  fakeService,
  fileOf,
  partsOf,
  settled,
  tableOf,
} from './fakeModel.ts';
import '../withVscode.ts';

const { promptForAndApplyFilters } = await import(
  '../../../../src/extension/audit/commands/filterCommands.ts'
);
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
  heading?: 'service' | 'local',
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
    settings: { ...service.deps.settings, rawSavedFilters: () => ({ mine: { vaultID: 'v' } }) },
    view: { visible: false },
  });
  await promptForAndApplyFilters(parts, startedIn, undefined, heading);
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
    typed.model.connections.setAccountIDForWindow('typed');
    assert.equal((await account(typed))?.description, 'typed (for this window) · server');
    const loading = typed.model.requests.loadNewest({ accountID: 'other' });
    typed.asked[0]?.answer({});
    await loading;
    const filtered = await account(typed);
    assert.deepEqual(
      [filtered?.description, filtered?.buttons?.length],
      ['other · server', 1],
      'can be cleared',
    );
  });

  it('has both kinds of filters under a heading each, what is used most first, and IDs last', async () => {
    const items = await hub(fakeService(connectionOf('a')));
    const names = items.map(({ label, description = '' }) => `${label}: ${description.replace(/^.*· /, '')}`);
    const [server, loaded, actions] = ['On the server: ', 'In loaded events: ', 'Actions: '].map((heading) =>
      names.indexOf(heading),
    );
    const onServer = names.slice((server ?? 0) + 1, loaded);
    assert.equal(server, 0);
    assert.equal(onServer.length, 16);
    assert.ok(onServer.every((name) => name.endsWith(': server')));
    assert.deepEqual(onServer.slice(0, 3), ['Actor: server', 'IP address: server', 'Access type: server']);
    const isID = onServer.map((name) => /IDs?: /.test(name) || /\(change\) ID/.test(name));
    assert.equal(isID.lastIndexOf(false) + 1, isID.indexOf(true), onServer.join());
    const inLoaded = names.slice((loaded ?? 0) + 1, actions);
    assert.ok(inLoaded.every((name) => name.endsWith(': loaded events')));
    assert.deepEqual(
      inLoaded.slice(0, 4).map((name) => name.split(':')[0]),
      ['Question', 'Time range', 'Actor', 'IP address'],
    );
    assert.equal(new Set(inLoaded).size, inLoaded.length);
  });

  it('shows no icon, link, or invisible character that a value of an event brings along', async () => {
    const service = fakeService(connectionOf('a'));
    service.model.filters.setLocalFilters(filtersOf('actor:"$(gear) [x](command:y) \u202e"'));
    const shown = (await hub(service, 'table', undefined, 'local')).filter(({ description = '' }) =>
      description.includes('gear'),
    );
    assert.ok(shown.length > 0);
    for (const { description } of shown) assert.doesNotMatch(description ?? '', /\$\(|\]\(|\u202e/);
  });

  it('begins with the heading of the command, and has only loaded events while a file is displayed', async () => {
    const service = fakeService(connectionOf('a'));
    const atHeading = async (heading?: 'service' | 'local') =>
      (await hub(service, 'table', undefined, heading))
        .slice(1, 2)
        .map(({ label, description }) => `${label}, ${description}`);
    assert.deepEqual(await atHeading(), ['Actor, any · server']);
    assert.deepEqual(await atHeading('local'), ['Question, any · loaded events']);
    service.model.source.displayOpenedFile(fileOf(service.model, 'f', []));
    const items = await hub(service);
    assert.ok(!items.some(({ label, description = '' }) => /server/i.test(label + description)));
    assert.deepEqual(await atHeading('service'), ['Question, any · loaded events']);
  });

  it('names the table while events of one in ClickHouse are displayed', async () => {
    const service = fakeService(connectionOf('a'));
    service.model.source.displayOpenedFile(tableOf(service.model, []));
    service.model.filters.setLocalFilters(filtersOf('status:4xx'));
    const items = await hub(service);
    assert.deepEqual(
      items.slice(0, 2).map(({ label, description = '' }) => `${label}, ${description}`),
      ['In the table, ', 'Question, status:4xx · table'],
    );
    assert.ok(!items.some(({ label, description = '' }) => /loaded/.test(label + description)));
  });

  for (const action of ['Apply a saved view'])
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
