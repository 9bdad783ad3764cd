import assert from 'node:assert/strict';
import { noLocalFilters } from '../../../../../src/core/audit/table/filter.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditPage } from '../../../../../src/core/service/types.ts';
import type { Deps } from '../../../../../src/extension/app/deps.ts';
import { textQuestion } from '../../../core/audit/questions.ts';
import {
  actionsOf,
  connectionOf,
  type FakeService,
  fakeService,
  fileOf,
  settled,
  shownOf,
} from '../fakeModel.ts';
import '../../withVscode.ts';

const { createController } = await import('../../../../../src/extension/audit/views/table/controller.ts');

/** A page with one event of that name, and the way to a further one. */
const page = (changeID: string, second = 30): Partial<AuditPage> => ({
  events: [
    toAuditEvent({
      context: { changeID },
      request: { timestamp: `2026-01-01 00:00:${second}.000000000` },
    }),
  ],
  nextOps: { changeID },
});
const shown = async ({ model }: FakeService): Promise<unknown[]> => {
  const events = await shownOf(model);
  const { filters, provenance, error } = model.state.snapshot();
  return [
    events.map(({ context }) => context.changeID),
    filters.service,
    provenance.more,
    error?.kind === 'status' ? error.status : error?.kind,
  ];
};
/** A service that has answered with one event of a vault. */
async function loaded(): Promise<FakeService> {
  const service = fakeService(connectionOf('a'), connectionOf('b'));
  const loading = service.model.requests.loadNewest({ vaultID: 'v' });
  service.asked[0]?.answer(page('e1'));
  assert.equal(await loading, true);
  return service;
}
const before = [['e1'], { vaultID: 'v' }, 'yes', undefined];

describe('audit events that are shown while others are asked for', () => {
  it('stay with their filters until the answer is there, and go with it', async () => {
    const service = await loaded();
    const loading = service.model.requests.loadNewest({ 'context.actor': 'ada' });
    assert.deepEqual(await shown(service), before);
    assert.deepEqual(service.model.filters.getServiceFiltersToSend(), {
      accountID: 'a',
      vaultID: 'v',
    });
    assert.equal(service.model.state.isLoaded(), true);
    assert.deepEqual(
      service.model.filters.getRequestedServiceFilters(),
      { 'context.actor': 'ada' },
      'what a change starts from',
    );
    service.asked[1]?.answer(page('e2'));
    assert.equal(await loading, true);
    assert.deepEqual(await shown(service), [['e2'], { 'context.actor': 'ada' }, 'yes', undefined]);
  });

  it('stay when the service refuses, with what was refused beside them', async () => {
    const service = await loaded();
    for (const [filters, status] of [
      [undefined, 500],
      [{ 'context.actor': '?' }, 400],
    ] as const) {
      const loading = service.model.requests.loadNewest(filters);
      service.asked.at(-1)?.refuse(status);
      assert.equal(await loading, true);
      assert.deepEqual(await shown(service), [['e1'], { vaultID: 'v' }, 'yes', status]);
      assert.deepEqual(service.model.filters.getRequestedServiceFilters(), { vaultID: 'v' });
    }
  });

  it('stay when the reading is cancelled', async () => {
    const service = await loaded();
    const loading = service.model.requests.loadNewest({ 'context.actor': 'ada' });
    service.model.requests.cancelRequest();
    service.asked[1]?.answer(page('e2'));
    assert.equal(await loading, false);
    assert.deepEqual([await shown(service), service.model.state.isLoading()], [before, false]);
    const again = service.model.requests.loadNewest();
    assert.deepEqual(service.asked[2]?.filters, {
      accountID: 'a',
      vaultID: 'v',
    });
    service.model.requests.cancelRequest();
    service.asked[2]?.answer({});
    await again;
  });

  it('stay as a file’s do, whose place another connection’s answer does not take', async () => {
    for (const isOthers of [true, false]) {
      const service = await loaded();
      const { model, asked, setConnections } = service;
      model.source.displayOpenedFile(fileOf(model, 'f', page('x').events ?? []));
      const loading = model.requests.loadNewest();
      assert.deepEqual([model.state.file()?.name, model.state.isLoaded()], ['f', true]);
      if (isOthers) setConnections([connectionOf('b')]);
      asked[1]?.answer(page('e2'));
      assert.equal(await loading, !isOthers);
      assert.deepEqual(
        [model.state.file()?.name, model.state.isLoading()],
        [isOthers ? 'f' : undefined, false],
      );
      assert.deepEqual((await shown(service))[0], [isOthers ? 'x' : 'e2']);
    }
  });

  it('go at once with their connection, and so does what was said of them', async () => {
    const service = await loaded();
    const { model, asked } = service;
    const refused = model.requests.loadNewest({});
    asked[1]?.refuse(500);
    await refused;
    model.filters.setLocalFilters({ question: textQuestion('ada') });
    model.source.switchConnection('b');
    assert.deepEqual(
      [model.filters.getAppliedFilters().service, model.filters.getAppliedFilters().local],
      [{}, noLocalFilters],
    );
    assert.deepEqual(
      [(await shown(service))[0], model.state.error(), model.state.isLoaded()],
      [[], undefined, false],
    );
    const loading = model.requests.loadNewest({ 'context.actor': 'ada' });
    assert.deepEqual(
      model.filters.getAppliedFilters().service,
      { 'context.actor': 'ada' },
      'nothing is shown that has others',
    );
    asked[2]?.refuse(500);
    await loading;
    assert.deepEqual(await shown(service), [[], { 'context.actor': 'ada' }, 'unknown', 500]);
  });

  it('are told what failed of a reading even while following goes on', async () => {
    const service = await loaded();
    const { model, asked } = service;
    const refused = model.requests.loadNewest({});
    asked[1]?.refuse(500);
    await refused;
    model.following.clearFollowingFailure();
    assert.equal(model.state.error()?.kind, 'status');
    model.following.recordFollowingFailure({ kind: 'timeout', seconds: 1, retry: true });
    assert.equal(model.state.error()?.kind, 'status', 'a hiccup of following does not hide it');
    model.following.clearFollowingFailure();
    assert.equal(model.state.error()?.kind, 'status');
    const again = model.requests.retryOrLoadNewest();
    asked[2]?.answer(page('e2'));
    await again;
    assert.equal(model.state.error(), undefined);
  });
});

