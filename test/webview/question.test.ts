import assert from 'node:assert/strict';
import type { Notice } from '../../src/protocol/results.ts';
import { eventually } from '../run/waiting.ts';
import { FakeHost } from './fakeHost.ts';
import type { WebviewPage } from './harness.ts';
import { can, columns, samplePage } from './sample.ts';
import { closeAfterEach, harnessOfSuite } from './suite.ts';

describe('results view: a question of the palette', () => {
  const harness = harnessOfSuite('results');
  let view: WebviewPage;
  let host: FakeHost;

  beforeEach(async () => {
    host = new FakeHost();
    view = await harness.open({ connect: host.connect });
  });
  closeAfterEach(() => view);

  const question = (title: string): Notice => ({
    title,
    text: '',
    buttons: [
      { id: 'loadAllStart', label: 'Load All' },
      { id: 'loadAllCount', label: 'Count First (1 Request)' },
      { id: 'loadAllDismiss', label: 'Not Now' },
    ],
  });
  const focused = (): Promise<string | null> =>
    view.page.evaluate(
      () => document.activeElement?.getAttribute('role') ?? document.activeElement?.textContent ?? '',
    );
  const focusIsAt = (what: string): Promise<unknown> =>
    eventually(what, async () => (await focused()) === what);

  it('has the keyboard at its first answer, again once the rows are counted, until Escape', async () => {
    const common = { dataRev: 1, can: can('next') };
    host.showRows(columns, samplePage(0), common);
    await view.page.getByRole('grid').focus();
    host.send({ ...common, notice: question('Load all: at most 4 requests') });
    await view.page.getByRole('heading', { name: 'Load all: at most 4 requests' }).waitFor();
    assert.equal(await focused(), 'grid');
    host.ask();
    await focusIsAt('Load All');
    host.send({ status: 'Drawn again' });
    await view.page.getByText('Drawn again').waitFor();
    assert.equal(await focused(), 'Load All');
    await view.page.keyboard.press('Tab');
    await view.page.keyboard.press('Enter');
    await eventually('the count', () => host.called('button').length === 1);
    const { notice: _, ...counting } = host.state;
    host.state = counting;
    host.send({ status: 'Counting the rows…' });
    await focusIsAt('grid');
    host.send({ notice: question('Load all: 4 requests') });
    await focusIsAt('Load All');
    await view.page.keyboard.press('Escape');
    await focusIsAt('grid');
    await eventually('the answer', () => host.called('button').length === 2);
    assert.deepEqual(host.called('button'), [{ id: 'loadAllCount' }, { id: 'loadAllDismiss' }]);
    assert.deepEqual(host.called('focusEditor'), []);
  });
});
