import assert from 'node:assert/strict';
import { raceWithCancellation } from '../../../../../src/core/audit/table/cancelling.ts';
import type { Deps } from '../../../../../src/extension/app/deps.ts';
import { eventText } from '../../../../bench/auditEvents.ts';
import { afterTimer } from '../../../../run/waiting.ts';
import { eventOf } from '../../../../webview/auditHost.ts';
import { clonedTrail } from '../../../core/audit/clonedTrail.ts';
import { filtersOf } from '../../../core/audit/questions.ts';
import { actionsOf, connectionOf, fakeServiceOver, fileOf } from '../fakeModel.ts';
import '../../withVscode.ts';

const { createController } = await import('../../../../../src/extension/audit/views/table/controller.ts');

const some = Array.from({ length: 200 }, (_, n) => eventOf(eventText(199 - n)));

describe('what is unusual, requested by the panel and a tab at once', () => {
  it('is answered to each, and each can choose from its own answer', async () => {
    const trail = clonedTrail(() => afterTimer(2));
    const { model, deps } = fakeServiceOver(trail, connectionOf('a'));
    const withMore = { ...deps, language: () => ({ maskLiterals: (text: string) => text }) };
    let rev = 0;
    const controller = createController(withMore as unknown as Deps, model, actionsOf(model), (state) => {
      rev = state.rev;
    });
    model.source.displayOpenedFile(fileOf(model, 'f', some));
    await controller.open('events');
    model.filters.setLocalFilters(filtersOf('status:400'));
    await controller.open('events');
    const { host } = controller;
    const [one, other] = await Promise.all([
      host.findUnusualValues({ rev }),
      host.findUnusualValues({ rev }),
    ]);
    assert.ok(one.values.length > 0);
    assert.deepEqual(one.values, other.values);
    host.filterByUnusualValue({ id: one.id, index: 0 });
    assert.equal(model.filters.getAppliedFilters().local.question.length, 2);
    controller.dispose();
  });

  it('leaves out what the extension requested itself, says so, and compares it where the question asks for it', async () => {
    const { model, deps } = fakeServiceOver(clonedTrail(), connectionOf('a'));
    const withMore = { ...deps, language: () => ({ maskLiterals: (text: string) => text }) };
    const controller = createController(
      withMore as unknown as Deps,
      model,
      actionsOf(model),
      () => undefined,
    );
    for (const event of some.slice(0, 30)) model.ownRequests.addRequestID(event.context.requestID);
    model.source.displayOpenedFile(fileOf(model, 'f', some));
    const compare = async (question: string): Promise<{ lead: string; text: string }> => {
      model.filters.setLocalFilters(filtersOf(question));
      const { rev } = await controller.open('events');
      // The side panel reads the same events, and folds none.
      await model.trail.view(model.filters.createTrailQuery());
      return controller.host.findUnusualValues({ rev });
    };
    const failed = some.filter(({ response }) => response.code === 400);
    const here = failed.filter((event) => some.indexOf(event) >= 30).length;
    assert.equal(
      (await compare('status:400')).lead,
      `Compared: ${here} · other events: ${170 - here} · 30 requests from this window left out`,
    );
    assert.equal((await compare('me')).lead, 'Compared: 30 · other events: 170');
    // The events of a table in ClickHouse are not loaded.
    assert.equal(
      (await compare('')).text,
      'There are no other events to compare with. Filter, choose a time range, or select rows.',
    );
    controller.dispose();
  });

  it('is not answered of rows that are no longer shown, for which no newer question waits', async () => {
    const { model, deps } = fakeServiceOver(
      clonedTrail(() => afterTimer(2)),
      connectionOf('a'),
    );
    const withMore = { ...deps, language: () => ({ maskLiterals: (text: string) => text }) };
    const controller = createController(
      withMore as unknown as Deps,
      model,
      actionsOf(model),
      () => undefined,
    );
    model.source.displayOpenedFile(fileOf(model, 'f', some));
    const { rev } = await controller.open('events');
    const compare = model.trail.unusualValues.bind(model.trail);
    const isUnderWay = new Promise<void>((resolve) => {
      // Takes until it is cancelled.
      model.trail.unusualValues = (_view, _compared, signal) => {
        model.trail.unusualValues = compare;
        resolve();
        return raceWithCancellation(new Promise(() => undefined), signal);
      };
    });
    const stale = assert.rejects(async () => controller.host.findUnusualValues({ rev }), {
      name: 'OutOfDate',
    });
    await isUnderWay;
    model.filters.setLocalFilters(filtersOf('status:400'));
    const now = await controller.open('events');
    assert.ok((await controller.host.findUnusualValues({ rev: now.rev })).values.length > 0);
    await stale;
    controller.dispose();
  });
});
