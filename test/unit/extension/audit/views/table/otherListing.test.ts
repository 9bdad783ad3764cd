import assert from 'node:assert/strict';
import { parseQueryReads } from '../../../../../../src/core/audit/table/queryReads.ts';
import type { Deps } from '../../../../../../src/extension/app/deps.ts';
import type { AuditState } from '../../../../../../src/protocol/audit.ts';
import { eventText } from '../../../../../bench/auditEvents.ts';
import { afterTimer, eventually } from '../../../../../run/waiting.ts';
import { eventOf } from '../../../../../webview/auditHost.ts';
import { actionsOf, connectionOf, eventsOf, fakeService, fileOf } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { createController } = await import('../../../../../../src/extension/audit/views/table/controller.ts');

const some = Array.from({ length: 20 }, (_, n) => eventOf(eventText(19 - n)));
/** As long as a filter set in the table waits before the model has it. */
const shareMs = 250;

function setUp() {
  const { model, asked, deps } = fakeService(connectionOf('a'), connectionOf('b'));
  const drawn: AuditState[] = [];
  const written: string[] = [];
  const said: string[] = [];
  const controller = createController(
    {
      ...deps,
      language: () => ({ maskLiterals: (text: string) => text, readQuery: parseQueryReads }),
      clipboard: { write: async (text: string) => void written.push(text) },
      messages: { info: async (text: string) => void said.push(text) },
    } as unknown as Deps,
    model,
    actionsOf(model),
    (state) => void drawn.push(state),
  );
  const until = (wanted: (state: AuditState) => boolean): Promise<AuditState> =>
    eventually(
      () => `last drawn: ${drawn.at(-1)?.status}`,
      () => drawn.findLast((state) => state === drawn.at(-1) && wanted(state)),
    );
  return { model, asked, drawn, controller, until, written, said };
}

describe('the audit table where another listing comes', () => {
  it('names the connection above its events, and none above those of a file', async () => {
    const { model, asked, controller } = setUp();
    const loading = model.requests.loadNewest();
    asked[0]?.answer({ events: some });
    await loading;
    assert.equal((await controller.open('events')).target?.label, 'a');
    model.source.displayOpenedFile(fileOf(model, 'f', some));
    const { target, status } = await controller.open('events');
    assert.deepEqual([target, status], [undefined, '20 events loaded · from file f']);
    controller.dispose();
  });

  for (const [name, change] of [
    ['another connection', ({ model }: ReturnType<typeof setUp>) => model.source.switchConnection('b')],
    [
      'a file',
      ({ model }: ReturnType<typeof setUp>) =>
        model.source.displayOpenedFile(fileOf(model, 'g', some.slice(0, 7))),
    ],
    ['nothing, as all is forgotten', ({ model }: ReturnType<typeof setUp>) => model.forgetAuditData()],
  ] as const)
    it(`leaves a filter that was typed just before to the listing before: ${name}`, async () => {
      const all = setUp();
      const { model, controller, until } = all;
      model.source.displayOpenedFile(fileOf(model, 'f', some));
      await controller.open('events');
      controller.host.search({ text: 'no such text' });
      await until(({ rowCount }) => rowCount === 0);
      change(all);
      const events = (await eventsOf(model)).length;
      await until(({ rowCount, chips }) => rowCount === events && chips.length === 0);
      await afterTimer(shareMs);
      assert.deepEqual(model.filters.getAppliedFilters().local.question, []);
      assert.equal((await controller.host.ready({})).text, '');
      controller.dispose();
    });

  it('copies nothing of the rows before, and says so', async () => {
    const { model, controller, written, said } = setUp();
    model.source.displayOpenedFile(fileOf(model, 'f', some));
    const { rev } = await controller.open('events');
    const cells = { fromRow: 0, toRow: 1, columns: [0] };
    assert.equal(await controller.host.copy({ rev, ...cells }), true);
    model.source.displayOpenedFile(fileOf(model, 'g', some.slice(0, 7)));
    await controller.open('events');
    assert.equal(await controller.host.copy({ rev, ...cells }), false);
    assert.equal(written.length, 1);
    assert.deepEqual(said, ['Nothing was copied: the rows changed. Copy again.']);
    controller.dispose();
  });

  it('leaves it there also where the model gets it before anything is drawn again', async () => {
    const { model, controller } = setUp();
    model.source.displayOpenedFile(fileOf(model, 'f', some));
    await controller.open('events');
    controller.host.search({ text: 'no such text' });
    model.source.displayOpenedFile(fileOf(model, 'g', some.slice(0, 7)));
    controller.host.action({ action: 'addFilter' });
    assert.deepEqual(model.filters.getAppliedFilters().local.question, []);
    controller.dispose();
  });

  it('takes no value of a facet as the listing before had it', async () => {
    const { model, controller, until } = setUp();
    model.source.displayOpenedFile(fileOf(model, 'f', some));
    const { rev, facets } = await controller.open('events');
    const facet = facets.find(({ values }) => values.length > 0)?.id;
    assert.ok(facet);
    model.forgetAuditData();
    await until((state) => state.rowCount === 0 && state.facets.every(({ values }) => values.length === 0));
    const choose = async (): Promise<void> =>
      controller.host.filterByFacet({ rev, facet, value: 0, choice: 'only' });
    await assert.rejects(choose, /outdated/);
    assert.equal((await controller.host.ready({})).chips.length, 0);
    controller.dispose();
  });

  it('takes a value as the state that it was clicked in listed it, though later states of the listing came', async () => {
    const { model, controller, until } = setUp();
    model.source.displayOpenedFile(fileOf(model, 'f', some));
    const { rev, facets } = await controller.open('events');
    const facet = facets.find(({ values }) => values.length > 0)?.id;
    assert.ok(facet);
    controller.host.search({ text: 'no such text' });
    await until(({ rowCount }) => rowCount === 0);
    controller.host.filterByFacet({ rev, facet, value: 0, choice: 'only' });
    await until(({ text }) => /^no such text \w+:/.test(text));
    controller.dispose();
  });
});

describe('the events behind a row of who read what', () => {
  it('are those of the state in which it was chosen, be it no longer the newest', async () => {
    const { model, controller, until } = setUp();
    model.source.displayOpenedFile(fileOf(model, 'f', some));
    const { rev, mode, rows } = await controller.open('readers');
    assert.equal(mode, 'readers');
    const [answered, refused, unknown] = (rows[0] ?? []).slice(4, 7).map(({ t }) => Number(t));
    const count = Number(answered) + Number(refused) + Number(unknown);
    assert.ok(count > 0 && count < some.length);
    // What was summed up is of other events than those that are wanted now.
    controller.host.search({ text: 'no such text' });
    await controller.host.activate({ rev, row: 0, id: 'events' });
    controller.host.search({ text: '' });
    const picked = await until((state) => state.mode === 'events' && state.text === '');
    assert.deepEqual([picked.rowCount, picked.chips.length], [count, 1]);
    controller.dispose();
  });
});
