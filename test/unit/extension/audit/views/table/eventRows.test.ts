import assert from 'node:assert/strict';
import type { Deps } from '../../../../../../src/extension/app/deps.ts';
import { eventOf } from '../../../../../webview/auditHost.ts';
import { actionsOf, connectionOf, fakeService } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { createController } = await import('../../../../../../src/extension/audit/views/table/controller.ts');

const year = new Date().getUTCFullYear();
const content = 'filterOps.accountID=a1&afterOps.changeID=';
const event = (changeID: string, time: string) =>
  eventOf(
    JSON.stringify({
      context: { changeID, requestID: `own ${changeID}`, actor: 'ann' },
      request: {
        timestamp: `${year}-01-${time}`,
        data: { content: `${content}${changeID}` },
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
    controller.host.expand({ rev, row: 0, isExpanded: true });
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
});
