import assert from 'node:assert/strict';
import type { NoticeButton, ResultsHost } from '../../src/protocol/results.ts';
import { eventually } from '../run/waiting.ts';
import { FakeHost } from './fakeHost.ts';
import { everything } from './fakeTools.ts';
import { drawn, pressIn, type WebviewPage } from './harness.ts';
import { can, columns, samplePage } from './sample.ts';
import { closeAfterEach, harnessOfSuite } from './suite.ts';

/** The cells that were copied. */
type Copied = Parameters<ResultsHost['copy']>[0];

describe('results view: keyboard and mouse', () => {
  const harness = harnessOfSuite('results');
  let view: WebviewPage;
  let host: FakeHost;

  beforeEach(async () => {
    host = new FakeHost();
    view = await harness.open({ connect: host.connect, width: 700 });
    host.showRows(columns, samplePage(0), { can: can('next', 'showAudit'), rows: samplePage(0) });
    await view.page.getByText('1001', { exact: true }).waitFor();
  });
  closeAfterEach(() => view);

  const press = (...keys: readonly string[]): Promise<void> => pressIn(view, keys);
  const activeID = (): Promise<string | null> =>
    view.page.getByRole('grid').getAttribute('aria-activedescendant');
  /** The active cell, which must be in the document and visible. */
  const activeText = async (): Promise<string | null> => {
    const cell = view.page.locator(`#${await activeID()}`);
    assert.equal(await cell.count(), 1);
    const inSight = await cell.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const grid = element.closest('.grid')?.getBoundingClientRect();
      return grid && box.top >= grid.top - 1 && box.bottom <= grid.bottom + 1 && box.right <= grid.right + 1;
    });
    assert.equal(inSight, true, `${await activeID()} is visible`);
    return cell.textContent();
  };
  const selectedCount = (): Promise<number> => view.page.locator('[aria-selected=true]').count();
  const focusName = (): Promise<string | null> =>
    view.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);

  it('takes the cell and the header under the pointer as the first click brings the keyboard into scrolled rows', async () => {
    const grid = view.page.getByRole('grid');
    const scroll = async (): Promise<void> => {
      await grid.evaluate((element) => element.scrollTo(180, 55));
      await drawn(view.page);
    };
    await scroll();
    const box = (await grid.boundingBox()) ?? assert.fail('no grid');
    const at = { x: box.x + 300, y: box.y + 150 };
    const under = await view.page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y)?.closest('[role=gridcell]')?.textContent,
      at,
    );
    assert.ok(under);
    await view.page.mouse.click(at.x, at.y);
    await drawn(view.page);
    assert.equal(await activeText(), under);
    // Without rows that were looked at before.
    host.showRows([...columns].reverse(), samplePage(0), { can: can('next', 'showAudit') });
    await view.page.getByRole('columnheader', { name: 'gone', exact: true }).waitFor();
    await view.page.getByRole('button', { name: 'Next page' }).focus();
    await scroll();
    const header = view.page.getByRole('columnheader', { name: 'income', exact: true });
    await header.click({ button: 'right' });
    await drawn(view.page);
    assert.equal(await view.page.locator('.header .active').textContent(), 'income');
  });

  it('does everything without a mouse', async () => {
    // Three tab stops: pages, actions, grid.
    await press('Shift+Tab', 'Shift+Tab');
    assert.equal(await focusName(), 'First page');
    // It is switched off on the first page. An opacity would dim the focus ring with the icon.
    const first = view.page.getByRole('button', { name: 'First page', disabled: true });
    assert.equal(await first.evaluate((node) => getComputedStyle(node).opacity), '1');
    await press('ArrowRight', 'ArrowRight');
    assert.equal(await focusName(), 'Next page');
    await press('Tab');
    assert.equal(await focusName(), 'Show audit event');
    await press('Enter');
    assert.deepEqual(host.called('action'), [{ action: 'showAudit' }]);
    await press('Tab');
    assert.equal(await focusName(), 'Query results');
    assert.equal(await activeText(), '1001');

    await press('ArrowUp');
    assert.equal(await activeText(), 'id', 'headers are in the way of the arrows');
    await press('ArrowLeft');
    assert.equal(await activeText(), 'Row');
    await press('ArrowDown');
    assert.equal(await activeText(), '1', 'row numbers too');
    await press('End');
    assert.equal(await activeID(), 'cell-0-9');
    assert.equal(await activeText(), 'absent');
    await press('Control+End');
    assert.equal(await activeID(), 'cell-24-9');
    await press('Control+Home');
    assert.equal(await activeText(), '1001');
    await press('PageDown');
    const paged = Number((await activeID())?.split('-')[1]);
    assert.ok(paged > 5 && paged < 20, `one screen further: ${paged}`);
    await press('PageUp', 'PageUp');
    assert.equal(await activeText(), 'id');
    await press('Control+ArrowRight');
    assert.equal(await activeText(), 'gone');
    await press('Control+ArrowLeft', 'ArrowDown', 'ArrowDown', 'ArrowRight');
    assert.equal(await activeText(), 'Bob Ñandú');

    await press('Shift+ArrowDown', 'Shift+ArrowRight');
    assert.equal(await selectedCount(), 4);
    await press('Control+c');
    const cells = { fromRow: 1, toRow: 3, columns: [1, 2] };
    assert.deepEqual(host.called('copy'), [{ rev: host.state.rev, ...cells, format: 'tsv' }]);
    await view.page.getByText('Copied 2 × 2 cells').waitFor();

    await press('Escape');
    assert.equal(await focusName(), 'Next page', 'Escape leaves to the buttons');
    await press('F6');
    assert.equal(await focusName(), 'Query results', 'F6 comes back');
    assert.equal(await activeID(), 'cell-2-2');
    await press('F6');
    assert.equal(await focusName(), 'Next page');
  });

  it('selects rows, columns and everything', async () => {
    await view.page.getByRole('grid').focus();
    await press('Shift+Space', 'Control+c');
    await press('Control+Space', 'Control+c');
    await press('Control+a');
    await view.page.getByText('25 × 10 cells selected').waitFor({ state: 'attached' });
    await press('Control+c');
    const areas = (host.called('copy') as Copied[]).map(({ fromRow, toRow, columns: copied }) => [
      ...[fromRow, toRow],
      ...[Math.min(...copied), Math.max(...copied) + 1],
    ]);
    assert.deepEqual(areas, [
      [0, 1, 0, 10],
      [0, 25, 0, 1],
      [0, 25, 0, 10],
    ]);
  });

  const width = (name: string): Promise<number> =>
    view.page
      .getByRole('columnheader', { name, exact: true })
      .evaluate((header) => header.getBoundingClientRect().width);

  /** Waits for a width of the column: it is drawn in the next frame. */
  async function becomes(fits: (width: number) => boolean): Promise<void> {
    await eventually('another width of the column', async () => fits(await width('name')));
  }

  it('sets a column’s width by keys, says it, and fits it', async () => {
    await view.page.getByRole('grid').focus();
    await press('ArrowUp', 'ArrowRight');
    const before = await width('name');
    await press('Shift+Alt+ArrowRight', 'Shift+Alt+ArrowRight');
    await view.page.getByText(`name: ${before + 32} pixels wide`).waitFor({ state: 'attached' });
    await becomes((now) => now === before + 32);
    await press('Shift+Alt+ArrowLeft');
    await becomes((now) => now === before + 16);
    await press('Shift+Alt+ArrowDown');
    await becomes((now) => now < before + 16);
    assert.equal(await view.page.locator('#cell--1-1').textContent(), 'name');
  });

  it('sets a column’s width with the mouse and keeps only numbers of it', async () => {
    const header = view.page.getByRole('columnheader', { name: 'name', exact: true });
    const box = await header.boundingBox();
    assert.ok(box);
    await view.page.mouse.move(box.x + box.width - 2, box.y + 10);
    await view.page.mouse.down();
    await view.page.mouse.move(box.x + box.width + 58, box.y + 10, { steps: 4 });
    await view.page.mouse.up();
    assert.equal(await width('name'), Math.round(box.width) + 60);
    const saved = await view.savedState();
    const leaves = JSON.stringify(saved).replace(
      /"(layouts|key|widths|order|hidden|pinned|panelWidths|visibility|\d+)":/g,
      '',
    );
    assert.match(leaves, /^[\d[\]{},]+$/, 'nothing but numbers');
    const wanted = `"1":${Math.round(box.width) + 60}`;
    assert.ok(JSON.stringify(saved).includes(wanted), wanted);
    const other = await harness.open({ saved, connect: host.connect });
    await other.page.getByText('1001', { exact: true }).waitFor();
    const again = other.page.getByRole('columnheader', { name: 'name', exact: true });
    await drawn(view.page);
    assert.equal((await again.boundingBox())?.width, Math.round(box.width) + 60);
    await other.close();
    await view.page.mouse.dblclick(box.x + box.width + 58, box.y + 10);
    await drawn(view.page);
    assert.ok((await width('name')) < box.width + 60);
  });

  it('selects with the mouse: a cell, a dragged range, a row, a column, all', async () => {
    const cell = (row: number, name: string) =>
      view.page.getByRole('row').nth(row).getByText(name, { exact: true });
    await cell(1, 'Ann Miller').click();
    assert.equal(await selectedCount(), 1);
    assert.equal(await activeID(), 'cell-0-1');
    const target = await cell(3, 'Łucja Żak').boundingBox();
    assert.ok(target);
    await cell(1, '1001').hover();
    await view.page.mouse.down();
    await view.page.mouse.move(target.x + 3, target.y + 3, { steps: 5 });
    await view.page.mouse.up();
    assert.equal(await selectedCount(), 6);
    await view.page.getByRole('rowheader', { name: '2', exact: true }).click();
    await press('Control+c');
    await view.page.getByRole('columnheader', { name: 'email' }).click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: 'Select column' }).click();
    await press('Control+c');
    await view.page.getByRole('columnheader', { name: 'Row' }).click();
    await press('Control+c');
    const areas = (host.called('copy') as Copied[]).map(({ fromRow, toRow, columns: copied }) => [
      ...[fromRow, toRow],
      ...[Math.min(...copied), Math.max(...copied) + 1],
    ]);
    assert.deepEqual(areas, [
      [1, 2, 0, 10],
      [0, 25, 2, 3],
      [0, 25, 0, 10],
    ]);
  });

  it('copies for the editor’s own Copy command too', async () => {
    await view.page.getByRole('grid').focus();
    await view.page.evaluate(() => document.execCommand('copy'));
    assert.equal(host.called('copy').length, 1);
  });

  it('moves the focus to the error when the grid goes, and back when it comes', async () => {
    await view.page.getByRole('grid').focus();
    const buttons: readonly NoticeButton[] = [{ id: 'retry', label: 'Try Again' }];
    host.send({ phase: 'error', notice: { title: 'Service down', text: '', buttons } });
    await view.page.getByRole('heading', { name: 'Service down' }).waitFor();
    assert.equal(await view.page.evaluate(() => document.activeElement?.textContent), 'Try Again');
    await press('Enter');
    assert.deepEqual(host.called('button'), [{ id: 'retry' }]);
    host.send({ phase: 'loading' });
    host.showRows(columns, samplePage(0));
    await view.page.getByText('1001', { exact: true }).waitFor();
    assert.equal(await focusName(), 'Query results');
  });

  /** The editor gives focus to the page alone: by F6, or by the command of the view. */
  const enterPage = async (): Promise<void> => {
    await view.page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      window.dispatchEvent(new Event('focus'));
    });
    await view.page.waitForFunction(() => document.activeElement !== document.body);
  };

  it('shows the active cell as soon as it opens with the focus, before the first key', async () => {
    assert.equal(await focusName(), 'Query results');
    assert.equal(await activeText(), '1001');
    const active = view.page.locator('.grid:focus .active');
    assert.equal(await active.evaluate((cell) => getComputedStyle(cell).outlineStyle), 'solid');
  });

  it('comes in at the active cell, at the next step of a message, or at the buttons', async () => {
    await enterPage();
    assert.equal(await focusName(), 'Query results');
    assert.equal(await activeText(), '1001');
    await press('ArrowDown');
    await enterPage();
    assert.equal(await activeText(), '1002');
    const buttons: readonly NoticeButton[] = [{ id: 'newQuery', label: 'New Query' }];
    host.send({ phase: 'idle', notice: { title: 'Nothing yet', text: '', buttons } });
    await view.page.getByRole('heading', { name: 'Nothing yet' }).waitFor();
    await enterPage();
    assert.equal(await view.page.evaluate(() => document.activeElement?.textContent), 'New Query');
    host.send({ phase: 'loading' });
    await view.page.getByRole('heading', { name: 'Nothing yet' }).waitFor({ state: 'hidden' });
    await enterPage();
    assert.equal(await focusName(), 'First page');
  });

  it('comes back from a question of the host to where it was asked', async () => {
    host.send({ can: { ...can('showAudit'), ...everything, compare: true } });
    for (const name of ['Export', 'Compare with another result']) {
      await view.page.getByRole('button', { name, exact: true }).focus();
      await press('Enter');
      await enterPage();
      assert.equal(await focusName(), name);
      await view.page.getByRole('grid').focus();
      await enterPage();
      assert.equal(await focusName(), 'Query results', 'once');
    }
  });

  it('closes the details by Escape and stays at the cell; the second Escape leaves', async () => {
    await view.page.getByRole('grid').focus();
    await press('ArrowDown', 'ArrowRight', 'Enter');
    const pane = view.page.getByRole('region', { name: 'Details' });
    await pane.waitFor();
    const before = await activeID();
    await press('Escape');
    await pane.waitFor({ state: 'hidden' });
    assert.equal(await focusName(), 'Query results');
    assert.equal(await activeID(), before);
    await press('Escape');
    assert.notEqual(await focusName(), 'Query results');
  });

  it('says nothing of a selection that is gone', async () => {
    await view.page.getByRole('grid').focus();
    await press('Shift+ArrowDown', 'Shift+ArrowRight');
    const said = view.page.getByText(/cells selected/);
    await said.waitFor({ state: 'attached' });
    host.send({ phase: 'error', notice: { title: 'Service down', text: '', buttons: [] } });
    await said.waitFor({ state: 'detached' });
  });
});
