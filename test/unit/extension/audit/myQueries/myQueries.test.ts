import assert from 'node:assert/strict';
import type { DistinctQuery } from '../../../../../src/core/audit/feed/distinctQueries.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { NetworkLog } from '../../../../../src/core/service/networkLog.ts';
import type { AbortSignalLike } from '../../../../../src/core/service/transport.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { progress } from '../../fakeVscode.ts';
import { connectionOf, fakeService, fileOf, partsOf, settled } from '../fakeModel.ts';
import { type FakePick, fakePicks } from '../pickers/fakePick.ts';
import '../../withVscode.ts';

const { LastRuns } = await import('../../../../../src/extension/app/lastRuns.ts');
const { NewQueryCounter } = await import('../../../../../src/extension/audit/model/newRequests.ts');
const { createMyQueriesCommands } = await import('../../../../../src/extension/audit/myQueries/myQueries.ts');

const vault = { id: 'v1', name: 'customers' };
const connection = connectionOf('a', { vaults: [vault] });
const older = { timestamp: '2026-11-20 10:00:00', changeID: 'c' };
const title = 'My queries: ada@a.test, a';
const fromService = '$(cloud-download) Load my events from the service';

const event = (changeID: string, content: string, actor = 'ada@a.test', more: object = {}): AuditEvent =>
  toAuditEvent({
    context: { changeID, actor, requestID: `r${changeID}` },
    request: { vaultID: 'v1', timestamp: `2026-11-20 10:0${changeID}:00.000000000`, data: { content } },
    response: { code: 200 },
    ...more,
  });

const events = [
  event('5', 'SELECT id FROM persons LIMIT 25 OFFSET 25'),
  event('4', 'SELECT id FROM persons LIMIT 25 OFFSET 0'),
  event('3', "SELECT id FROM persons WHERE name = 'Grace'", 'bob@a.test'),
  event('2', "SELECT id FROM persons WHERE name = 'Ada'", 'ada@a.test', { response: { code: 403 } }),
  event('1', 'accountID=a'),
];

const table = {
  connection: 'a',
  environment: 'test',
  host: 'clickhouse.example',
  days: 30,
  gaps: [],
} as const;

