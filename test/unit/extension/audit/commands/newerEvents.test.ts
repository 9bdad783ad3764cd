import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { connectionOf, eventsOf, fakeService, fileOf, partsOf, settled } from '../fakeModel.ts';
import '../../withVscode.ts';

const { createTrailCommands } = await import('../../../../../src/extension/audit/actions/trailActions.ts');

const eventAt = (second: number): AuditEvent =>
  toAuditEvent({
    context: { changeID: `c${second}` },
    request: { timestamp: `2026-01-01 00:00:${second}.000000000` },
  });

/** A displayed table in ClickHouse whose newest event is of second 20, while the command runs. */
async function setUp() {
  const service = fakeService(connectionOf('a', { vaults: [{ id: 'v', name: 'v' }] }));
  const { asked, model } = service;
  model.source.displayOpenedFile({
    ...fileOf(model, 'audit.events', [eventAt(20)]),
    table: { connection: 'a', host: 'ch.test', days: 30, gaps: [] },
  });
  const run = createTrailCommands(partsOf(service))['vaultsql.audit.newerEvents'];
  const running = Promise.resolve(run?.());
  await settled();
  return { asked, model, running };
}

describe('newer events than those of a table in ClickHouse', () => {
  it('are loaded back to the newest event of the table', async () => {
    const { asked, model, running } = await setUp();
    asked[0]?.answer({ events: [eventAt(40), eventAt(30)], nextOps: { changeID: 'c30' } });
    await settled();
    asked[1]?.answer({ events: [eventAt(25), eventAt(20), eventAt(10)], nextOps: { changeID: 'c10' } });
    assert.equal(await running, true);
    assert.equal(asked.length, 2);
    assert.equal(model.state.file(), undefined);
    assert.deepEqual(model.filters.getAppliedFilters().local.question, [
      { kind: 'since', time: '2026-01-01T00:00:20Z' },
    ]);
    const { counts } = await model.trail.view(model.filters.createTrailQuery());
    assert.deepEqual([counts.passing, counts.total], [4, 5]);
    assert.deepEqual(model.state.snapshot().gaps, []);
  });

  it('have a gap below them if the service lists no events that old', async () => {
    const { asked, model, running } = await setUp();
    asked[0]?.answer({ events: [eventAt(40)], nextOps: { changeID: 'c40' } });
    await settled();
    asked[1]?.answer({ events: [eventAt(30)], nextOps: null });
    assert.equal(await running, true);
    assert.equal((await eventsOf(model)).length, 2);
    const { gaps, counts } = await model.trail.view(model.filters.createTrailQuery());
    assert.deepEqual(
      gaps.map(({ at, gap: { above, below } }) => [at, above.time, below.time]),
      [[counts.passing, '2026-01-01 00:00:30.000000000', '2026-01-01 00:00:20.000000000']],
    );
  });

  it('are not shown if the service does not respond: the table stays', async () => {
    const { asked, model, running } = await setUp();
    asked[0]?.refuse(500);
    await running;
    assert.equal(model.state.file()?.name, 'audit.events');
  });
});
