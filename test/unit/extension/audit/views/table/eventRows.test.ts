import assert from 'node:assert/strict';
import type { Deps } from '../../../../../../src/extension/app/deps.ts';
import { eventOf } from '../../../../../webview/auditHost.ts';
import { filtersOf } from '../../../../core/audit/questions.ts';
import { actionsOf, connectionOf, fakeService } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { createController } = await import('../../../../../../src/extension/audit/views/table/controller.ts');

const year = new Date().getUTCFullYear();
const content = 'filterOps.accountID=a1&afterOps.changeID=';
const event = (changeID: string, time: string, text = `${content}${changeID}`) =>
  eventOf(
    JSON.stringify({
      context: { changeID, requestID: `own ${changeID}`, actor: 'ann' },
      request: {
        timestamp: `${year}-01-${time}`,
        data: { content: text },
      },
      response: { code: 200 },
    }),
  );

describe('the rows of an opened run of own events', () => {
  it('have the time of day to the millisecond, and the day where it is another one than that of the run', async () => {
    const { model, asked, deps } = fakeService(connectionOf('a'));
    const controller = createController(deps as unknown as Deps, model, actionsOf(model), () => undefined);
    const loading = model.requests.loadNewest();
    const events = [
      event('c', '21 00:00:00.400000001'),
      event('b', '21 00:00:00.300000001'),
      event('a', '20 23:59:59.200000001'),
    ];
    asked[0]?.answer({ events });
    await loading;
    for (const { context } of events) model.ownRequests.addRequestID(context.requestID);
    const { rev } = await controller.open('events');
    await controller.host.expand({ rev, row: 0, isExpanded: true });
    const { rows, columns } = await controller.open('events');
    const time = columns.findIndex(({ name }) => name === 'Time');
    const query = columns.findIndex(({ name }) => name === 'Query');
    assert.deepEqual(
      rows.map((row) => row[time]?.t),
      [
        '21 Jan 00:00:00 · 3 audit log reads by Vault SQL',
        '00:00:00.400',
        '00:00:00.300',
        '20 Jan 23:59:59.200',
      ],
    );
    assert.deepEqual(
      rows.slice(1).map((row) => row[query]),
      ['c', 'b', 'a'].map((id) => ({
        k: 'text',
        t: `${content}${id}`,
        below: true,
      })),
    );
    controller.dispose();
  });

  it('are pages of one run of a query, under their number and the query without its pages', async () => {
    const { model, asked, deps } = fakeService(connectionOf('a'));
    const controller = createController(deps as unknown as Deps, model, actionsOf(model), () => undefined);
    const loading = model.requests.loadNewest();
    const page = (changeID: string, offset: number) =>
      event(
        changeID,
        `21 00:00:0${changeID}.000000001`,
        `SELECT name FROM t WHERE id = 7 LIMIT 25 OFFSET ${offset}`,
      );
    // The pages of two runs, and one of another window.
    asked[0]?.answer({
      events: [page('6', 25), page('5', 0), page('4', 50), page('3', 25), page('2', 0), page('1', 0)],
    });
    await loading;
    const [first, second] = [{}, {}];
    for (const [changeID, run] of [
      ['2', first],
      ['3', first],
      ['4', first],
      ['5', second],
      ['6', second],
    ] as const)
      deps.lastRuns.recordRequest(`own ${changeID}`, { rowCount: 25, run });
    const { rev, ...state } = await controller.open('events');
    const labels = (rows: typeof state.rows): readonly string[] => rows.map(([cell]) => cell?.t ?? '');
    assert.deepEqual(labels(state.rows), [
      '21 Jan 00:00:06 · 2 pages · SELECT name FROM t WHERE id = •••',
      '21 Jan 00:00:04 · 3 pages · SELECT name FROM t WHERE id = •••',
      '21 Jan 00:00:01',
    ]);
    await controller.host.expand({ rev, row: 1, isExpanded: true });
    const opened = await controller.open('events');
    assert.equal(opened.rowCount, 6);
    // A log read between the pages, as while following, does not cut the run.
    model.ownRequests.addRequestID('own 3');
    deps.lastRuns.clearRunsAndRequests();
    for (const changeID of ['2', '4'])
      deps.lastRuns.recordRequest(`own ${changeID}`, { rowCount: 25, run: first });
    assert.deepEqual(labels((await controller.open('events')).rows).slice(2, 3), [
      '21 Jan 00:00:04 · 2 pages · 1 audit log read by Vault SQL · SELECT name FROM t WHERE id = •••',
    ]);
    controller.dispose();
  });

  it('stay open while filters hide its oldest event or all of its events, and are not opened by that elsewhere', async () => {
    const { model, asked, deps } = fakeService(connectionOf('a'));
    const controller = createController(deps as unknown as Deps, model, actionsOf(model), () => undefined);
    const loading = model.requests.loadNewest();
    const times = ['6', '5', '4', '3', '2', '1'] as const;
    asked[0]?.answer({ events: times.map((id) => event(id, `21 00:00:0${id}.000000001`)) });
    await loading;
    // Two runs of audit log reads, the upper one of three, with an event of another window between them.
    for (const id of times.filter((one) => one !== '3')) model.ownRequests.addRequestID(`own ${id}`);
    const { rev, rowCount } = await controller.open('events');
    assert.equal(rowCount, 3);
    await controller.host.expand({ rev, row: 0, isExpanded: true });
    const countRows = async (question: string): Promise<number> => {
      model.filters.setLocalFilters(filtersOf(question));
      return (await controller.open('events')).rowCount;
    };
    assert.equal(await countRows(''), 6);
    assert.equal(await countRows('-change:4'), 5, 'without the oldest event of the run');
    assert.equal(await countRows('change:1,2,3'), 2, 'without the run');
    assert.equal(await countRows(''), 6, 'with the run again');
    assert.equal(await countRows('-change:3'), 6, 'joined with the other run');
    assert.equal(await countRows(''), 6, 'and parted again');
    controller.dispose();
  });
});
