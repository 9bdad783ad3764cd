import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../src/core/service/decode.ts';
import type { JsonObject } from '../../../../src/core/service/json.ts';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import type { AuditState } from '../../../../src/protocol/audit.ts';
import { actionsOf, connectionOf, fakeService, fileOf } from './fakeModel.ts';
import '../withVscode.ts';

const { createController } = await import('../../../../src/extension/audit/views/table/controller.ts');

const hostile = 'a\u202eb\u2066c\u200bd\ufeffe\u0007f\r\ng\u2028h';
const event = toAuditEvent({
  context: { actor: hostile, changeID: 'c1' },
  response: { message: `${'x'.repeat(250)}${hostile}` },
} as unknown as JsonObject);

describe('characters of events that are not seen', () => {
  it('are drawn as such, on one line, in cells and in the name of a file; copies have them', async () => {
    const { model, deps } = fakeService(connectionOf('a'));
    model.source.displayOpenedFile(fileOf(model, hostile, [event]));
    const copied: string[] = [];
    const withMore = { ...deps, clipboard: { write: (text: string) => Promise.resolve(copied.push(text)) } };
    let state: AuditState | undefined;
    const controller = createController(withMore as unknown as Deps, model, actionsOf(model), (now) => {
      state = now;
    });
    state = await controller.open('events');
    const texts = state.rows.flat().map(({ t }) => t);
    assert.ok(texts.includes('a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf g h'));
    for (const text of [...texts, state.status]) assert.doesNotMatch(text, /[\p{Cc}\p{Cf}\u2028]/u);
    assert.match(state.status, /a\ufffdb/);
    await controller.host.copy({ rev: state.rev, fromRow: 0, toRow: 1, columns: [2] });
    assert.ok(copied[0]?.includes('a\u202eb'));
    controller.dispose();
  });
});
