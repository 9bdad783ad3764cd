import assert from 'node:assert/strict';
import type { AuditFilters } from '../../../../src/core/audit/filters/filters.ts';
import { toAuditEvent } from '../../../../src/core/service/decode.ts';
import type { AnyConnection } from '../../../../src/extension/targets/targets.ts';
import { textQuestion } from '../../core/audit/questions.ts';
import { connectionOf, fakeService, partsOf, settled, shownOf } from './fakeModel.ts';
import '../withVscode.ts';

const { createTrailCommands: trailCommands } = await import(
  '../../../../src/extension/audit/actions/trailActions.ts'
);

const page = (...ids: string[]) => ({
  events: ids.map((changeID) => toAuditEvent({ context: { changeID } })),
  nextOps: { changeID: ids.at(-1) ?? '' },
});

/** Two pages of events for these filters, and a filter over loaded events that lets none of them through. */
async function filtered(connection: AnyConnection, filters: AuditFilters) {
  const service = fakeService(connection);
  const { model, deps, asked } = service;
  const loading = model.requests.loadNewest(filters);
  asked.at(-1)?.answer(page('d', 'c'));
  await loading;
  const going = model.requests.loadOlder();
  asked.at(-1)?.answer(page('b', 'a'));
  await going;
  model.filters.setLocalFilters({ question: textQuestion('no event has this') });
  assert.equal((await shownOf(model)).length, 0);
  const clear = trailCommands(partsOf({ model, deps }))['vaultsql.audit.clearFilters'];
  return { ...service, clear: () => Promise.resolve(clear?.()) };
}

describe('Clear Audit Filters', () => {
  it('asks the service for nothing, and keeps what is loaded, where only loaded events are filtered', async () => {
    const { model, asked, clear } = await filtered(connectionOf('a'), {});
    const clearing = clear();
    await settled();
    assert.equal(asked.length, 2, 'no further request');
    await clearing;
    assert.equal((await shownOf(model)).length, 4);
  });

  it('does so too where the account ID, without which nothing can be asked, is all that the service filters by', async () => {
    const without = connectionOf('a', { accountID: '' });
    const { model, asked, clear } = await filtered(without, { accountID: 'mine' });
    const clearing = clear();
    await settled();
    assert.equal(asked.length, 2, 'no further request');
    await clearing;
    assert.equal((await shownOf(model)).length, 4);
    assert.deepEqual(model.filters.getAppliedFilters().service, { accountID: 'mine' });
  });

  it('asks the service for all where it filters by something', async () => {
    for (const filters of [{ vaultID: 'v' }, { accountID: 'other' }]) {
      const { model, asked, clear } = await filtered(connectionOf('a'), filters);
      const clearing = clear();
      await settled();
      assert.deepEqual(asked.at(-1)?.filters, { accountID: 'a' });
      asked.at(-1)?.answer(page('e'));
      await clearing;
      assert.deepEqual(model.filters.getAppliedFilters().service, {});
      assert.equal((await shownOf(model)).length, 1);
    }
  });
});
