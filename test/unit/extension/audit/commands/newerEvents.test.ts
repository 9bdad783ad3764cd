import assert from 'node:assert/strict';
import { timestampToMs } from '../../../../../src/core/audit/feed/timestamps.ts';
import { findHole, type ServiceEvents } from '../../../../../src/core/audit/merged/newerOfService.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { executed } from '../../fakeVscode.ts';
import { connectionOf, fakeService, partsOf, settled, tableOf } from '../fakeModel.ts';
import '../../withVscode.ts';

const { createTrailCommands } = await import('../../../../../src/extension/audit/actions/trailActions.ts');

const timeAt = (second: number): string => `2026-01-01 00:00:${second}.000000000`;
const eventAt = (second: number): AuditEvent =>
  toAuditEvent({ context: { changeID: `c${second}` }, request: { timestamp: timeAt(second) } });
const line = timestampToMs(timeAt(20)) ?? 0;

/** A displayed table in ClickHouse of `connection`, whose newest event is of second 20, while the command runs. */
async function setUp(view = { visible: true }, connection = 'a') {
  const service = fakeService(connectionOf('a', { vaults: [{ id: 'v', name: 'v' }] }));
  const { asked, model } = service;
  model.source.displayOpenedFile(tableOf(model, [eventAt(20)]));
  const shown: ServiceEvents[] = [];
  const tables = {
    findLine: () => ({ connection, time: line }),
    showEventsOfService: async (events: ServiceEvents) => shown.push(events) > 0,
  };
  const said: string[] = [];
  const messages = { info: async (text: string) => void said.push(text) };
  const parts = partsOf(service, { tables, view, messages });
  const run = createTrailCommands(parts)['vaultsql.audit.newerEvents'];
  const running = Promise.resolve(run?.());
  await settled();
  const idsOf = (events: ServiceEvents | undefined) => events?.events.map(({ changeID }) => changeID);
  return { asked, idsOf, model, running, said, shown };
}

describe('newer events than those of a table in ClickHouse', () => {
  it('are loaded until a page has older events only, while the table stays displayed', async () => {
    const { asked, idsOf, model, running, shown } = await setUp();
    asked[0]?.answer({ events: [eventAt(40), eventAt(11), eventAt(30)], nextOps: { changeID: 'c30' } });
    await settled();
    assert.equal(model.state.file()?.name, 'audit.events');
    asked[1]?.answer({ events: [eventAt(25), eventAt(20), eventAt(19)], nextOps: { changeID: 'c19' } });
    await settled();
    asked[2]?.answer({ events: [eventAt(18)], nextOps: { changeID: 'c18' } });
    assert.equal(await running, true);
    assert.equal(asked.length, 3);
    assert.deepEqual(idsOf(shown[0]), ['c40', 'c30', 'c25', 'c20']);
    assert.equal(shown[0] && findHole(shown[0], timeAt(20)), undefined);
  });

  it('are loaded without opening the side panel next to the table', async () => {
    const before = executed.length;
    const { asked, running } = await setUp({ visible: false });
    asked[0]?.answer({ events: [eventAt(40), eventAt(19)], nextOps: null });
    assert.equal(await running, true);
    assert.deepEqual(executed.slice(before), []);
  });

  it('are not requested from the selected connection if the connection of the table was removed', async () => {
    const { asked, running, said } = await setUp({ visible: true }, 'b');
    assert.equal(await running, false);
    assert.deepEqual(said, ['The connection b was removed. Add it again to load its newer events.']);
    assert.equal(asked.length, 0);
  });

  it('are all known if the service has no more, and one is as old as the newest event of the table', async () => {
    const { asked, running, shown } = await setUp();
    asked[0]?.answer({ events: [eventAt(40), eventAt(20)], nextOps: { changeID: 'c20' } });
    await settled();
    asked[1]?.answer({ events: [], nextOps: null });
    assert.equal(await running, true);
    assert.equal(shown[0] && findHole(shown[0], timeAt(20)), undefined);
  });

  it('have a gap below them if the service lists no events that old', async () => {
    const { asked, idsOf, running, shown } = await setUp();
    asked[0]?.answer({ events: [eventAt(40)], nextOps: { changeID: 'c40' } });
    await settled();
    asked[1]?.answer({ events: [eventAt(30)], nextOps: null });
    assert.equal(await running, true);
    assert.deepEqual(idsOf(shown[0]), ['c40', 'c30']);
    const hole = shown[0] && findHole(shown[0], timeAt(20));
    assert.deepEqual([hole?.above.context.changeID, hole?.below.request.timestamp], ['c30', timeAt(20)]);
  });

  it('are not shown if the service does not respond: the table stays, and Retry loads them', async () => {
    const { asked, idsOf, model, running, shown } = await setUp();
    asked[0]?.answer({ events: [eventAt(40)], nextOps: { changeID: 'c40' } });
    await settled();
    asked[1]?.refuse(500);
    assert.equal(await running, false);
    assert.equal(model.state.file()?.name, 'audit.events');
    assert.equal(shown.length, 0);
    const retried = model.requests.retryOrLoadNewest();
    await settled();
    asked[2]?.answer({ events: [eventAt(40)], nextOps: { changeID: 'c40' } });
    await settled();
    asked[3]?.answer({ events: [eventAt(19)], nextOps: { changeID: 'c19' } });
    assert.equal(await retried, true);
    assert.deepEqual(idsOf(shown[0]), ['c40']);
  });
});
