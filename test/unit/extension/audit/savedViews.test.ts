import assert from 'node:assert/strict';
import { printQuery } from '../../../../src/core/audit/query/printQuery.ts';
import { toAuditEvent } from '../../../../src/core/service/decode.ts';
import { filtersOf } from '../../core/audit/questions.ts';
import { connectionOf, fakeService, fileOf, partsOf, settled } from './fakeModel.ts';
import '../withVscode.ts';

const { createTrailCommands: trailCommands } = await import(
  '../../../../src/extension/audit/actions/trailActions.ts'
);
const vscode = await import('vscode');

interface Offer {
  readonly label: string;
  readonly run: () => Promise<unknown>;
}

/** Commands over a service whose saved views are `saved`. Unless `isLoaded`, nothing is loaded yet. */
async function setUp(saved: unknown, isLoaded = true) {
  const service = fakeService(connectionOf('a'));
  const { asked, model } = service;
  if (isLoaded) {
    const loading = model.requests.loadNewest({ vaultID: 'v' });
    asked[0]?.answer({ events: [toAuditEvent({ context: { changeID: 'e1', actor: 'ada' } })] });
    await loading;
  }
  const offers: Offer[] = [];
  const written: unknown[] = [];
  const looks: unknown[] = [];
  const prompts: string[] = [];
  Object.assign(vscode.window, {
    showInputBox: async ({ prompt }: { readonly prompt: string }) => {
      prompts.push(prompt);
      return 'mine';
    },
  });
  const parts = partsOf(service, {
    messages: { info: (_text: string, offer?: Offer) => void (offer && offers.push(offer)) },
    settings: {
      ...service.deps.settings,
      rawSavedFilters: () => saved,
      writeSavedFilters: async (value: unknown) => void written.push(value),
    },
    options: { grouping: () => 'actor', setGrouping: (to: unknown) => looks.push(to) },
    table: {
      look: () => ({
        sorts: [{ field: 'code', descending: false }],
        columns: ['code'],
        isHistogramShown: true,
      }),
      setLook: (look: unknown) => looks.push(look),
    },
  });
  const commands = trailCommands(parts);
  const question = () => printQuery(model.filters.getAppliedFilters().local.question);
  return { ...service, commands, looks, offers, prompts, question, written };
}

const views = {
  mine: {
    bar: 'actor:ada status:4xx',
    sort: '-time',
    group: 'session',
    columns: 'time',
    histogram: 'hidden',
  },
};

describe('saved views of audit events', () => {
  const { showInputBox } = vscode.window;
  after(() => Object.assign(vscode.window, { showInputBox }));

  it('are saved with what filters on the server too, and say that values are stored in plain text', async () => {
    const { commands, model, prompts, written } = await setUp(views);
    model.filters.setLocalFilters(filtersOf('status:2xx'));
    await commands['vaultsql.audit.saveFilter']?.();
    assert.deepEqual(written, [
      {
        mine: {
          bar: 'vault:v status:2xx',
          sort: 'code',
          group: 'actor',
          columns: 'code',
          histogram: 'shown',
        },
      },
    ]);
    assert.match(prompts[0] ?? '', /Values are stored in plain text in your settings\./);
  });

  it('are applied to the loaded events without a request, and offer to ask the server', async () => {
    const { asked, commands, looks, model, offers, question } = await setUp(views);
    await commands['vaultsql.audit.applyFilter']?.('mine');
    assert.deepEqual([question(), asked.length], ['actor:ada status:4xx', 1]);
    assert.deepEqual(looks, [
      'session',
      { sorts: [{ field: 'time', descending: true }], columns: ['time'], isHistogramShown: false },
    ]);
    assert.deepEqual(
      offers.map(({ label }) => label),
      ['Ask the Server (1 Request)'],
    );
    const asking = offers[0]?.run();
    await settled();
    asked[1]?.answer({ events: [] });
    await asking;
    assert.deepEqual(
      [model.filters.getAppliedFilters().service, question()],
      [{ 'context.actor': 'ada' }, 'status:4xx'],
    );
    await commands['vaultsql.audit.applyFilter']?.('mine');
    assert.equal(offers.length, 1, 'these events were requested for the view already');
  });

  it('send nothing to a connection that was chosen after the view was applied', async () => {
    const { asked, commands, model, offers, setConnections } = await setUp(views);
    await commands['vaultsql.audit.applyFilter']?.('mine');
    setConnections([connectionOf('b'), connectionOf('a')]);
    model.source.displayEmptyListing();
    await offers[0]?.run();
    assert.equal(asked.length, 1);
  });

  it('ask at once if nothing is loaded, and never about a file', async () => {
    const { asked, commands } = await setUp(views, false);
    const applying = commands['vaultsql.audit.applyFilter']?.('mine');
    await settled();
    asked[0]?.answer({});
    await applying;
    assert.equal(asked[0]?.filters['context.actor'], 'ada');
    const ofFile = await setUp(views);
    ofFile.model.source.displayOpenedFile(fileOf(ofFile.model, 'f', []));
    await ofFile.commands['vaultsql.audit.applyFilter']?.('mine');
    assert.deepEqual(
      [ofFile.question(), ofFile.asked.length, ofFile.offers.length],
      ['actor:ada status:4xx', 1, 0],
    );
  });
});
