import assert from 'node:assert/strict';
import type { Deps } from '../../../../../../src/extension/app/deps.ts';
import { eventText } from '../../../../../bench/auditEvents.ts';
import { eventOf } from '../../../../../webview/auditHost.ts';
import { clonedTrail } from '../../../../core/audit/clonedTrail.ts';
import { actionsOf, connectionOf, fakeServiceOver, fileOf } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { createController } = await import('../../../../../../src/extension/audit/views/table/controller.ts');
const { isValueNode } = await import('../../../../../../src/extension/audit/views/tree/auditNode.ts');

/** Names that every object with a prototype has. */
const inherited = Object.getOwnPropertyNames(Object.prototype);

describe('a name that every object inherits', () => {
  it('is no button of an event, and no button of a notice', async () => {
    const { model, deps } = fakeServiceOver(clonedTrail(), connectionOf('a'));
    const controller = createController(deps as unknown as Deps, model, actionsOf(model), () => undefined);
    model.source.displayOpenedFile(fileOf(model, 'f', [eventOf(eventText(0))]));
    const { rev } = await controller.open('events');
    for (const id of inherited) {
      assert.equal(await controller.host.activate({ rev, row: 0, id }), undefined, id);
      assert.equal(await controller.host.button({ id }), undefined, id);
    }
    controller.dispose();
  });

  it('is no field of a value that a command is given', () => {
    for (const kind of ['value', 'group']) {
      for (const field of [...inherited, 'nonsense', 1, null, undefined])
        assert.equal(isValueNode({ kind, field, value: 'x' }), false, String(field));
      assert.equal(isValueNode({ kind, field: 'actor', value: 'x' }), true);
    }
  });
});
