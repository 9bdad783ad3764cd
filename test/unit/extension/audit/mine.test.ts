import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../src/core/service/types.ts';
import { textQuestion } from '../../core/audit/questions.ts';
import { progress, window } from '../fakeVscode.ts';
import { connectionOf, fakeService, fileOf, partsOf, settled, shownOf } from './fakeModel.ts';
import '../withVscode.ts';

const { trailCommands } = await import('../../../../src/extension/audit/actions/trailActions.ts');

const event = (changeID: string, requestID: string, actor: string): AuditEvent =>
  toAuditEvent({ context: { changeID, requestID, actor } });

describe('showing my own audit events', () => {
  let questions = 0;
  let name: string | undefined;
  beforeEach(() => {
    questions = 0;
    name = undefined;
    Object.assign(window, {
      showInputBox: async () => {
        questions++;
        return name;
      },
    });
  });
  afterEach(() => {
    Reflect.deleteProperty(window, 'showInputBox');
    progress.options.length = 0;
  });

  /** One event of somebody else is loaded, with a filter; then the command is run. */
  async function run() {
    const service = fakeService(connectionOf('a'));
    const { model, asked } = service;
    const loading = model.requests.load({ vaultID: 'v' });
    asked[0]?.answer({ events: [event('e1', 'r1', 'bob')], nextOps: { changeID: 'e1' } });
    await loading;
    const command = trailCommands(partsOf(service))['vaultsql.audit.myQueries'];
    const done = Promise.resolve(command?.());
    await settled();
    return { ...service, done };
  }
  const shown = async ({ model }: Awaited<ReturnType<typeof run>>): Promise<unknown[]> => {
    const events = await shownOf(model);
    const { filters, provenance } = model.state.snapshot();
    return [events.map(({ context }) => context.changeID), filters.service, provenance.more];
  };
  const before = [['e1'], { vaultID: 'v' }, 'yes'];

  it('leaves what is shown when the person leaves at the question for the name', async () => {
    const service = await run();
    for (const at of [1, 2]) {
      assert.deepEqual(service.asked[at]?.filters, { accountID: 'a' });
      service.asked[at]?.answer({ events: [event('e2', 'r2', 'bob')], requestID: `own${at}` });
      await settled();
    }
    await service.done;
    assert.deepEqual([questions, service.asked.length, await shown(service)], [1, 3, before]);
  });

  it('asks the service with the name that the person says', async () => {
    name = 'ada';
    const service = await run();
    for (const at of [1, 2]) {
      service.asked[at]?.answer({});
      await settled();
    }
    service.asked[3]?.answer({ events: [event('e3', 'r3', 'ada')] });
    assert.equal(await service.done, true);
    assert.deepEqual(await shown(service), [['e3'], { 'context.actor': 'ada' }, 'unknown']);
  });

  it('does not ask where an own event has the answer', async () => {
    const service = await run();
    service.asked[1]?.answer({ requestID: 'own' });
    await settled();
    service.asked[2]?.answer({ events: [event('e2', 'own', 'ada')] });
    await settled();
    assert.deepEqual([questions, await shown(service)], [0, before]);
    assert.deepEqual(service.asked[3]?.filters, {
      accountID: 'a',
      'context.actor': 'ada',
    });
    service.asked[3]?.answer({});
    assert.equal(await service.done, true);
    assert.deepEqual(service.model.filters.applied().service, { 'context.actor': 'ada' });
  });

  it('shows all of them, whatever was filtered over loaded events', async () => {
    name = 'ada';
    const service = await run();
    service.model.filters.setLocal({ question: textQuestion('no event has this') });
    for (const at of [1, 2]) {
      service.asked[at]?.answer({});
      await settled();
    }
    service.asked[3]?.answer({ events: [event('e3', 'r3', 'ada')] });
    await service.done;
    assert.deepEqual(await shown(service), [['e3'], { 'context.actor': 'ada' }, 'unknown']);
  });

  it('reports that they are displayed also where marks of a file were discarded for them', async () => {
    name = 'ada';
    const service = fakeService(connectionOf('a'));
    const { model, deps, asked } = service;
    model.source.open(fileOf(model, 'f', [event('e1', 'r1', 'bob')]));
    model.marks.mark(await shownOf(model));
    let choices = 0;
    Object.assign(deps.messages, {
      async choose(_question: string, _detail: string, _save: string, discard: string) {
        choices++;
        return discard;
      },
    });
    const command = trailCommands(partsOf(service))['vaultsql.audit.myQueries'];
    const done = Promise.resolve(command?.());
    for (const at of [0, 1, 2]) {
      await settled();
      asked[at]?.answer(at < 2 ? {} : { events: [event('e3', 'r3', 'ada')] });
    }
    assert.deepEqual([await done, choices], [true, 1]);
    assert.deepEqual(
      (await shownOf(model)).map(({ context }) => context.changeID),
      ['e3'],
    );
  });

  it('begins again when told to try again after a refusal', async () => {
    const service = await run();
    service.asked[1]?.refuse(500);
    await service.done;
    assert.deepEqual(
      [questions, await shown(service), service.model.state.error()?.kind],
      [0, before, 'status'],
    );
    const again = service.model.requests.retry();
    await settled();
    // From the start: first the page that tells who the user is.
    service.asked[2]?.answer({ events: [event('e2', 'own', 'ada')], requestID: 'own' });
    await settled();
    assert.deepEqual(service.asked[3]?.filters, { accountID: 'a', 'context.actor': 'ada' });
    service.asked[3]?.answer({});
    assert.equal(await again, true);
    assert.deepEqual(service.model.filters.applied().service, { 'context.actor': 'ada' });
  });
});
