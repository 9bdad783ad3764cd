import assert from 'node:assert/strict';
import type { Deps } from '../../../../../../src/extension/app/deps.ts';
import { eventOf } from '../../../../../webview/auditHost.ts';
import { textQuestion } from '../../../../core/audit/questions.ts';
import { actionsOf, connectionOf, fakeService } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { createController } = await import('../../../../../../src/extension/audit/views/table/controller.ts');

const event = (changeID: string) =>
  eventOf(JSON.stringify({ context: { changeID, actor: `actor ${changeID}` }, request: {}, response: {} }));

describe('the column of notes', () => {
  it('is visible only while an event with a note passes the filters', async () => {
    const { model, asked, deps } = fakeService(connectionOf('a'));
    const controller = createController(deps as unknown as Deps, model, actionsOf(model), () => undefined);
    const loading = model.requests.loadNewest();
    const [noted, other] = [event('a'), event('b')];
    asked[0]?.answer({ events: [other, noted] });
    await loading;
    const isVisible = async (): Promise<boolean | undefined> => {
      const { columns } = await controller.open('events');
      return columns.find(({ name }) => name === 'Note')?.visible;
    };
    assert.equal(await isVisible(), false);
    model.marks.markEvents([other]);
    assert.equal(await isVisible(), false, 'a mark without a note');
    model.marks.setNote(noted, 'asked Maria', model.marks.source);
    assert.equal(await isVisible(), true);
    model.filters.setLocalFilters({ question: textQuestion('actor b') });
    assert.equal(await isVisible(), false);
    model.filters.setLocalFilters({ question: textQuestion('Maria') });
    assert.equal(await isVisible(), true);
    controller.dispose();
  });
});
