import assert from 'node:assert/strict';
import { auditFields } from '../../../../../../src/core/audit/table/fields.ts';
import { toAuditEvent } from '../../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../../src/core/service/types.ts';
import type { ActiveRow } from '../../../../../../src/protocol/audit.ts';
import { clonedTrail } from '../../../../core/audit/clonedTrail.ts';
import { actionsOf, connectionOf, fakeServiceOver } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { createController } = await import('../../../../../../src/extension/audit/views/table/controller.ts');

const timeColumn = auditFields.findIndex(({ id }) => id === 'time');
const eventAt = (second: number): AuditEvent =>
  toAuditEvent({
    context: { changeID: `c${second}` },
    request: { timestamp: `2026-01-01 00:00:0${second}.000000000` },
  });

describe('the active row of an audit table that is hidden for a time', () => {
  const row: ActiveRow = { row: 1, column: 3, isDetailOpen: true };

  async function open() {
    const { model, asked, deps } = fakeServiceOver(clonedTrail(), connectionOf('a'));
    const shown = { isShown: true };
    const controller = createController(
      deps,
      model,
      actionsOf(model),
      () => undefined,
      () => shown.isShown,
    );
    const load = async (events: readonly AuditEvent[]): Promise<void> => {
      const loading = model.requests.loadNewest();
      asked.at(-1)?.answer({ events, nextOps: { changeID: events.at(-1)?.context.changeID ?? '' } });
      await loading;
    };
    await load([5, 4, 3].map(eventAt));
    const { rev } = await controller.host.ready({});
    const comeBack = async (): Promise<ActiveRow | undefined> => {
      shown.isShown = true;
      return (await controller.host.ready({})).activeRow;
    };
    return { model, asked, controller, rev, shown, load, comeBack };
  }

  it('is none before one was reported, and again when none is active', async () => {
    const { controller, rev, comeBack } = await open();
    assert.equal(await comeBack(), undefined);
    await controller.host.setActiveRow({ rev, activeRow: row });
    assert.deepEqual(await comeBack(), row);
    await controller.host.setActiveRow({ rev });
    assert.equal(await comeBack(), undefined);
    controller.dispose();
  });

  it('is that of the same event where its values are masked meanwhile', async () => {
    const { model, controller, rev, shown, comeBack } = await open();
    await controller.host.setActiveRow({ rev, activeRow: row });
    shown.isShown = false;
    model.masking.toggleActorMasking();
    assert.deepEqual(await comeBack(), row);
    controller.dispose();
  });

  it('is that of the same event where others came above it meanwhile', async () => {
    const { controller, model, asked, rev, shown, comeBack } = await open();
    controller.host.sort({ rev, sorts: [{ column: timeColumn, descending: false }] });
    const { rev: sorted, rowCount } = await controller.host.ready({});
    assert.equal(rowCount, 3);
    await controller.host.setActiveRow({ rev: sorted, activeRow: row });
    shown.isShown = false;
    const loading = model.requests.loadOlder();
    asked.at(-1)?.answer({ events: [2, 1].map(eventAt) });
    await loading;
    assert.deepEqual(await comeBack(), { ...row, row: 3 });
    controller.dispose();
  });

  it('is none where its event is no longer among the rows', async () => {
    const { model, controller, rev, shown, load, comeBack } = await open();
    await controller.host.setActiveRow({ rev, activeRow: row });
    shown.isShown = false;
    await controller.host.search({ text: 'no such text' });
    assert.equal(await comeBack(), undefined);
    await controller.host.search({ text: '' });
    const { rev: next } = await controller.host.ready({});
    await controller.host.setActiveRow({ rev: next, activeRow: row });
    shown.isShown = false;
    model.forgetAuditData();
    await load([3, 2, 1].map(eventAt));
    assert.equal(await comeBack(), undefined, 'another listing');
    controller.dispose();
  });
});
