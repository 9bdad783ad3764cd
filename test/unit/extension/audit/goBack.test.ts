import assert from 'node:assert/strict';
import { printQuery } from '../../../../src/core/audit/query/printQuery.ts';
import { toAuditEvent } from '../../../../src/core/service/decode.ts';
import { filtersOf } from '../../core/audit/questions.ts';
import { connectionOf, fakeService, fileOf, partsOf, settled, shownOf } from './fakeModel.ts';
import '../withVscode.ts';

const { createTrailCommands: trailCommands } = await import(
  '../../../../src/extension/audit/actions/trailActions.ts'
);

const eventOf = (changeID: string) =>
  toAuditEvent({ context: { changeID }, request: { timestamp: '2026-01-01 00:00:00.000000000' } });

/** Two events of the service, with a question, and the commands. */
async function setUp() {
  const service = fakeService(connectionOf('a'), connectionOf('b'));
  const { asked, model } = service;
  const load = async (filters: Record<string, string>, ids: readonly string[]) => {
    const loading = model.requests.loadNewest(filters);
    asked.at(-1)?.answer({ events: ids.map(eventOf), nextOps: { changeID: ids.at(-1) ?? '' } });
    await loading;
  };
  await load({}, ['e1', 'e2']);
  model.filters.setLocalFilters(filtersOf('change:e1'));
  const said: string[] = [];
  const commands = trailCommands(
    partsOf(service, { messages: { info: (text: string) => void said.push(text) } }),
  );
  const back = () => commands['vaultsql.audit.goBack']?.();
  const ids = async () => (await shownOf(model)).map(({ context }) => context.changeID);
  const question = () => printQuery(model.filters.getAppliedFilters().local.question);
  return { ...service, back, commands, ids, load, question, said };
}

describe('going back to the events before', () => {
  it('brings them back with their filters and age, without a request, and goes forward the same way', async () => {
    const { asked, back, ids, load, model, question } = await setUp();
    assert.equal(model.state.snapshot().canGoBack, false);
    await load({ vaultID: 'v' }, ['e3']);
    model.filters.setLocalFilters({ question: [] });
    assert.equal(model.state.snapshot().canGoBack, true);
    await back();
    assert.deepEqual(
      [await ids(), question(), model.filters.getAppliedFilters().service],
      [['e1'], 'change:e1', {}],
    );
    assert.match(model.state.snapshot().note ?? '', /^As displayed until .*\. Refresh for newer events\.$/);
    assert.equal(asked.length, 2);
    await back();
    assert.deepEqual([await ids(), model.filters.getAppliedFilters().service], [['e3'], { vaultID: 'v' }]);
    await back();
    const older = model.requests.loadOlder();
    asked.at(-1)?.answer({ events: [eventOf('e0')], nextOps: null });
    await older;
    assert.equal(model.state.provenance().loaded, 3, 'loading older ones goes on where it was');
  });

  it('leads back from a file, also when the file is closed', async () => {
    const { asked, back, commands, ids, model } = await setUp();
    model.source.displayOpenedFile(fileOf(model, 'f', [eventOf('f1')]));
    await back();
    assert.deepEqual(await ids(), ['e1']);
    assert.equal(model.state.snapshot().canGoBack, false, 'a file is opened again, not kept');
    model.source.displayOpenedFile(fileOf(model, 'f', [eventOf('f1')]));
    await commands['vaultsql.audit.closeFiles']?.();
    assert.deepEqual([await ids(), asked.length], [['e1'], 1]);
  });

  it('keeps one set: that of the last other filters, also after a refresh', async () => {
    const { back, ids, load, model } = await setUp();
    await load({ vaultID: 'v' }, ['e3']);
    await load({ vaultID: 'v' }, ['e3', 'e4']);
    await back();
    assert.deepEqual(await ids(), ['e1']);
    model.filters.setLocalFilters({ question: [] });
    await load({ vaultID: 'w' }, ['e5']);
    await load({ vaultID: 'x' }, ['e6']);
    await back();
    assert.deepEqual(await ids(), ['e5']);
  });

  it('keeps nothing of another connection, nor after everything was forgotten', async () => {
    const { back, load, model, said, setConnections } = await setUp();
    await load({ vaultID: 'v' }, ['e3']);
    setConnections([connectionOf('b'), connectionOf('a')]);
    model.source.displayEmptyListing();
    await settled();
    await back();
    setConnections([connectionOf('a'), connectionOf('b')]);
    await load({}, ['e1']);
    await load({ vaultID: 'v' }, ['e3']);
    model.forgetAuditData();
    await back();
    assert.deepEqual(said, [
      'No events were displayed before these.',
      'No events were displayed before these.',
    ]);
  });
});
