import assert from 'node:assert/strict';
import { eventTimestamp, timestampToMs } from '../../../../../../src/core/audit/feed/timestamps.ts';
import { createTimeTerms } from '../../../../../../src/core/audit/query/editQuery.ts';
import { newestFirst } from '../../../../../../src/core/audit/table/trail.ts';
import type { Deps } from '../../../../../../src/extension/app/deps.ts';
import type { AuditState } from '../../../../../../src/protocol/audit.ts';
import { eventText } from '../../../../../bench/auditEvents.ts';
import { eventOf } from '../../../../../webview/auditHost.ts';
import { filtersOf, textQuestion } from '../../../../core/audit/questions.ts';
import { recordedFeatures } from '../../../recordedFeatures.ts';
import { actionsOf, connectionOf, eventsOf, fakeService, fileOf, tableOf } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { createController } = await import('../../../../../../src/extension/audit/views/table/controller.ts');
const { createNotice } = await import('../../../../../../src/extension/audit/views/table/notice.ts');
const { createStatusText: createStatus } = await import(
  '../../../../../../src/extension/audit/views/table/status.ts'
);

const some = Array.from({ length: 5 }, (_, n) => eventOf(eventText(n)));
const oldest = timestampToMs('2026-01-05 00:00:00.000000000') ?? 0;

