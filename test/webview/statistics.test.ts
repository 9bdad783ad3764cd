import assert from 'node:assert/strict';
import { eventually } from '../run/waiting.ts';
import { FakeHost } from './fakeHost.ts';
import { everything, toolsOf } from './fakeTools.ts';
import { pressIn, type WebviewPage } from './harness.ts';
import { can, columns, samplePage } from './sample.ts';
import { closeAfterEach, harnessOfSuite } from './suite.ts';

describe('results view: statistics of a column', () => {
  const harness = harnessOfSuite('results');
  let view: WebviewPage;
  let host: FakeHost;

  beforeEach(async () => {
    host = new FakeHost();
    host.tools = toolsOf(host);
    view = await harness.open({ connect: host.connect, width: 1200, height: 480 });
    const scope = 'over the 25 rows loaded';
    host.showRows(columns, samplePage(0), { can: { ...can('next', 'showAudit'), ...everything }, scope });
    await view.page.getByText('1001', { exact: true }).waitFor();
    await view.page.getByRole('grid').focus();
  });
  closeAfterEach(() => view);

  const press = (...keys: readonly string[]): Promise<void> => pressIn(view, keys);
  const pane = () => view.page.getByRole('region', { name: 'Details' });
  const item = (name: string) => view.page.getByRole('menu').getByText(name, { exact: true });
  /** Opens the statistics of a column from its menu. */
  async function openStatistics(name: string): Promise<void> {
    await view.page.getByRole('columnheader', { name, exact: true }).click({ button: 'right' });
    await item('Column statistics').click();
    await pane().getByRole('heading', { name, exact: true }).waitFor();
  }

  it('shows a column’s statistics', async () => {
    await view.page.getByRole('columnheader', { name: 'note', exact: true }).click({ button: 'right' });
    await view.picture('column-menu');
    await item('Column statistics').click();
    await pane().getByRole('heading', { name: 'note' }).waitFor();
    const terms = await pane()
      .locator('dl > div')
      .evaluateAll((list) => list.map((one) => one.textContent));
    assert.deepEqual(terms.slice(0, 5), ['Rows25', 'Absent0', 'NULL7', 'Empty6', 'Distinct3']);
    assert.equal(await pane().getByRole('listitem').count(), 3);
    await view.picture('statistics');
    // Masked meanwhile, or other rows: what is there is not kept.
    host.send({ dataRev: host.state.rev + 1 });
    await view.page.waitForFunction(() => document.querySelectorAll('.statistics').length === 1);
    await eventually('both statistics', () => host.called('statistics').length === 2);
  });

  it('draws numbers as bars that are one tab stop, each with its edges and its share', async () => {
    await openStatistics('income');
    const bars = pane().getByRole('group', { name: 'Distribution' }).getByRole('button');
    await bars.first().waitFor();
    const names = await bars.evaluateAll((list) => list.map((one) => one.getAttribute('aria-label')));
    assert.equal(names.length, 10);
    assert.equal(names[0], '52000 to below 55000: 3 rows (12%)');
    const heights = await bars.evaluateAll((list) =>
      list.map((one) => one.querySelector('.bar-fill')?.getBoundingClientRect().height ?? 0),
    );
    assert.ok(Math.max(...heights) > 50 && Math.min(...heights) >= 2, heights.join(' '));
    const stops = await bars.evaluateAll((list) => list.filter((one) => one.tabIndex === 0).length);
    assert.equal(stops, 1);
    await bars.first().focus();
    await press('ArrowRight', 'ArrowRight');
    await pane()
      .getByText(names[2] ?? '', { exact: true })
      .waitFor();
    await press('End');
    await pane()
      .getByText(names[9] ?? '', { exact: true })
      .waitFor();
    assert.match((await pane().textContent()) ?? '', /No value occurs twice/);
    await view.picture('histogram');
  });

  it('does not filter by a bar that has no rows', async () => {
    await openStatistics('id');
    const bars = pane().getByRole('group', { name: 'Distribution' }).getByRole('button');
    const empty = bars.nth(3);
    assert.match((await empty.getAttribute('aria-label')) ?? '', / 0 rows \(0%\)$/);
    assert.equal(await empty.getAttribute('aria-disabled'), 'true');
    await empty.press('Enter');
    await bars.first().press('Enter');
    await eventually('the filter by the other bar', () => host.called('filterByStatistic').length > 0);
    assert.deepEqual(
      (host.called('filterByStatistic') as { index: number }[]).map(({ index }) => index),
      [0],
    );
  });

  it('filters by a bar, and by a value, and draws what is left', async () => {
    await openStatistics('income');
    await pane().getByRole('button', { name: '58000 to below 61000: 3 rows (12%)' }).press('Enter');
    await eventually('the filter', () => host.called('filterByStatistic').length === 1);
    await view.page.getByRole('button', { name: /Remove filter income bins 2/ }).waitFor();
    await eventually('new figures', () => host.called('statistics').length === 2);
    await openStatistics('name');
    await pane()
      .getByRole('button', { name: /^Ann Miller/ })
      .click();
    await eventually('the other filter', () => host.called('filterByStatistic').length === 2);
    assert.deepEqual(
      (host.called('filterByStatistic') as { list: string; index: number; column: number }[]).map(
        ({ list, index, column }) => [list, index, column],
      ),
      [
        ['bins', 2, 7],
        ['top', 2, 1],
      ],
    );
  });
});
