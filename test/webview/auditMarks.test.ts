import assert from 'node:assert/strict';
import { AuditFakeHost } from './auditHost.ts';
import { chooseFromMore, openAuditTable, sample } from './auditPage.ts';
import { drawn, pressIn, themeNames, type WebviewPage } from './harness.ts';
import { closeWithoutProblems, harnessOfSuite } from './suite.ts';
import { axeFaults } from './violations.ts';

/** Marks and notes as they are made and seen in the table. */
describe('marked events in the audit table', () => {
  const harness = harnessOfSuite('audit');
  let view: WebviewPage;
  let host: AuditFakeHost;

  async function open(options = {}): Promise<void> {
    host = new AuditFakeHost(sample(300));
    view = await openAuditTable(harness, host, options);
    await view.page.getByRole('grid').focus();
  }
  const close = () => closeWithoutProblems(view);
  const press = (...keys: readonly string[]) => pressIn(view, keys);
  const notes = () => view.page.locator('.row.marked');
  const named = (name: string) => view.page.getByRole('gridcell', { name, exact: true });
  const heads = async (): Promise<readonly string[]> =>
    (await view.page.getByRole('columnheader').allTextContents()).slice(1);

  it('are marked by M, and lose their marks by M', async () => {
    await open();
    const { page } = view;
    assert.equal((await heads()).includes('note'), false);
    assert.equal(await page.getByRole('button', { name: 'Show marked events only' }).count(), 0);
    await press('ArrowDown', 'Shift+ArrowDown', 'm');
    await page.locator('[aria-live]').filter({ hasText: '2 events marked' }).waitFor({ state: 'attached' });
    assert.deepEqual(host.called('mark'), [{ rev: 1, fromRow: 1, toRow: 3 }]);
    assert.equal(await notes().count(), 2);
    assert.equal((await heads()).includes('note'), false, 'there is no note yet');
    await view.page.getByRole('rowheader', { name: '2, marked', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show marked events only (2)' }).click();
    assert.deepEqual(host.called('trailAction'), [{ id: 'vaultsql.audit.showMarked' }]);
    await page.getByRole('grid').focus();
    // As with Caps Lock.
    await press('M');
    await page.locator('[aria-live]').filter({ hasText: '2 marks removed' }).waitFor({ state: 'attached' });
    assert.equal(await notes().count(), 0);
    await close();
  });

  it('are marked and noted by rows chosen by their numbers, and stay in the details', async () => {
    await open();
    const { page } = view;
    const number = (name: string) => page.getByRole('rowheader', { name, exact: true });
    await number('3').click();
    await number('4').click({ modifiers: ['Shift'] });
    await press('m');
    await notes().nth(1).waitFor();
    assert.deepEqual(host.called('mark'), [{ rev: 1, fromRow: 2, toRow: 4 }]);
    await press('n');
    await notes().filter({ hasText: 'from the box' }).waitFor();
    assert.deepEqual(host.called('note'), [{ rev: 2, row: 3 }]);
    await named('marked, from the box').click();
    await press('Enter');
    await page.getByRole('region', { name: 'Note' }).getByText('from the box').waitFor();
    await number('4, marked').click();
    await press('m');
    await page.getByRole('region', { name: 'Note' }).waitFor({ state: 'detached' });
    assert.deepEqual((host.called('detail').at(-1) as { row: number }).row, 3);
    await close();
  });

  it('are noted as the newest state has them, from a menu opened before it', async () => {
    await open();
    const { page } = view;
    await press('ArrowDown', 'Shift+F10');
    host.send();
    await drawn(page);
    await page.getByRole('menuitem', { name: 'Add Note…' }).click();
    await notes().first().waitFor();
    const addNote = { rev: 2, row: 1, column: 0, id: 'vaultsql.audit.addNote' };
    assert.deepEqual(host.called('activate'), [addNote]);
    await close();
  });

  it('take no other key, and none with Ctrl or in the search', async () => {
    await open();
    await press('Control+m', 'Alt+n', 'Shift+m', 'x');
    await view.page.getByRole('combobox', { name: 'Ask about these events' }).fill('mn');
    await view.page.getByRole('combobox', { name: 'Ask about these events' }).press('m');
    assert.deepEqual([host.called('mark'), host.called('note')], [[], []]);
    await close();
  });

  it('have a note by N, which a screen reader says, and leave the place in the rows as it is', async () => {
    await open();
    await press(...Array.from({ length: 30 }, () => 'ArrowDown'));
    const top = await view.page.getByRole('grid').evaluate((node) => node.scrollTop);
    await press('n');
    await notes().first().waitFor();
    assert.deepEqual(host.called('note'), [{ rev: 1, row: 30 }]);
    assert.equal(await named('marked, from the box').count(), 1);
    assert.equal(await view.page.getByRole('grid').evaluate((node) => node.scrollTop), top);
    await press('ArrowDown', 'n');
    assert.deepEqual(host.called('note').at(-1), { rev: 2, row: 31 });
    await close();
  });

  it('are marked and noted from the menu, whose words follow the state', async () => {
    await open();
    const { page } = view;
    const choose = async (name: string): Promise<void> => {
      await press('Shift+F10');
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Mark Event');
    assert.deepEqual(host.called('mark').at(-1), { rev: 1, fromRow: 0, toRow: 1, marked: true });
    await notes().first().waitFor();
    await choose('Add Note…');
    await notes().filter({ hasText: 'It was a test.' }).waitFor();
    await press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Edit Note…' }).waitFor();
    await page.getByRole('menuitem', { name: 'Remove Mark' }).click();
    assert.equal((host.called('mark').at(-1) as { marked: boolean }).marked, false);
    await close();
  });

  it('have the note in the details, where the button that was pressed keeps the keyboard', async () => {
    for (const theme of themeNames.slice(0, 4)) {
      await open({ theme, width: 1400, height: 700 });
      const { page } = view;
      await press('ArrowDown', 'Enter');
      await page.getByRole('button', { name: 'More event actions' }).click();
      await page.getByRole('menuitem', { name: 'Add Note…' }).click();
      const note = page.getByRole('region', { name: 'Note' });
      await note.getByText('Asked Maria.\nIt was a test.').waitFor();
      await page
        .locator('button:focus')
        .and(page.getByRole('button', { name: 'More event actions' }))
        .waitFor();
      await drawn(page);
      await view.picture(`audit-marks-${theme}`);
      assert.deepEqual(await axeFaults(page, theme), []);
      await close();
    }
  });

  it('have a column for notes while there are any, or as long as the person wants it', async () => {
    await open({ width: 1400 });
    const { page } = view;
    const hasColumn = async (): Promise<boolean> => (await heads()).includes('note');
    const choose = async (): Promise<void> => {
      await chooseFromMore(page, 'Columns');
      await page.getByRole('menuitemcheckbox', { name: 'note' }).click();
      await drawn(page);
      await page.getByRole('grid').focus();
    };
    await press('m');
    await notes().first().waitFor();
    assert.equal(await hasColumn(), false, 'a mark has no text');
    await press('n');
    await named('marked, from the box').waitFor();
    assert.equal(await hasColumn(), true);
    await view.reload();
    await page.getByRole('grid').focus();
    await press('m');
    await notes().first().waitFor({ state: 'detached' });
    assert.equal(await hasColumn(), false, 'gone with the last note');
    await press('n');
    await notes().first().waitFor();
    await choose();
    assert.equal(await hasColumn(), false, 'not wanted');
    await press('ArrowDown', 'n');
    await notes().nth(1).waitFor();
    assert.equal(await hasColumn(), false, 'nor with another note');
    await choose();
    await press('ArrowUp', 'Shift+ArrowDown', 'm');
    await notes().first().waitFor({ state: 'detached' });
    assert.equal(await hasColumn(), true, 'chosen, it stays without marks');
    await close();
  });

  it('have no column for notes in a later page either, if the person hid it', async () => {
    await open({ width: 1400 });
    await press('n');
    await named('marked, from the box').waitFor();
    await view.page.getByRole('columnheader', { name: 'note', exact: true }).click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: 'Hide column' }).click();
    const saved = await view.savedState();
    await close();
    await open({ width: 1400, saved });
    await press('n');
    await notes().first().waitFor();
    assert.equal((await heads()).includes('note'), false);
    await close();
  });

  it('have what was searched for marked in their notes', async () => {
    await open({ width: 1400 });
    host.send({ text: '"the BOX"', searchedTexts: ['the BOX'] });
    await press('ArrowDown', 'Enter', 'n');
    const hits = view.page.locator('mark');
    await hits.nth(1).waitFor();
    assert.deepEqual(await hits.allTextContents(), ['the box', 'the box'], 'in the row and in the details');
    await close();
  });

  it('leave the bar in two lines and the query readable, 1024 and 700 pixels wide', async () => {
    for (const width of [1024, 700]) {
      await open({ width, height: 700 });
      await press('n');
      await notes().first().waitFor();
      await drawn(view.page);
      const bar = await view.page.locator('.audit-bar').evaluate((node) => node.clientHeight);
      assert.ok(bar <= 60, `${width}: ${bar}`);
      const names = await heads();
      const place = names.indexOf('content') + 1;
      const box = await view.page.getByRole('columnheader').nth(place).boundingBox();
      assert.ok(width < 1024 || (box?.width ?? 0) >= 250, `${width}: ${box?.width}`);
      await view.picture(`audit-marks-${width}`);
      await close();
    }
  });
});
