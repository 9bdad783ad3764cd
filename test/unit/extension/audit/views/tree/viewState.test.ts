import assert from 'node:assert/strict';
import { createTimeTerms } from '../../../../../../src/core/audit/query/editQuery.ts';
import { noLocalFilters } from '../../../../../../src/core/audit/table/filter.ts';
import { toAuditEvent } from '../../../../../../src/core/service/decode.ts';
import { eventually } from '../../../../../run/waiting.ts';
import { executed } from '../../../fakeVscode.ts';
import { connectionOf, fakeService, fileOf } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { viewMessage, registerViewState } = await import(
  '../../../../../../src/extension/audit/views/tree/viewState.ts'
);

describe('the context keys of the audit views', () => {
  it('are set only where they changed, as while a range of time is dragged', async () => {
    const { deps, model } = fakeService(connectionOf('a'));
    const since = executed.length;
    const listening = registerViewState(model, { message: '' }, deps.log);
    const made = (): readonly unknown[] =>
      executed.slice(since).flatMap(([command, key]) => (command === 'setContext' ? [key] : []));
    await eventually('all of them', () => made().length === 11);
    for (let to = 1; to < 20; to++)
      model.filters.setLocalFilters({ question: createTimeTerms({ from: 0, to }) }, true);
    await eventually('that there is a filter', () => made().length > 11);
    for (let to = 20; to < 40; to++)
      model.filters.setLocalFilters({ question: createTimeTerms({ from: 0, to }) }, true);
    model.filters.setLocalFilters(noLocalFilters);
    await eventually('that there is none', () => made().length > 12);
    assert.deepEqual(made().slice(11), ['vaultsql.auditFiltered', 'vaultsql.auditFiltered']);
    listening.dispose();
  });
});

const event = toAuditEvent({ context: { changeID: 'e1' } });

describe('the title of the audit events', () => {
  it('names their connection, and marks production, before and after they are loaded', async () => {
    for (const [environment, said] of [
      ['test', 'a'],
      ['production', 'a · PRODUCTION'],
    ] as const) {
      const { deps, model, asked } = fakeService(connectionOf('a', { environment }));
      const view: Parameters<typeof registerViewState>[1] = { message: '' };
      const listening = registerViewState(model, view, deps.log);
      assert.equal(view.description, said);
      const loading = model.requests.loadNewest();
      asked[0]?.answer({ events: [event] });
      await loading;
      assert.equal(view.description, said);
      model.source.displayOpenedFile(fileOf(model, 'f', [event]));
      assert.equal(view.description, '');
      listening.dispose();
    }
  });
});

describe('a listing that waits as the service asked', () => {
  it('says until when, and is sent again in its own time', async () => {
    const { model, asked } = fakeService(connectionOf('a'));
    const loading = model.requests.loadNewest();
    asked[0]?.wait(new Date(2026, 4, 4, 16, 12, 5).getTime());
    assert.equal(viewMessage(model.state.snapshot()), 'Rate limited; retrying at 16:12:05');
    asked[0]?.wait(undefined);
    assert.equal(viewMessage(model.state.snapshot()), '');
    asked[0]?.answer({});
    assert.equal(await loading, true);
  });

  it('says nothing more of the wait once it is cancelled', async () => {
    const { model, asked } = fakeService(connectionOf('a'));
    const loading = model.requests.loadNewest();
    asked[0]?.wait(Date.now() + 5000);
    model.requests.cancelRequest();
    assert.equal(viewMessage(model.state.snapshot()), '');
    asked[0]?.wait(undefined);
    asked[0]?.answer({});
    assert.equal(await loading, false);
  });
});
