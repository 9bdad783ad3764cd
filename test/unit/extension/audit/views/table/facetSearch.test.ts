import assert from 'node:assert/strict';
import type { AuditState } from '../../../../../../src/protocol/audit.ts';
import { eventOf } from '../../../../../webview/auditHost.ts';
import { actionsOf, connectionOf, fakeService } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { createController } = await import('../../../../../../src/extension/audit/views/table/controller.ts');

const actors = Array.from({ length: 60 }, (_, n) =>
  n < 2 ? `ann.lee${n}@secret.test` : `sa-job-${100 + n}`,
);
const events = actors.map((actor, n) =>
  eventOf(
    JSON.stringify({
      context: { changeID: `${n}`, actor },
      request: { timestamp: `2026-01-05 10:00:${String(n).padStart(2, '0')}.000000000` },
      response: { code: 200 },
    }),
  ),
);

async function setUp() {
  const { model, asked, deps } = fakeService(connectionOf('a'));
  const controller = createController(deps, model, actionsOf(model), () => undefined);
  const loading = model.requests.loadNewest();
  asked[0]?.answer({ events });
  await loading;
  const state = (): Promise<AuditState> => controller.open('events');
  const search = async (text: string) => {
    controller.host.searchFacets({ text });
    const { rev, facets, facetSearch } = await state();
    const actor = facets.find(({ id }) => id === 'actor');
    const labels = actor?.values.map(({ label }) => label) ?? [];
    return { rev, labels, more: actor?.more, facetSearch, facets };
  };
  return { model, controller, state, search };
}

describe('a search among the values of facets', () => {
  it('finds those that are not listed, in upper or lower case, and those of every facet', async () => {
    const { controller, search } = await setUp();
    const before = await search('');
    assert.equal(before.labels.length, 25);
    assert.equal(before.more, 35);
    const [rest] = actors.filter((actor) => !before.labels.includes(actor));
    assert.ok(rest);
    assert.deepEqual((await search(`  ${rest.toUpperCase()} `)).labels, [rest]);
    const many = await search('sa-job');
    assert.deepEqual([many.labels.length, many.more, many.facetSearch], [25, 33, 'sa-job']);
    const none = await search('200');
    assert.deepEqual(none.labels, []);
    assert.deepEqual(
      none.facets.filter(({ values }) => values.length > 0).map(({ id }) => id),
      ['code'],
    );
    assert.deepEqual((await search('')).labels, before.labels);
    controller.dispose();
  });

  it('filters by the value that is listed, and lists more of those found', async () => {
    const { model, controller, search, state } = await setUp();
    const { rev } = await search('sa-job-159');
    controller.host.filterByFacet({ rev, facet: 'actor', value: 0, choice: 'only' });
    assert.equal((await state()).text, 'actor:sa-job-159');
    assert.equal((await state()).rowCount, 1);
    controller.host.search({ text: '' });
    await search('sa-job');
    controller.host.moreValues({ facet: 'actor' });
    const { facets } = await state();
    assert.equal(facets.find(({ id }) => id === 'actor')?.values.length, 58);
    assert.equal(model.filters.getAppliedFilters().local.question.length, 0);
    controller.dispose();
  });

  it('searches what is displayed, so that it reveals no masked address', async () => {
    const { model, controller, search } = await setUp();
    assert.equal((await search('ann.lee')).labels.length, 2);
    model.masking.toggleActorMasking();
    assert.deepEqual((await search('ann.lee')).labels, []);
    assert.deepEqual((await search('secret.test')).labels, ['a•••@secret.test', 'a•••(2)@secret.test']);
    controller.dispose();
  });
});
