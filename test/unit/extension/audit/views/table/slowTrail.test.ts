import assert from 'node:assert/strict';
import { raceWithCancellation } from '../../../../../../src/core/audit/table/cancelling.ts';
import { noLocalFilters } from '../../../../../../src/core/audit/table/filter.ts';
import type { AbortSignalLike } from '../../../../../../src/core/service/transport.ts';
import type { Deps } from '../../../../../../src/extension/app/deps.ts';
import type { AuditState } from '../../../../../../src/protocol/audit.ts';
import { eventText } from '../../../../../bench/auditEvents.ts';
import { afterTimer, eventually } from '../../../../../run/waiting.ts';
import { eventOf } from '../../../../../webview/auditHost.ts';
import { clonedTrail } from '../../../../core/audit/clonedTrail.ts';
import { textQuestion } from '../../../../core/audit/questions.ts';
import { Uri, window, workspace } from '../../../fakeVscode.ts';
import { actionsOf, connectionOf, eventsOf, fakeServiceOver, fileOf, shownOf } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { createController } = await import('../../../../../../src/extension/audit/views/table/controller.ts');

const some = Array.from({ length: 20 }, (_, n) => eventOf(eventText(19 - n)));

function setUp() {
  const trail = clonedTrail(() => afterTimer(2));
  const { model, deps } = fakeServiceOver(trail, connectionOf('a'));
  const drawn: AuditState[] = [];
  const withMore = { ...deps, language: () => ({ maskLiterals: (text: string) => text }) };
  const publish = (state: AuditState): void => void drawn.push(state);
  const controller = createController(withMore as unknown as Deps, model, actionsOf(model), publish);
  const until = (wanted: (state: AuditState) => boolean): Promise<AuditState> =>
    eventually(
      () => `last drawn: ${drawn.at(-1)?.status}`,
      () => drawn.findLast((state) => state === drawn.at(-1) && wanted(state)),
    );
  return { model, drawn, controller, until };
}

