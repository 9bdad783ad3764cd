import assert from 'node:assert/strict';
import { auditFields } from '../../../../../../src/core/audit/table/fields.ts';
import { toAuditEvent } from '../../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../../src/core/service/types.ts';
import type { ActiveRow, AuditState } from '../../../../../../src/protocol/audit.ts';
import { clonedTrail } from '../../../../core/audit/clonedTrail.ts';
import { actionsOf, connectionOf, fakeServiceOver } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { createController } = await import('../../../../../../src/extension/audit/views/table/controller.ts');

const timeColumn = auditFields.findIndex(({ id }) => id === 'time');
const eventAt = (second: number): AuditEvent =>
  toAuditEvent({
    context: { changeID: `c${second}`, requestID: `r${second}` },
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

describe('the active row of an audit table', () => {
  /** A table with three own requests in one run, the newest first, in which the middle one is active. */
  async function open() {
    const { model, asked, deps } = fakeServiceOver(clonedTrail(), connectionOf('a'));
    const published: AuditState[] = [];
    const controller = createController(deps, model, actionsOf(model), (state) => void published.push(state));
    for (const second of [3, 4, 5]) model.ownRequests.addRequestID(`r${second}`);
    const events = [5, 4, 3].map(eventAt);
    const loading = model.requests.loadNewest();
    asked.at(-1)?.answer({ events, nextOps: { changeID: 'c3' } });
    await loading;
    const { rev } = await controller.host.ready({});
    controller.host.expand({ rev, row: 0, isExpanded: true });
    const opened = await controller.host.ready({});
    assert.equal(opened.rowCount, 4);
    const moves = async (act: () => unknown): Promise<readonly (AuditState['movedRow'] | undefined)[]> => {
      published.length = 0;
      await act();
      await controller.host.ready({});
      return published.flatMap(({ movedRow }) => movedRow ?? []);
    };
    const activate = async (row: number): Promise<void> => {
      const state = await controller.host.ready({});
      await controller.host.setActiveRow({
        rev: state.rev,
        activeRow: { row, column: 3, isDetailOpen: true },
      });
    };
    return { model, asked, controller, events, moves, activate };
  }

  it('stays on its event where a mark takes the event out of a run, or back into it', async () => {
    const { model, controller, events, moves, activate } = await open();
    await activate(2);
    const middle = events.slice(1, 2);
    // Without the marked event, two runs of one log read are left.
    assert.deepEqual(await moves(() => model.marks.markEvents(middle)), [{ from: 2, to: 1 }]);
    await activate(1);
    assert.deepEqual(await moves(() => model.marks.unmarkEvents(middle)), [{ from: 1, to: 2 }]);
    controller.dispose();
  });

  it('stays on its run where newer events come above it', async () => {
    const { model, controller, asked, moves, activate } = await open();
    await activate(0);
    const loadMore = async (): Promise<void> => {
      const loading = model.requests.loadOlder();
      asked.at(-1)?.answer({ events: [7, 6].map(eventAt) });
      await loading;
    };
    assert.deepEqual(await moves(loadMore), [{ from: 0, to: 2 }]);
    controller.dispose();
  });
});
