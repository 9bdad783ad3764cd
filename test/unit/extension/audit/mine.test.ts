import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../src/core/service/types.ts';
import { textQuestion } from '../../core/audit/questions.ts';
import { progress } from '../fakeVscode.ts';
import { connectionOf, fakeService, fileOf, partsOf, settled, shownOf } from './fakeModel.ts';
import { fakePicks } from './pickers/fakePick.ts';
import '../withVscode.ts';

const { createTrailCommands: trailCommands } = await import(
  '../../../../src/extension/audit/actions/trailActions.ts'
);

const event = (changeID: string, requestID: string, actor: string): AuditEvent =>
  toAuditEvent({ context: { changeID, requestID, actor } });

describe('showing my own audit events', () => {
  let pick: ReturnType<typeof fakePicks>;
  /** Enters the user's ID where it is asked for. */
  const enterID = async (actorID: string): Promise<void> => {
    const question = await pick('Your ID in audit events of a');
    question.type(actorID);
    question.enter();
    await settled();
  };
  beforeEach(() => {
    pick = fakePicks();
  });
  afterEach(() => {
    progress.options.length = 0;
  });

  /** One event of somebody else is loaded, with a filter; then the command is run. */
  async function run() {
    const service = fakeService(connectionOf('a'));
    const { model, asked } = service;
    const loading = model.requests.loadNewest({ vaultID: 'v' });
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
    (await pick('Your ID in audit events of a')).leave();
    await service.done;
    assert.deepEqual([service.asked.length, await shown(service)], [3, before]);
  });

  it('asks the service with the name that the person says, and keeps it', async () => {
    const service = await run();
    for (const at of [1, 2]) {
      service.asked[at]?.answer({});
      await settled();
    }
    await enterID('ada');
    assert.equal(await service.deps.ownActorIDs.getActorID(connectionOf('a')), 'ada');
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
    assert.deepEqual(await shown(service), before);
    assert.deepEqual(service.asked[3]?.filters, {
      accountID: 'a',
      'context.actor': 'ada',
    });
    service.asked[3]?.answer({});
    assert.equal(await service.done, true);
    assert.deepEqual(service.model.filters.getAppliedFilters().service, { 'context.actor': 'ada' });
  });

  it('shows all of them, whatever was filtered over loaded events', async () => {
    const service = await run();
    service.model.filters.setLocalFilters({ question: textQuestion('no event has this') });
    for (const at of [1, 2]) {
      service.asked[at]?.answer({});
      await settled();
    }
    await enterID('ada');
    service.asked[3]?.answer({ events: [event('e3', 'r3', 'ada')] });
    await service.done;
    assert.deepEqual(await shown(service), [['e3'], { 'context.actor': 'ada' }, 'unknown']);
  });

  it('reports that they are displayed also where marks of a file were discarded for them', async () => {
    const service = fakeService(connectionOf('a'));
    const { model, deps, asked } = service;
    model.source.displayOpenedFile(fileOf(model, 'f', [event('e1', 'r1', 'bob')]));
    model.marks.markEvents(await shownOf(model));
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
      if (at === 2) await enterID('ada');
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
    assert.deepEqual([await shown(service), service.model.state.error()?.kind], [before, 'status']);
    const again = service.model.requests.retryOrLoadNewest();
    await settled();
    // From the start: first the page that tells who the user is.
    service.asked[2]?.answer({ events: [event('e2', 'own', 'ada')], requestID: 'own' });
    await settled();
    assert.deepEqual(service.asked[3]?.filters, { accountID: 'a', 'context.actor': 'ada' });
    service.asked[3]?.answer({});
    assert.equal(await again, true);
    assert.deepEqual(service.model.filters.getAppliedFilters().service, { 'context.actor': 'ada' });
  });
});