describe('the audit table over a store in another thread', () => {
  it('shows the filters set last, however many were set before the answer', async () => {
    const { model, drawn, controller, until } = setUp();
    model.source.displayOpenedFile(fileOf(model, 'f', some));
    await controller.open('events');
    const before = drawn.length;
    for (const text of ['a', 'ab', 'no such text']) controller.host.search({ text });
    const state = await until(({ text }) => text === 'no such text');
    assert.equal(state.rowCount, 0);
    assert.ok(drawn.length - before <= 2, 'those in between are not worked out');
    assert.deepEqual(
      drawn.map(({ rev }) => rev),
      drawn.map((_, place) => place + 1),
      'each state has its number',
    );
    controller.dispose();
  });

  it('answers a question after its rows were sent, so that Enter acts on those', async () => {
    const { model, drawn, controller } = setUp();
    model.source.displayOpenedFile(fileOf(model, 'f', some));
    await controller.open('events');
    assert.equal(await controller.host.search({ text: 'no such text' }), null);
    assert.deepEqual([drawn.at(-1)?.text, drawn.at(-1)?.rowCount], ['no such text', 0]);
    controller.dispose();
  });

  it('cancels the reading of rows that nobody needs any more, and draws none of them', async () => {
    const { model, drawn, controller, until } = setUp();
    model.source.displayOpenedFile(fileOf(model, 'f', some));
    await controller.open('events');
    const view = model.trail.view.bind(model.trail);
    const signals: (AbortSignalLike | undefined)[] = [];
    // A source that does not answer the first question until it is cancelled.
    model.trail.view = (query, signal) => {
      signals.push(signal);
      return query.filters.terms?.some((term) => term.kind === 'text' && term.text === 'slow')
        ? raceWithCancellation(new Promise(() => undefined), signal)
        : view(query);
    };
    controller.host.search({ text: 'slow' });
    await eventually(
      () => `${signals.length} reads`,
      () => signals.length > 0 || undefined,
    );
    controller.host.search({ text: 'no such text' });
    await until(({ text }) => text === 'no such text');
    assert.equal(signals[0]?.aborted, true);
    assert.ok(!drawn.some(({ text }) => text === 'slow'));
    controller.dispose();
  });

  it('says while a table in ClickHouse is read that it is, above the rows of the question before', async () => {
    const { model, drawn, controller, until } = setUp();
    const environment = 'production';
    const table = { connection: 'trail', environment, host: 'ch.test', days: 30, gaps: [] } as const;
    model.source.displayOpenedFile({ ...fileOf(model, 'audit.events', some), table });
    await controller.open('events');
    const before = drawn.at(-1)?.status ?? '';
    assert.deepEqual(
      drawn.at(-1)?.target,
      { label: 'trail', environment },
      'the table is marked as production',
    );
    const view = model.trail.view.bind(model.trail);
    const held = Promise.withResolvers<void>();
    model.trail.view = async (query, signal) => {
      await held.promise;
      return view(query, signal);
    };
    controller.host.search({ text: 'no such text' });
    const reading = await until(({ isReading }) => isReading === true);
    assert.equal(reading.status, `Reading from ClickHouse… · ${before}`);
    assert.deepEqual([reading.text, reading.rowCount], ['no such text', some.length]);
    held.resolve();
    const state = await until(({ isReading }) => !isReading);
    assert.deepEqual([state.rowCount, /Reading/.test(state.status)], [0, false]);
    assert.deepEqual(
      drawn.map(({ rev }) => rev),
      drawn.map((_, place) => place + 1),
      'each state has its number',
    );
    controller.dispose();
  });

  it('names the file of a chart after what is in it, also where something else is shown meanwhile', async () => {
    const { model, controller } = setUp();
    model.source.displayOpenedFile(fileOf(model, 'f', some));
    const { rev } = await controller.open('events');
    const proposed: string[] = [];
    Object.assign(workspace, { workspaceFolders: [{ uri: Uri.file('/chosen') }] });
    Object.assign(window, {
      showSaveDialog: async ({ defaultUri }: { readonly defaultUri: Uri }) =>
        void proposed.push(defaultUri.path),
    });
    const saving = controller.host.saveChart({ rev });
    controller.host.trailAction({ id: 'vaultsql.audit.whoReadWhat' });
    await saving;
    assert.match(proposed.join(), /^\/chosen\/audit-events-.*\.svg$/);
    controller.dispose();
  });

  it('stops summing up who read what when the events are shown again', async () => {
    const { model, controller, until } = setUp();
    model.source.displayOpenedFile(fileOf(model, 'f', some));
    await controller.open('events');
    const signals: AbortSignal[] = [];
    const { whoReadWhat } = model.trail;
    model.trail.whoReadWhat = (view, signal) => {
      signals.push(signal as AbortSignal);
      return whoReadWhat.call(model.trail, view, signal);
    };
    controller.host.trailAction({ id: 'vaultsql.audit.whoReadWhat' });
    await eventually(
      () => 'nothing is summed up',
      () => signals.length > 0,
    );
    controller.host.trailAction({ id: 'vaultsql.audit.showTable' });
    assert.equal(signals[0]?.aborted, true);
    await until(({ mode }) => mode === 'events');
    controller.dispose();
  });

  it('hands filters to the side panel, and takes those set there', async () => {
    const { model, controller, until } = setUp();
    model.source.displayOpenedFile(fileOf(model, 'f', some));
    await controller.open('events');
    const { text = '' } = { text: some[3]?.context.changeID ?? '' };
    controller.host.search({ text });
    await until(({ rowCount }) => rowCount === 1);
    controller.host.action({ action: 'addFilter' });
    assert.deepEqual(model.filters.getAppliedFilters().local.question, textQuestion(text), 'told at once');
    assert.deepEqual(await shownOf(model), [(await eventsOf(model))[3]]);
    model.filters.setLocalFilters(noLocalFilters);
    await until(({ rowCount }) => rowCount === 20);
    controller.dispose();
  });

  it('gives rows of the state that was asked about, and refuses those of a listing that is gone', async () => {
    const { model, controller, until } = setUp();
    model.source.displayOpenedFile(fileOf(model, 'first', some.slice(0, 10)));
    const { rev } = await controller.open('events');
    const { rows } = await controller.host.fetchRows({ rev, seq: 1, from: 8, to: 20 });
    assert.equal(rows.length, 2);
    model.source.displayOpenedFile(fileOf(model, 'second', some.slice(12)));
    const next = await until(({ status }) => /8 events loaded/.test(status));
    assert.ok(next.dataRev > 1);
    await assert.rejects(async () => controller.host.fetchRows({ rev, seq: 2, from: 0, to: 1 }), /outdated/);
    const there = await controller.host.fetchRows({ rev: next.rev, seq: 3, from: 0, to: 20 });
    assert.equal(there.rows.length, 8);
    controller.dispose();
  });

  it('shows another listing that comes while the one before is drawn, and keeps in step after that', async () => {
    const { model, controller, until } = setUp();
    model.source.displayOpenedFile(fileOf(model, 'first', some.slice(0, 10)));
    await controller.open('events');
    for (const count of [5, 7, 3]) {
      model.masking.toggleActorMasking();
      model.source.displayOpenedFile(fileOf(model, 'next', some.slice(0, count)));
      await until(
        ({ status, rowCount }) => rowCount === count && status.startsWith(`${count} events loaded ·`),
      );
    }
    controller.dispose();
  });

  it('draws nothing after it was closed', async () => {
    const { model, drawn, controller } = setUp();
    model.source.displayOpenedFile(fileOf(model, 'f', some));
    await controller.open('events');
    const { length } = drawn;
    controller.host.search({ text: 'x' });
    controller.dispose();
    await afterTimer(20);
    assert.equal(drawn.length, length);
  });
});