describe('trying again after audit events were refused', () => {
  async function pressed(service: FakeService): Promise<void> {
    const { model, deps } = service;
    const withMore = {
      ...deps,
      language: () => ({ maskLiterals: (text: string) => text }),
    };
    const controller = createController(
      withMore as unknown as Deps,
      model,
      actionsOf(model),
      () => undefined,
    );
    const { notice } = await controller.open('events');
    const button = notice?.buttons.find(({ label }) => label === 'Try Again');
    assert.ok(button);
    controller.host.button({ id: button.id });
    await settled();
    controller.dispose();
  }

  it('asks for the page that was refused', async () => {
    const service = await loaded();
    const { model, asked } = service;
    const older = model.requests.loadOlder();
    asked[1]?.refuse(500);
    await older;
    await pressed(service);
    assert.deepEqual([asked[2]?.cursor, asked[2]?.filters], [{ c: 'e1' }, { accountID: 'a', vaultID: 'v' }]);
    asked[2]?.answer(page('e0', 10));
    await settled();
    assert.deepEqual(await shown(service), [['e1', 'e0'], { vaultID: 'v' }, 'yes', undefined]);
  });

  it('asks with the filters that were refused', async () => {
    const service = await loaded();
    const { model, asked } = service;
    const loading = model.requests.loadNewest({ 'context.actor': 'ada' });
    asked[1]?.refuse(500);
    await loading;
    await pressed(service);
    assert.deepEqual(asked[2]?.filters, {
      accountID: 'a',
      'context.actor': 'ada',
    });
    asked[2]?.answer(page('e2'));
    await settled();
    assert.deepEqual(await shown(service), [['e2'], { 'context.actor': 'ada' }, 'yes', undefined]);
  });

  it('follows on where following failed', async () => {
    const service = await loaded();
    let times = 0;
    service.model.following.recordFollowingFailure(
      { kind: 'timeout', seconds: 1, retry: true },
      async () => ++times > 0,
    );
    await pressed(service);
    assert.deepEqual([times, service.asked.length], [1, 1]);
  });
});