describe('my queries', () => {
  let pick: ReturnType<typeof fakePicks>;
  beforeEach(() => {
    pick = fakePicks();
  });
  afterEach(() => {
    progress.options.length = 0;
  });

  /**
   * The list over loaded events, opened for the ID that was entered before. What is done with a query is in `done`. The
   * query `cancelled` is one that this window sent.
   */
  async function open({ isLoaded = true, actorID = 'ada@a.test', cancelled = '' } = {}) {
    const service = fakeService(connection);
    const { model, deps, asked } = service;
    const at = Date.UTC(2026, 10, 20, 10, 5);
    if (cancelled !== '') {
      const sent = { connectionName: 'a', run: {}, vaultID: 'v1', query: cancelled, sentAt: at, at };
      deps.lastRuns.recordUnansweredQuery(sent);
    }
    if (isLoaded) {
      const loading = model.requests.loadNewest();
      asked[0]?.answer({ events, nextOps: older });
      await loading;
    }
    if (actorID !== '') await deps.ownActorIDs.storeActorID(connection, actorID);
    const done: (readonly unknown[])[] = [];
    const lastRuns = new LastRuns();
    const log = new NetworkLog();
    const newRequests = new NewQueryCounter(model.state, log);
    const documents = {
      openEvent: async () => undefined,
      openJson: async () => undefined,
      openQuery: async () => assert.fail('opened with its paging'),
      openWholeQuery: async ({ textWithoutPaging }: Pick<DistinctQuery, 'textWithoutPaging'>) =>
        done.push(['open', textWithoutPaging]) > 0,
      compareQuery: async () => true,
      findEventOf: () => undefined,
    };
    const { flow } = partsOf(service);
    const run = () =>
      Promise.resolve(
        createMyQueriesCommands({
          documents,
          flow,
          lastRuns,
          messages: deps.messages,
          model,
          newRequests,
          ownActorIDs: deps.ownActorIDs,
          settings: { pageSize: () => 25 },
          selectVault: async () => undefined,
          origin: () => model.state.getServiceConnection(),
          runQuery: async () => void done.push(['run']),
        })['vaultsql.queries.mine']?.(),
      );
    return { ...service, done, lastRuns, log, run, ended: run() };
  }
  /** The list, once what it displays was read. */
  async function openedList(): Promise<FakePick> {
    for (;;) {
      const list = await pick(title);
      if (!list.busy) return list;
      await settled();
    }
  }
  const rowsOf = (list: FakePick) =>
    list.items
      .filter(({ buttons }) => buttons)
      .map(({ label, detail }) => [label, detail?.replace(/^.*? · /, '')]);

  it('are distinct, newest first, with literals masked, and sending nothing', async () => {
    const { asked, ended } = await open();
    const list = await pick(title);
    assert.equal(list.placeholder, 'Search 2 queries in 5 loaded events');
    assert.deepEqual(rowsOf(list), [
      ['SELECT id FROM persons', 'customers · succeeded'],
      ["SELECT id FROM persons WHERE name = '•••'", 'customers · failed with 403'],
    ]);
    assert.match(list.items[0]?.detail ?? '', /10:05/, 'the time of its newest request');
    list.leave();
    await ended;
    assert.equal(asked.length, 1);
  });

  it('are found by words that are in them, not by scattered letters', async () => {
    const { ended } = await open();
    const list = await pick(title);
    const found = (text: string) => {
      list.type(text);
      return rowsOf(list).map(([label]) => label);
    };
    const [all, named] = ['SELECT id FROM persons', "SELECT id FROM persons WHERE name = '•••'"];
    assert.deepEqual(found('where'), [named]);
    assert.deepEqual(found('sip'), [], 'the letters of SELECT id FROM persons');
    assert.deepEqual(found('PERSONS 403'), [named], 'in the query and in the outcome');
    assert.deepEqual(found(' customers '), [all, named]);
    list.leave();
    await ended;
  });

  it('have the rows that this window received, if these are all of their pages', async () => {
    const { ended, lastRuns, run } = await open();
    (await pick(title)).leave();
    await ended;
    const details: unknown[] = [];
    for (const [requestID, rows] of [
      ['r4', 25],
      ['r5', 3],
    ] as const) {
      lastRuns.recordRequest(requestID, { rowCount: rows, run: {} });
      const again = run();
      const list = await pick(title);
      details.push(rowsOf(list)[0]?.[1]);
      list.leave();
      await again;
    }
    assert.deepEqual(details, ['customers · succeeded', 'customers · succeeded · 28 rows']);
  });

  const separator = ({ items }: FakePick) => items.find(({ kind }) => kind !== undefined)?.label;

  it('say that older ones may exist, unless the service has none', async () => {
    const { asked, ended, model, run } = await open();
    const found: (string | undefined)[] = [];
    const readSeparator = async (): Promise<void> => {
      const again = run();
      const list = await pick(title);
      found.push(separator(list));
      list.leave();
      await again;
    };
    const load = async (loading: Promise<unknown>, nextOps: object | null): Promise<void> => {
      asked.at(-1)?.answer({ events: [event(nextOps ? '1' : '0', 'SELECT name FROM persons')], nextOps });
      await loading;
    };
    (await pick(title)).leave();
    await ended;
    await readSeparator();
    await load(model.requests.loadOlder(), null);
    await readSeparator();
    for (const filters of [{ 'context.actor': 'ada@a.test' }, { vaultID: 'v1' }]) {
      await load(model.requests.loadNewest(filters), older);
      await readSeparator();
      await load(model.requests.loadOlder(), null);
      await readSeparator();
    }
    const [mayExist, none] = ['Older queries may exist', 'From the service'];
    assert.deepEqual(found, [mayExist, none, mayExist, none, mayExist, mayExist]);
  });

  it('say why no older ones can be loaded', async () => {
    const { asked, ended, model, run } = await open();
    (await pick(title)).leave();
    await ended;
    const loading = model.requests.loadNewest({ 'context.actor': 'ada@a.test' });
    asked.at(-1)?.answer({ events: [event('0', 'SELECT name FROM persons')], nextOps: null });
    await loading;
    const again = run();
    const list = await pick(title);
    assert.equal(separator(list), 'From the service');
    assert.equal(
      list.items.at(-1)?.detail,
      '1 request · Older events may exist, but the service did not return a cursor.',
    );
    list.leave();
    await again;
  });

  it('say how many requests this window sent since the events were loaded, as the side panel does', async () => {
    const { ended, log, run } = await open();
    const first = await pick(title);
    assert.equal(separator(first), 'Older queries may exist');
    first.leave();
    await ended;
    const found: (string | undefined)[] = [];
    // A request that was refused has an event too.
    for (const status of [200, 400]) {
      log.addAttempt({
        at: 0,
        connection: 'a',
        origin: 'https://a.test',
        method: 'POST',
        attempt: 1,
        milliseconds: 1,
        template: '/v1/vaults/{vaultID}/query',
        result: { kind: 'answered', status, bytes: 1, requestID: undefined },
      });
      const again = run();
      const list = await pick(title);
      found.push(separator(list));
      list.leave();
      await again;
    }
    assert.deepEqual(found, ['1 request not loaded yet', '2 requests not loaded yet']);
  });

  it('have at least those rows where the first pages are not loaded', async () => {
    const service = await open();
    (await pick(title)).leave();
    await service.ended;
    const loading = service.model.requests.loadNewest();
    service.asked.at(-1)?.answer({ events: events.slice(0, 1) });
    await loading;
    service.lastRuns.recordRequest('r5', { rowCount: 25, run: {} });
    const again = service.run();
    const list = await pick(title);
    assert.equal(rowsOf(list)[0]?.[1], 'customers · succeeded · 25+ rows');
    list.leave();
    await again;
  });

  it('open without the LIMIT and OFFSET of their pages', async () => {
    const { done, ended } = await open();
    (await pick(title)).choose('SELECT id FROM persons');
    await ended;
    assert.deepEqual(done, [['open', 'SELECT id FROM persons']]);
  });

  it('run again from the button of their row, as an audited query does', async () => {
    const { done, ended } = await open();
    (await pick(title)).pressButtonOf('SELECT id FROM persons', 'Run Again');
    await ended;
    assert.deepEqual(done, [['open', 'SELECT id FROM persons'], ['run']]);
  });

  it('name no actor where actors are masked', async () => {
    const { model, ended, run } = await open();
    (await pick(title)).leave();
    await ended;
    model.masking.toggleActorMasking();
    const masked = model.masking.maskValue('actor', 'ada@a.test');
    assert.doesNotMatch(masked, /ada/);
    const again = run();
    const list = await pick(`My queries: ${masked}, a`);
    assert.equal(rowsOf(list).length, 2);
    list.pressButton();
    const question = await pick('Your ID in audit events of a');
    assert.doesNotMatch(question.labels().join(), /ada|bob/);
    question.leave();
    (await pick(`My queries: ${masked}, a`)).leave();
    await again;
  });

  it('are those of the ID that the user enters, which is asked for once', async () => {
    const { deps, ended, run } = await open({ actorID: '' });
    const question = await pick('Your ID in audit events of a');
    assert.match(question.placeholder, /^Finds your own queries by actor\. /);
    assert.equal(question.buttons.length, 0, 'there is nothing to go back to');
    assert.deepEqual(question.labels(), ['In loaded events', 'ada@a.test', 'bob@a.test']);
    question.enter();
    assert.equal(question.isOpen, true, 'none is taken unless the user chooses it');
    question.choose('bob@a.test');
    const list = await pick('My queries: bob@a.test, a');
    assert.deepEqual(
      rowsOf(list).map(([label]) => label),
      ["SELECT id FROM persons WHERE name = '•••'"],
    );
    list.pressButton();
    (await pick('Your ID in audit events of a')).choose('ada@a.test');
    (await pick(title)).leave();
    await ended;
    assert.equal(await deps.ownActorIDs.getActorID(connection), 'ada@a.test');
    const again = run();
    (await pick(title)).leave();
    await again;
  });

  it('show which loaded events are of a query that was cancelled, once the ID is entered', async () => {
    const { ended, model } = await open({
      actorID: '',
      cancelled: 'SELECT id FROM persons LIMIT 25 OFFSET 25',
    });
    const changes: (readonly (readonly string[])[] | undefined)[] = [];
    model.state.onDidChange(() => changes.push(model.filters.getOwnEventsToFold()?.queryRuns));
    (await pick('Your ID in audit events of a')).choose('bob@a.test');
    const list = await pick('My queries: bob@a.test, a');
    assert.deepEqual(changes, []);
    list.pressButton();
    (await pick('Your ID in audit events of a')).choose('ada@a.test');
    (await pick(title)).leave();
    await ended;
    assert.deepEqual(changes, [[['r5']]]);
  });

  it('come from the service when the user asks for them, page by page', async () => {
    const { asked, ended } = await open({ isLoaded: false });
    const empty = await pick(title);
    assert.deepEqual([asked.length, rowsOf(empty)], [0, []]);
    assert.match(empty.placeholder, /No events of this connection are loaded/);
    const load = empty.items.find(({ label }) => label === fromService);
    assert.deepEqual(
      [load?.description, load?.detail],
      [undefined, '1 request. Its events replace those displayed.'],
      'in a narrow window, a description would cut off the label',
    );
    empty.choose(fromService);
    await settled();
    assert.deepEqual(asked[0]?.filters, { accountID: 'a', 'context.actor': 'ada@a.test' });
    asked[0]?.answer({ events: events.slice(0, 2), nextOps: older });
    await settled();
    const first = await pick(title);
    assert.equal(first.placeholder, 'Search 1 query in 2 loaded events');
    first.choose('$(fold-down) Load my older events from the service');
    await settled();
    assert.deepEqual(asked[1]?.cursor, { t: older.timestamp, c: older.changeID });
    asked[1]?.answer({ events: [event('0', 'SELECT name FROM persons')], nextOps: null });
    await settled();
    const both = await pick(title);
    assert.deepEqual(
      rowsOf(both).map(([label]) => label),
      ['SELECT id FROM persons', 'SELECT name FROM persons'],
    );
    both.leave();
    await ended;
    assert.equal(asked.length, 2);
  });

  it('say why the service refused, and offer the request again', async () => {
    const { asked, ended } = await open({ isLoaded: false });
    (await pick(title)).choose(fromService);
    await settled();
    asked[0]?.refuse(403);
    await settled();
    const list = await pick(title);
    const [, failed, again] = list.labels();
    assert.match(failed ?? '', /^\$\(error\) /);
    assert.equal(again, fromService);
    list.leave();
    await ended;
  });

  it('stop loading when the list is closed', async () => {
    const { asked, model, ended } = await open({ isLoaded: false });
    (await pick(title)).choose(fromService);
    await settled();
    (await pick(title)).leave();
    await ended;
    asked[0]?.answer({ events });
    await settled();
    assert.equal(model.state.isLoaded(), false);
  });

  it('are none of an opened file, whose vault is unknown', async () => {
    const { model, ended, run } = await open();
    (await pick(title)).leave();
    await ended;
    model.source.displayOpenedFile(fileOf(model, 'f', events));
    const again = run();
    const list = await pick(title);
    assert.deepEqual(rowsOf(list), []);
    list.leave();
    await again;
  });

  it('are also those of the connection’s displayed table in ClickHouse', async () => {
    const { model, ended, run } = await open();
    (await pick(title)).leave();
    await ended;
    model.source.displayOpenedFile({ ...fileOf(model, 'audit.events', events.slice(0, 3)), table });
    const again = run();
    const list = await openedList();
    assert.equal(list.placeholder, 'Search 1 query in 3 events in ClickHouse');
    assert.deepEqual(rowsOf(list), [['SELECT id FROM persons', 'customers · succeeded']]);
    assert.deepEqual(list.labels().slice(-1), [fromService]);
    list.leave();
    await again;
    const ofOther = { ...table, connection: 'b' };
    model.source.displayOpenedFile({ ...fileOf(model, 'audit.events', events), table: ofOther });
    const other = run();
    const empty = await openedList();
    assert.deepEqual(rowsOf(empty), []);
    empty.leave();
    await other;
  });

  it('stop reading the table when the list is closed', async () => {
    const { model, ended, run } = await open();
    (await pick(title)).leave();
    await ended;
    model.source.displayOpenedFile({ ...fileOf(model, 'audit.events', events), table });
    const signals: (AbortSignalLike | undefined)[] = [];
    const view: typeof model.trail.view = async (_, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    };
    Object.assign(model.trail, { view });
    const again = run();
    const list = await pick(title);
    assert.equal(list.placeholder, 'Reading your queries from ClickHouse. Escape cancels.');
    list.leave();
    await again;
    assert.deepEqual(
      signals.map((signal) => signal?.aborted),
      [true],
    );
  });

  it('can’t be run again if their literals were masked when they were stored', async () => {
    const { model, ended, run } = await open();
    (await pick(title)).leave();
    await ended;
    const stored = [
      event('2', "SELECT id FROM persons WHERE name = '•••'"),
      event('1', 'SELECT id FROM persons'),
    ];
    model.source.displayOpenedFile({ ...fileOf(model, 'audit.events', stored), table });
    const again = run();
    const list = await openedList();
    assert.deepEqual(
      list.items.flatMap(({ buttons }) => (buttons ? [buttons.map(({ tooltip }) => tooltip)] : [])),
      [['Compare with Open File'], ['Run Again', 'Compare with Open File']],
    );
    list.leave();
    await again;
  });
});
