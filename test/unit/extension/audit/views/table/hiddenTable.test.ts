import assert from 'node:assert/strict';
import type { LocalTrail } from '../../../../../../src/core/audit/table/trail.ts';
import { toAuditEvent } from '../../../../../../src/core/service/decode.ts';
import type { AuditState } from '../../../../../../src/protocol/audit.ts';
import { clonedTrail } from '../../../../core/audit/clonedTrail.ts';
import { actionsOf, connectionOf, fakeServiceOver, settled } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { createController } = await import('../../../../../../src/extension/audit/views/table/controller.ts');

const events = [1, 2, 3].map((n) =>
  toAuditEvent({
    context: { changeID: `c${n}` },
    request: { timestamp: `2026-01-01 00:00:0${n}.000000000` },
  }),
);

describe('an audit table that is hidden', () => {
  it('reads and draws nothing while events come, and all of them once it is seen', async () => {
    const trail = clonedTrail();
    let views = 0;
    const counted: LocalTrail = Object.assign(Object.create(trail) as LocalTrail, {
      view: (query: Parameters<LocalTrail['view']>[0]) => {
        views++;
        return trail.view(query);
      },
    });
    const { model, asked, deps } = fakeServiceOver(counted, connectionOf('a'));
    const states: AuditState[] = [];
    let isShown = false;
    const controller = createController(
      deps,
      model,
      actionsOf(model),
      (state) => states.push(state),
      () => isShown,
    );
    const before = views;
    const loading = model.requests.loadNewest();
    asked[0]?.answer({ events });
    await loading;
    model.masking.toggleActorMasking();
    await settled();
    assert.deepEqual([states.length, views - before], [0, 0]);
    isShown = true;
    const state = await controller.host.ready({});
    assert.equal(state.rowCount, 3);
    assert.equal(asked.length, 1, 'nothing more is requested');
    controller.dispose();
  });
});
