import assert from 'node:assert/strict';
import { eventually } from '../run/waiting.ts';
import { FakeHost } from './fakeHost.ts';
import { toolsOf } from './fakeTools.ts';
import type { WebviewPage } from './harness.ts';
import { can, columns, samplePage } from './sample.ts';
import { closeAfterEach, harnessOfSuite } from './suite.ts';

describe('results view: the rows that are loaded', () => {
  const harness = harnessOfSuite('results');
  let view: WebviewPage;
  let host: FakeHost;

  beforeEach(async () => {
    host = new FakeHost();
    host.tools = toolsOf(host);
    view = await harness.open({ connect: host.connect });
  });
  closeAfterEach(() => view);

  it('are shown again by the button that loaded them, under another name', async () => {
    host.showRows(columns, samplePage(0), { can: { ...can('next'), loadAll: true, showLoaded: true } });
    const button = view.page.getByRole('button', { name: 'Show all loaded rows' });
    await button.click();
    await eventually('the tool', () => host.called('tool').length > 0);
    assert.deepEqual(host.called('tool'), [{ tool: 'loadAll' }]);
    assert.equal((await button.textContent())?.trim(), 'Show all');
    host.showRows(columns, samplePage(0), { can: { ...can('next'), loadAll: true }, reasons: {} });
    await view.page.getByRole('button', { name: 'Load all' }).waitFor();
  });

  it('are counted in the bar where the state line counts others', async () => {
    const arrangement = { sorts: [], filters: [{ id: 'a', label: 'state is CA', editable: true }] };
    const scope = 'in 1 of 25 loaded rows';
    const shown = { can: can('next'), arrangement, scope };
    host.showRows(columns, samplePage(0), { ...shown, status: 'Loading all', scopeInStatus: false });
    const said = view.page.getByRole('group', { name: 'Find, sort, and filter' }).getByText(scope);
    await said.waitFor();
    host.showRows(columns, samplePage(0), { ...shown, status: '1 of 25 loaded rows', scopeInStatus: true });
    await view.page.getByText('1 of 25 loaded rows', { exact: true }).waitFor();
    assert.equal(await said.count(), 0);
  });

  it('say how long all of them took', async () => {
    const detail = 'Load all: 400 requests, the last one in 24 ms';
    const request = { time: '12,034 ms', id: 'abc', detail };
    host.showRows(columns, samplePage(0), { can: can('next'), request });
    const time = view.page.getByRole('button', { name: 'Response time: 12,034 ms' });
    assert.equal(await time.getAttribute('title'), `${detail}\nRequest abc`);
  });

  it('make buttons useless, which say why in their tooltips', async () => {
    const reasons = { next: 'All rows are loaded', loadAll: 'All rows are loaded and shown' };
    host.showRows(columns, samplePage(0), { can: { ...can(), loadAll: false }, reasons });
    const next = view.page.getByRole('button', { name: 'Next page', disabled: true });
    await next.and(view.page.getByTitle('Next page (Alt+PageDown)\nAll rows are loaded')).waitFor();
    const all = view.page.getByRole('button', { name: 'Load all', disabled: true });
    assert.equal(await all.getAttribute('title'), 'Load all\nAll rows are loaded and shown');
    host.showRows(columns, samplePage(0), { can: { ...can('next'), loadAll: true }, reasons: {} });
    await view.page.getByRole('button', { name: 'Next page', disabled: false }).waitFor();
    assert.equal(await all.count(), 0);
    assert.equal(await next.count(), 0);
    assert.equal(await view.page.getByRole('button', { name: 'Load all' }).getAttribute('title'), 'Load all');
  });
});
