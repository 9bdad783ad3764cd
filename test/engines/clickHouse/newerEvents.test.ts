/** Newer events of the service above those of a displayed table in ClickHouse. */
import assert from 'node:assert/strict';
import { toCompactEvent } from '../../../src/core/audit/feed/compactEvent.ts';
import { msToTimestamp, timestampToMs } from '../../../src/core/audit/feed/timestamps.ts';
import { toAuditEvent } from '../../../src/core/service/decode.ts';
import { openClickHouseSink } from '../../../src/node/clickhouse/clickhouseSink.ts';
import { initTables } from '../../../src/node/clickhouse/initTables.ts';
import { filtersOf } from '../../unit/core/audit/questions.ts';
import { startClickHouse } from '../clickHouse.ts';
import type { EngineServer } from '../serverProcess.ts';
import { openingOf, recentEvents } from './openedTable.ts';
import { clientFor, sinkOptions, target } from './sinkServer.ts';
import { storeEvents } from './storedEvents.ts';

const { fileText } = await import('../../../src/extension/audit/provenance.ts');

describe('ClickHouse 26.7: newer events of the service above a table', () => {
  const stored = recentEvents();
  let server: EngineServer;
  before(async () => {
    server = await startClickHouse();
    await initTables(clientFor(server.url), target, undefined);
  });
  after(() => server.stop());
  beforeEach(() => storeEvents(server.url, stored));

  it('shows newer events of the service above its own, each once, until it has them: one table with one status', async () => {
    const { model, tables } = openingOf(server.url);
    await tables.openTable('a');
    const asked = filtersOf('actor:ann');
    model.filters.setLocalFilters(asked);
    const line = tables.findLine() ?? assert.fail();
    const eventAt = (ms: number, changeID: string) =>
      toCompactEvent(
        toAuditEvent({
          context: { changeID, actor: 'ann', requestID: changeID },
          request: { timestamp: msToTimestamp(line.time + ms) },
          response: { code: 200 },
        }),
      );
    const [first, second] = [eventAt(2_000, 'n1'), eventAt(1_000, 'n2')];
    // The service lists the newest event of the table, too.
    const listed = toCompactEvent(stored[0] ?? assert.fail());
    assert.equal(await tables.showEventsOfService({ events: [listed], from: line.time }), false);
    assert.equal(model.state.file()?.table?.newer, undefined);
    const service = { events: [first, second, listed], from: line.time };
    assert.equal(await tables.showEventsOfService(service), true);
    assert.deepEqual(model.filters.getAppliedFilters().local, asked);
    const shown = async () => {
      const query = { ...model.filters.createTrailQuery(), facetLimits: new Map() };
      const view = await model.trail.view(query);
      const rows = (await model.trail.window(view.handle, 0, 4)) ?? [];
      return { view, ids: rows.map(({ data }) => data.changeID) };
    };
    const { view, ids } = await shown();
    assert.deepEqual(view.counts, { total: 22, passing: 12, conflicting: 0 });
    assert.deepEqual(ids, ['n1', 'n2', 'c0', 'c2']);
    assert.equal(model.state.provenance().loaded, 22);
    const status = (): string =>
      fileText(model.state.file() ?? assert.fail(), model.state.provenance(), model.masking);
    assert.match(status(), /^ClickHouse, last 30 days, up to \d{1,2} \w{3} \d\d:\d\d, then the service$/);
    assert.deepEqual(view.gaps, []);
    // Refresh keeps the newer events that the table does not have yet.
    assert.equal(await tables.refreshTable(), true);
    assert.deepEqual((await shown()).ids, ['n1', 'n2', 'c0', 'c2']);
    const sink = await openClickHouseSink(sinkOptions(clientFor(server.url)));
    await sink.write([{ kind: 'event', event: second, isMasked: false }]);
    assert.equal(await tables.refreshTable(), true);
    assert.deepEqual((await shown()).ids, ['n1', 'n2', 'c0', 'c2']);
    assert.equal(model.state.provenance().loaded, 22);
    assert.match(status(), /then the service$/);
    await sink.write([{ kind: 'event', event: first, isMasked: false }]);
    assert.equal(await tables.refreshTable(), true);
    assert.deepEqual((await shown()).ids, ['n1', 'n2', 'c0', 'c2']);
    assert.doesNotMatch(status(), /then the service$/);
  });

  it('shows a gap between its events and newer ones of the service that do not reach down to it', async () => {
    const { model, tables } = openingOf(server.url);
    await tables.openTable('a');
    const line = tables.findLine() ?? assert.fail();
    const event = toCompactEvent(
      toAuditEvent({ context: { changeID: 'n1' }, request: { timestamp: msToTimestamp(line.time + 5_000) } }),
    );
    assert.equal(await tables.showEventsOfService({ events: [event], from: line.time + 5_000 }), true);
    const { gaps } = await model.trail.view(model.filters.createTrailQuery());
    assert.deepEqual(
      gaps.map(({ at, gap }) => [at, gap.above.changeID, timestampToMs(gap.below.time ?? '')]),
      [[1, 'n1', line.time]],
    );
    assert.equal(await tables.refreshTable(), true);
    assert.equal((await model.trail.view(model.filters.createTrailQuery())).gaps.length, 1);
  });
});
