import assert from 'node:assert/strict';
import { createTimeTerms } from '../../../../../../src/core/audit/query/editQuery.ts';
import type { Deps } from '../../../../../../src/extension/app/deps.ts';
import type { AuditState } from '../../../../../../src/protocol/audit.ts';
import { isAuditState } from '../../../../../../src/protocol/auditGuards.ts';
import { eventOf } from '../../../../../webview/auditHost.ts';
import { actionsOf, connectionOf, fakeService } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { createController } = await import('../../../../../../src/extension/audit/views/table/controller.ts');
const { createHistogramChart } = await import('../../../../../../src/extension/audit/views/table/charts.ts');

const event = (changeID: string, time: string) =>
  eventOf(
    JSON.stringify({
      context: { changeID, actor: 'ann' },
      request: { timestamp: `${time}.123456789`, data: { content: 'SELECT a FROM b' } },
      response: { code: 200, timestamp: `${time}.223456789` },
    }),
  );
const year = new Date().getUTCFullYear();
const events = [event('2', `${year}-01-20 23:30:00`), event('1', `${year}-01-20 22:30:00`)];

async function setUp() {
  const { model, asked, deps } = fakeService(connectionOf('a'));
  const copied: string[] = [];
  const controller = createController(
    { ...deps, clipboard: { write: async (text: string) => void copied.push(text) } } as unknown as Deps,
    model,
    actionsOf(model),
    () => undefined,
  );
  const loading = model.requests.loadNewest();
  asked[0]?.answer({ events });
  await loading;
  const state = (): Promise<AuditState> => controller.open('events');
  return { model, controller, copied, state };
}

describe('the zone of the audit table', () => {
  const before = process.env.TZ;
  beforeEach(() => {
    process.env.TZ = 'Europe/Berlin';
  });
  afterEach(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  it('is UTC, named above the times', async () => {
    const { controller, state } = await setUp();
    const { columns, rows, zone, detail } = await state();
    assert.deepEqual([zone.name, columns[0]?.name, columns[0]?.heading], ['UTC', 'Time', 'Time (UTC)']);
    assert.equal(rows[0]?.[0]?.t, '20 Jan 23:30:00');
    assert.match(detail, /22:30:00 UTC to .* 23:30:00 UTC$/);
    controller.dispose();
  });

  it('follows the choice of local time in rows, headings, range, details, and charts', async () => {
    const { model, controller, state } = await setUp();
    model.filters.setLocalFilters({
      question: createTimeTerms({ from: Date.UTC(year, 0, 20, 23), to: Date.UTC(year, 0, 21) }),
    });
    model.masking.toggleZone();
    const shown = await state();
    assert.ok(isAuditState(shown));
    const { columns, rows, zone, detail, range, rev } = shown;
    assert.deepEqual(
      columns.flatMap(({ name, heading }) => (heading === undefined ? [] : [[name, heading]])),
      [
        ['Time', 'Time (UTC+1)'],
        ['Responded at', 'Responded at (UTC+1)'],
      ],
    );
    assert.equal(rows[0]?.[0]?.t, '21 Jan 00:30:00');
    assert.equal(rows[0]?.[columns.findIndex(({ name }) => name === 'Responded at')]?.t, '21 Jan 00:30:00');
    assert.equal(range, '21 Jan 00:00:00 – 21 Jan 00:59:59');
    assert.match(detail, /-20 23:30:00 \+01:00 to .*-21 00:30:00 \+01:00$/);
    assert.deepEqual([zone.name, zone.offsets[0]?.minutes], ['UTC+1', 60]);
    const { subtitle, groups } = await controller.host.detail({ rev, row: 0 });
    assert.equal(subtitle, `${year}-01-21 00:30:00.123456789 +01:00`);
    const texts = groups.flatMap((group) => group.rows.map(({ text }) => text));
    assert.ok(texts.includes(`${year}-01-21 00:30:00.223456789 +01:00`), texts.join('\n'));
    const chart = JSON.stringify(createHistogramChart(shown, model.masking));
    assert.match(chart, /Audit events by time \(UTC\+1\)/);
    assert.match(chart, /21 Jan 00:59:59 \(UTC\+1\)/);
    assert.match(chart, /Not in the time range/);
    assert.doesNotMatch(chart, /22:30/);
    controller.dispose();
  });

  it('is UTC in what is copied, and named there', async () => {
    const { model, controller, copied, state } = await setUp();
    model.masking.toggleZone();
    const { rev } = await state();
    await controller.host.copy({ rev, fromRow: 0, toRow: 2, columns: [0, 2] });
    assert.match(copied[0] ?? '', /^Time \(UTC\)\tActor\r?\n.*-20 23:30:00\.123456789\tann/);
    controller.dispose();
  });

  it('is that of first and last reads too', async () => {
    const { model, controller } = await setUp();
    model.masking.toggleZone();
    const { columns, rows } = await controller.open('readers');
    const first = columns.findIndex(({ name }) => name === 'First');
    assert.equal(columns[first]?.heading, 'First (UTC+1)');
    assert.equal(rows[0]?.[first]?.t, '20 Jan 23:30:00');
    model.masking.toggleZone();
    const again = await controller.open('readers');
    assert.deepEqual(
      [again.columns[first]?.heading, again.rows[0]?.[first]?.t],
      ['First (UTC)', '20 Jan 22:30:00'],
    );
    controller.dispose();
  });
});
