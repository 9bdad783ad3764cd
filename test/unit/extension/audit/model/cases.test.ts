import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noLocalFilters } from '../../../../../src/core/audit/table/filter.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditPage } from '../../../../../src/core/service/types.ts';
import { clonedTrail } from '../../../core/audit/clonedTrail.ts';
import { textQuestion } from '../../../core/audit/questions.ts';
import { Uri } from '../../fakeVscode.ts';
import { connectionOf, eventsOf, type FakeService, fakeService, partsOf, shownOf } from '../fakeModel.ts';
import '../../withVscode.ts';

const { AuditModel } = await import('../../../../../src/extension/audit/model/auditModel.ts');
const { createTrailCommands: trailCommands } = await import(
  '../../../../../src/extension/audit/actions/trailActions.ts'
);
const { AuditFiles } = await import('../../../../../src/extension/audit/files/auditFiles.ts');

const page = (...ids: string[]): Partial<AuditPage> => ({
  events: ids.map((changeID) => toAuditEvent({ context: { changeID } })),
  nextOps: { changeID: ids.at(-1) ?? '' },
});
const ids = async (model: FakeService['model']): Promise<unknown[]> =>
  (await shownOf(model)).map(({ context }) => context.changeID);
async function loaded(): Promise<FakeService> {
  const service = fakeService(connectionOf('a'), connectionOf('b'));
  const loading = service.model.requests.loadNewest({ vaultID: 'v' });
  service.asked[0]?.answer(page('e9', 'e8'));
  assert.equal(await loading, true);
  return service;
}

describe('an audit model in a second window', () => {
  it('shares nothing with the first: events, filters, accounts, requests, masks', async () => {
    const { model: first, deps, asked } = await loaded();
    const second = new AuditModel(deps, clonedTrail(), async () => false);
    first.filters.setLocalFilters({ question: textQuestion('e9') });
    first.masking.toggleActorMasking();
    const loading = second.requests.loadNewest();
    assert.deepEqual([first.state.isLoading(), second.state.isLoading()], [false, true]);
    assert.deepEqual(
      [second.filters.getAppliedFilters().local, second.masking.masksActors()],
      [noLocalFilters, false],
    );
    first.requests.cancelRequest();
    assert.equal(second.state.isLoading(), true, 'its request is its own');
    asked[1]?.answer(page('e1'));
    assert.equal(await loading, true);
    assert.deepEqual([await ids(first), await ids(second)], [['e9'], ['e1']]);
    first.forgetAuditData();
    assert.deepEqual(await ids(second), ['e1']);
    second.dispose();
    first.dispose();
  });
});

describe('an audit model whose connection is removed while its request runs', () => {
  it('takes nothing of the answer, and shows nothing of the one before under the next one’s name', async () => {
    for (const answer of ['gives', 'refuses'] as const) {
      const { model, asked, setConnections } = await loaded();
      const loading = model.requests.loadNewest({});
      setConnections([connectionOf('b')]);
      assert.deepEqual([model.state.isListingOfOtherConnection(), model.state.isLoaded()], [true, false]);
      // What the feature does where the model is stale.
      model.source.displayEmptyListing();
      assert.deepEqual(
        [model.state.isLoading(), await ids(model), model.connections.current()?.name],
        [false, [], 'b'],
      );
      if (answer === 'gives') asked[1]?.answer(page('late'));
      else asked[1]?.refuse(500);
      assert.equal(await loading, false);
      assert.deepEqual(
        [await ids(model), model.state.error(), model.filters.getAppliedFilters().service],
        [[], undefined, {}],
      );
    }
  });

  it('does not ask where it was the last one', async () => {
    const { model, asked, setConnections } = await loaded();
    const loading = model.requests.loadOlder();
    setConnections([]);
    asked[1]?.answer(page('late'));
    assert.equal(await loading, false);
    assert.deepEqual(
      [model.state.isLoading(), model.connections.current(), await model.requests.loadNewest()],
      [false, undefined, false],
    );
    assert.equal(asked.length, 2);
  });
});

describe('an audit model whose file vanishes', () => {
  async function setUp() {
    const service = await loaded();
    const folder = await mkdtemp(join(tmpdir(), 'vanishing-'));
    const path = join(folder, 'events.ndjson');
    await writeFile(path, `${JSON.stringify({ context: { changeID: 'f1' }, request: {}, response: {} })}\n`);
    const warnings: string[] = [];
    const messages = {
      ...service.deps.messages,
      warn: async (text: string) => void warnings.push(text),
    };
    const files = new AuditFiles(service.model, messages);
    const parts = partsOf(service, { messages, files });
    const open = async (): Promise<unknown> =>
      trailCommands(parts)['vaultsql.audit.import']?.(Uri.file(path));
    return {
      ...service,
      open,
      warnings,
      remove: () => rm(folder, { recursive: true }),
    };
  }

  it('keeps what it shows where the file is gone before it is read, and says so', async () => {
    const { model, open, warnings, remove } = await setUp();
    await remove();
    assert.equal(await open(), false);
    assert.match(warnings.join(), /^Could not open events\.ndjson: not readable \(ENOENT\)/);
    assert.deepEqual([await ids(model), model.state.file()], [['e9', 'e8'], undefined]);
  });

  it('keeps the file’s events where it is gone later, until the service is asked again', async () => {
    const { model, asked, open, remove } = await setUp();
    assert.equal(await open(), true);
    await remove();
    model.filters.setLocalFilters({ question: textQuestion('f1') });
    assert.deepEqual(
      [await ids(model), model.state.file()?.name, model.state.isLoaded()],
      [['f1'], 'events.ndjson', true],
    );
    const loading = model.requests.loadNewest();
    asked[1]?.refuse(500);
    await loading;
    assert.deepEqual([await ids(model), model.state.error()?.kind], [['f1'], 'status'], 'refused: they stay');
    const again = model.requests.retryOrLoadNewest();
    asked[2]?.answer(page('e7'));
    await again;
    model.filters.setLocalFilters(noLocalFilters);
    assert.deepEqual(
      [await ids(model), model.state.file(), model.state.error()],
      [['e7'], undefined, undefined],
    );
  });
});

describe('an audit model whose filters change while a page is on its way', () => {
  it('drops an older page of the filters before', async () => {
    const { model, asked } = await loaded();
    const older = model.requests.loadOlder();
    const filtered = model.requests.loadNewest({ 'context.actor': 'ada' });
    asked[1]?.answer(page('e7'));
    assert.equal(await older, false);
    assert.deepEqual(await ids(model), ['e9', 'e8'], 'neither page is there yet');
    asked[2]?.answer(page('e5'));
    assert.equal(await filtered, true);
    assert.deepEqual(
      [await ids(model), model.filters.getAppliedFilters().service],
      [['e5'], { 'context.actor': 'ada' }],
    );
  });

  it('keeps the page, filtered by what is filtered here by then', async () => {
    const { model, asked } = await loaded();
    const older = model.requests.loadOlder();
    model.filters.setLocalFilters({ question: textQuestion('e7') });
    assert.deepEqual([await ids(model), model.state.isLoading()], [[], true], 'filters here stop no request');
    asked[1]?.answer(page('e7', 'e6'));
    assert.equal(await older, true);
    assert.deepEqual(await ids(model), ['e7']);
    assert.equal((await eventsOf(model)).length, 4);
  });
});