describe('the audit table where filters over loaded events leave something open', () => {
  async function setUp(more: boolean) {
    const { model, asked, deps } = fakeService(connectionOf('a'));
    const loading = model.requests.loadNewest();
    asked[0]?.answer({ events: some, nextOps: more ? { timestamp: 't', changeID: 'c' } : null });
    await loading;
    const withMore = { ...deps, language: () => ({ maskLiterals: (text: string) => text }) };
    const started: unknown[] = [];
    const controller = createController(
      withMore as unknown as Deps,
      model,
      actionsOf(model, started),
      () => undefined,
    );
    return { asked, model, controller, started };
  }
  const said = (state: AuditState): readonly unknown[] => [
    state.notice?.text,
    state.notice?.buttons.map(({ label }) => label),
  ];

  it('offers to load until the range of time is covered, and only then', async () => {
    const { model, controller, started } = await setUp(true);
    assert.equal((await controller.open('events')).cover, undefined);
    model.filters.setLocalFilters({
      question: createTimeTerms({ from: oldest - 3_600_000, to: oldest + 86_400_000 }),
    });
    const state = await controller.open('events');
    assert.equal(state.cover, 'about 150 requests');
    assert.match(state.status, /time range may include older events/);
    controller.host.action({ action: 'cover' });
    assert.deepEqual(started, [['loadSince', '2026-01-04 23:00:00.000000000']]);
    model.filters.setLocalFilters({
      question: createTimeTerms({ from: Number.NEGATIVE_INFINITY, to: oldest }),
    });
    assert.equal((await controller.open('events')).cover, undefined, 'there is no time to load back to');
    controller.dispose();
  });

  it('says that a range of time begins before the time range of a table, and nothing of that over a file', async () => {
    const { model, controller } = await setUp(true);
    const statusSince = async (from: number): Promise<string> => {
      model.filters.setLocalFilters({ question: createTimeTerms({ from, to: oldest + 86_400_000 }) });
      return (await controller.open('events')).status;
    };
    const { table, ...file } = tableOf(model, some);
    assert.ok(table);
    model.source.displayOpenedFile({ ...file, table: { ...table, from: oldest } });
    assert.match(await statusSince(oldest - 1), /time range may include older events/);
    assert.doesNotMatch(await statusSince(oldest), /older events/);
    model.source.displayOpenedFile({ ...file, table: { ...table, days: undefined } });
    assert.doesNotMatch(await statusSince(oldest - 1), /older events/);
    model.source.displayOpenedFile(file);
    assert.doesNotMatch(await statusSince(oldest - 1), /older events/);
    controller.dispose();
  });

  it('says which terms the service would evaluate, with the filters that the events have already', async () => {
    const { asked, model, controller } = await setUp(true);
    assert.equal((await controller.open('events')).askServer, undefined, 'there is no question');
    const saying = async (text: string) => {
      model.filters.setLocalFilters(filtersOf(text));
      return (await controller.open('events')).askServer;
    };
    assert.equal(await saying('status:4xx'), '1 request for all events. In loaded events: Status.');
    assert.equal(await saying('actor:ada ip:10.0.0.1'), '1 request. On the server: Actor, IP address.');
    const loading = model.requests.loadNewest({ vaultID: 'v' });
    asked.at(-1)?.answer({ events: some });
    await loading;
    assert.equal(
      await saying('actor:ada status:404'),
      '1 request. On the server: Vault ID, Actor. In loaded events: Status.',
    );
    controller.dispose();
  });

  it('says that none match only once the answer is there', async () => {
    const { asked, model, controller } = await setUp(true);
    const titleNow = async () => (await controller.open('events')).notice?.title;
    const none = 'No loaded events match';
    model.filters.setLocalFilters(filtersOf('actor:nobody'));
    assert.equal(await titleNow(), none);
    const replacing = model.requests.loadNewest({ vaultID: 'v' });
    assert.equal(await titleNow(), undefined, 'other events are requested');
    asked.at(-1)?.answer({ events: some, nextOps: { timestamp: 't', changeID: 'c' } });
    await replacing;
    assert.equal(await titleNow(), none);
    const adding = model.requests.loadOlder();
    assert.equal(await titleNow(), none, 'these events stay');
    asked.at(-1)?.answer({ events: [] });
    await adding;
    const query = { ...model.filters.createTrailQuery(), sorts: newestFirst };
    const view = await model.trail.view(query);
    const titleOf = (changed: object) =>
      createNotice({
        ...({ model, query, mode: 'events', isParsing: false, rowCount: 0 } as const),
        view: { ...view, ...changed },
      })?.title;
    assert.deepEqual(
      [titleOf({}), titleOf({ isComplete: false }), titleOf({ counts: { ...view.counts, total: 0 } })],
      [none, undefined, undefined],
    );
    controller.dispose();
  });

  it('says how many queries are not in who read what', async () => {
    const { model, controller } = await setUp(false);
    const query = { ...model.filters.createTrailQuery(), sorts: newestFirst };
    const view = await model.trail.view(query);
    const summed = (leftOut: number, queries: number, failed = 0) => ({
      ...({ model, view, query, mode: 'readers', isParsing: false, rowCount: 7 } as const),
      readsSummary: { queries, failed, leftOut },
    });
    assert.equal(createNotice(summed(0, 12)), undefined);
    const { title, text, severity } = createNotice(summed(1_500, 2_000)) ?? {};
    assert.deepEqual([title, severity], ['1,500 of 2,000 queries are not included', 'warning']);
    assert.match(text ?? '', /too much memory\. Filter the events/);
    assert.equal(createNotice(summed(1, 12))?.title, '1 of 12 queries is not included');
    assert.match(
      createStatus(summed(1_500, 2_000, 1)),
      /^7 entries · 2,000 requests, 1 failed, 1,500 left out · from 5 events · [^·]*$/,
    );
    assert.match(createStatus(summed(0, 12)), /^7 entries · 12 requests · from 5 events · [^·]*$/);
    controller.dispose();
  });

  it('offers to start the local vault where the connection is refused by it, and by no other', async () => {
    const address = { baseUrl: 'http://127.0.0.1:4000' };
    const local = { token: 't', actor: 'me', columns: [], tables: [] };
    for (const [more, buttons] of [
      [{ ...address, local }, ['Start Local Vault', 'Try Again']],
      [address, ['Try Again']],
    ] as const) {
      const { model, deps, asked } = fakeService(connectionOf('a', more));
      const controller = createController(deps, model, actionsOf(model), () => undefined);
      const loading = model.requests.loadNewest({});
      asked.at(-1)?.fail({ kind: 'network', code: 'ECONNREFUSED', mayHaveBeenSent: false, retry: true });
      await loading;
      assert.deepEqual(said(await controller.open('events'))[1], buttons);
      controller.dispose();
    }
  });

  it('offers to set the passphrase of the client certificate after a request failed because of it', async () => {
    const { model, deps, asked } = fakeService(connectionOf('a'));
    const { features, calls } = recordedFeatures();
    const controller = createController({ ...deps, ...features }, model, actionsOf(model), () => undefined);
    const loading = model.requests.loadNewest({});
    const code = 'CLIENT_CERT_PASSPHRASE';
    asked.at(-1)?.fail({ kind: 'network', code, mayHaveBeenSent: false, retry: false });
    await loading;
    assert.deepEqual(said(await controller.open('events'))[1], ['Set Passphrase', 'Try Again']);
    controller.host.button({ id: 'setPassphrase' });
    assert.deepEqual(calls, [['connections.setPassphrase', 'a']]);
    controller.dispose();
  });

  it('offers to select a vault where there is one, and else to have one', async () => {
    const vaults = [{ id: 'v', name: 'people' }];
    const { model, deps, setConnections } = fakeService();
    Object.assign(deps.targets, { currentConnection: () => undefined });
    let publish: (state: AuditState) => void = () => undefined;
    const { features, calls } = recordedFeatures();
    const all = { ...deps, ...features };
    const controller = createController(all, model, actionsOf(model), (state) => publish(state));
    const { notice } = await controller.open('events');
    assert.equal(notice?.title, 'No vault configured');
    const published = new Promise<AuditState>((resolve) => {
      publish = resolve;
    });
    setConnections([{ ...connectionOf('a'), vaults }]);
    const state = await published;
    assert.deepEqual(
      [state.notice?.title, ...said(state)],
      ['No vault selected', 'Select a vault to see the audit events of its connection.', ['Select Vault']],
    );
    controller.host.button({ id: 'select' });
    assert.deepEqual(calls, [['connections.selectVault']]);
    controller.dispose();
  });

  it('reports that the work of a button failed unexpectedly', async () => {
    const { model, deps } = fakeService(connectionOf('a'));
    const failing = () => Promise.reject(new Error('failed'));
    const actions = { ...actionsOf(model), load: failing, refresh: failing };
    const controller = createController(deps, model, actions, () => undefined);
    await assert.rejects(
      async () => controller.host.trailAction({ id: 'vaultsql.audit.refresh' }),
      /^Error: failed$/,
    );
    await assert.rejects(async () => controller.host.button({ id: 'load' }), /^Error: failed$/);
    controller.dispose();
  });

  it('offers the older ones that an empty page names', async () => {
    const { model, deps, asked } = fakeService(connectionOf('a'));
    const controller = createController(deps, model, actionsOf(model), () => undefined);
    for (const [nextOps, text, buttons] of [
      [
        { changeID: 'c' },
        /^The service returned an empty page; older events are available/,
        ['Load Older Events', 'Clear Filters'],
      ],
      [null, /^No events match these filters/, ['Clear Filters']],
    ] as const) {
      const loading = model.requests.loadNewest({ vaultID: 'v' });
      asked.at(-1)?.answer({ events: [], nextOps });
      await loading;
      const { notice } = await controller.open('events');
      assert.match(notice?.text ?? '', text);
      assert.deepEqual(
        notice?.buttons.map(({ label }) => label),
        buttons,
      );
    }
    controller.dispose();
  });

  it('offers to clear filters only if the service filters by some that can be cleared', async () => {
    const { model, deps, asked } = fakeService(connectionOf('a'));
    const controller = createController(deps, model, actionsOf(model), () => undefined);
    for (const [filters, buttons] of [
      [{}, []],
      [{ vaultID: 'v' }, ['Clear Filters']],
    ] as const) {
      const loading = model.requests.loadNewest(filters);
      asked.at(-1)?.answer({ events: [], nextOps: null });
      await loading;
      const { notice } = await controller.open('events');
      assert.deepEqual(
        notice?.buttons.map(({ label }) => label),
        buttons,
      );
    }
    controller.dispose();
  });

  it('says what others there may be where no event passes, never more', async () => {
    const nothing = { question: textQuestion('no such text') };
    const clear = 'Clear Filters on Loaded Events';
    const paged = await setUp(true);
    paged.model.filters.setLocalFilters(nothing);
    assert.match((await paged.controller.open('events')).status, /^0 of \d+ match/);
    assert.deepEqual(said(await paged.controller.open('events')), [
      'Older events may match.',
      ['Load Older Events', clear],
    ]);
    paged.model.source.displayOpenedFile(fileOf(paged.model, 'events.ndjson', some));
    paged.model.filters.setLocalFilters(nothing);
    assert.deepEqual(said(await paged.controller.open('events')), [
      'All events of this file are loaded.',
      [clear],
    ]);
    paged.controller.dispose();
  });

  it('says what a file is made of, where its gaps are, and that a search finds no masked literals', async () => {
    const { model, controller } = await setUp(true);
    const file = fileOf(model, 'a\u202e\n.ndjson', some);
    model.source.displayOpenedFile(file);
    const [newest, oldest] = [some[0], some.at(-1)].map((event) => event && eventTimestamp(event));
    assert.ok(newest && oldest);
    model.source.updateFileIfDisplayed(file.ledger, {
      content: {
        formats: ['ndjson', 'parquet'],
        maskedEvents: 1,
        repeatedEvents: 1_000,
        gaps: [
          {
            id: '1',
            above: { timestamp: newest },
            below: { timestamp: oldest },
            isOpenEnded: false,
            foundAt: '',
          },
          { id: '2', above: { timestamp: oldest }, isOpenEnded: true, foundAt: '' },
        ],
      },
    });
    const { status } = await controller.open('events');
    assert.match(
      status,
      /^\d+ events loaded · from file a\ufffd \.ndjson · NDJSON, Parquet · 1,000 repeated events left out · 1 event with masked literals · 2 gaps before \d{4}-[\d: -]+ UTC: events may be missing$/,
    );
    model.filters.setLocalFilters({ question: textQuestion('no such text') });
    const searched = await controller.open('events');
    assert.match(searched.status, /^0 of \d+ match · masked literals can’t be found · from file/);
    assert.equal(said(searched)?.[0], 'All events of this file are loaded. Masked literals can’t be found.');
    for (const [question, isHindered] of [
      ['query:*Boston*', true],
      ['query:absent,""', false],
      ['query:*', false],
      ['actor:ann', false],
    ] as const) {
      model.filters.setLocalFilters(filtersOf(question));
      assert.equal(
        /masked literals can’t/.test((await controller.open('events')).status),
        isHindered,
        question,
      );
    }
    controller.dispose();
  });

  it('marks the row below a gap, where neighbours in time are one above the other', async () => {
    const { model, controller } = await setUp(true);
    assert.equal((await controller.open('events')).breaks, undefined);
    const [, second, third] = await eventsOf(model);
    assert.ok(second && third);
    model.following.setListingGaps([{ above: second, below: third }]);
    assert.deepEqual((await controller.open('events')).breaks, [2]);
    const { rev, order } = await controller.open('events');
    const [newest] = order?.sorts ?? [];
    assert.ok(newest && order?.isOriginalOrder);
    controller.host.sort({ rev, sorts: [{ ...newest, descending: false }] });
    const oldestFirst = await controller.open('events');
    assert.equal(oldestFirst.breaks, undefined, 'oldest first');
    const several = [newest, { column: newest.column + 1, descending: true }];
    controller.host.sort({ rev: oldestFirst.rev, sorts: several });
    const furtherSorted = await controller.open('events');
    assert.deepEqual(furtherSorted.order, { sorts: several, isOriginalOrder: false });
    assert.equal(furtherSorted.breaks, undefined, 'by two columns');
    controller.host.sort({ rev: furtherSorted.rev, sorts: [{ column: 999, descending: true }] });
    const restored = await controller.open('events');
    assert.deepEqual([restored.order, restored.breaks], [order, [2]], 'by no field, so newest first');
    controller.dispose();
  });

  it('marks and counts the gaps in the range of time that is shown, from the first state with it', async () => {
    const { model, controller } = await setUp(true);
    const { host } = controller;
    const [first, second, third] = await eventsOf(model);
    assert.ok(first && second && third);
    model.following.setListingGaps([{ above: second, below: third }]);
    const [newest, above] = [first, second].map((event) => timestampToMs(eventTimestamp(event) ?? '') ?? 0);
    assert.ok(newest && above && above < newest);
    const shown = async (): Promise<unknown> => {
      const { breaks = [], status, rowCount } = await controller.open('events');
      return { breaks, isSaid: /events may be missing/.test(status), rowCount };
    };
    assert.deepEqual(await shown(), { breaks: [2], isSaid: true, rowCount: 5 });
    await host.range({ from: newest, to: newest + 1 });
    assert.deepEqual(await shown(), { breaks: [], isSaid: false, rowCount: 1 }, 'not in the range');
    await host.range({});
    assert.deepEqual(await shown(), { breaks: [2], isSaid: true, rowCount: 5 }, 'without a range');
    controller.dispose();
  });
});
