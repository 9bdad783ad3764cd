import assert from 'node:assert/strict';
import type { NoticeButton } from '../../src/protocol/results.ts';
import { FakeHost, type FakeState } from './fakeHost.ts';
import { everything, toolsOf } from './fakeTools.ts';
import { themeNames } from './harness.ts';
import { can, columns, samplePage } from './sample.ts';
import { harnessOfSuite } from './suite.ts';
import { axeFaults } from './violations.ts';

describe('results view: accessibility', () => {
  const harness = harnessOfSuite('results');

  const target = { label: 'live / customers', environment: 'production' } as const;
  const buttons: readonly NoticeButton[] = [
    { id: 'signIn', label: 'Sign In' },
    { id: 'startLocalVault', label: 'Start Local Vault' },
  ];
  const notice = { title: 'Not signed in', text: 'The token was refused.', buttons };
  const states: Readonly<Record<string, Partial<FakeState>>> = {
    rows: { phase: 'rows', can: can('next', 'showAudit') },
    'rows with notice': { phase: 'rows', notice },
    error: { phase: 'error', notice },
    none: { phase: 'none', notice },
    idle: { phase: 'idle', notice },
  };

  for (const theme of themeNames) {
    it(`axe-core finds nothing in ${theme}`, async () => {
      const host = new FakeHost();
      const view = await harness.open({ theme, connect: host.connect });
      const found: string[] = [];
      for (const [name, change] of Object.entries(states)) {
        const status = `${name} in ${theme}`;
        host.showRows(columns, samplePage(0), {
          target,
          status,
          request: { time: '12 ms', id: 'r' },
          ...change,
        });
        await view.page.getByText(status).waitFor();
        if (change.phase !== 'rows') {
          found.push(...(await axeFaults(view.page, theme)).map((one) => `${name}: ${one}`));
          continue;
        }
        await view.page.getByRole('rowheader', { name: '1', exact: true }).waitFor();
        await view.page.getByRole('grid').focus();
        for (const key of ['ArrowDown', 'Shift+ArrowDown', 'Shift+End']) await view.page.keyboard.press(key);
        found.push(...(await axeFaults(view.page, theme)).map((one) => `${name}: ${one}`));
        if (name === 'rows') await view.picture(`rows-${theme}`);
        const loading = `${status}, loading`;
        host.send({ phase: 'loading', status: loading, can: can('cancel') });
        await view.page.getByText(loading).waitFor();
        found.push(...(await axeFaults(view.page, theme)).map((one) => `${name} loading: ${one}`));
      }
      assert.deepEqual(found, []);
      assert.deepEqual(view.problems, []);
      await view.close();
    });
  }

  for (const theme of themeNames) {
    it(`axe-core finds nothing in ${theme} with details, find, arrangement and menus open`, async () => {
      const host = new FakeHost();
      host.tools = toolsOf(host);
      const view = await harness.open({ theme, connect: host.connect, width: 1200, height: 480 });
      const { page } = view;
      const offered = { ...can('next', 'showAudit'), ...everything };
      host.showRows(columns, samplePage(0), { target, can: offered, isMasked: true, status: 'Rows 1–25' });
      await page.getByText('1001', { exact: true }).waitFor();
      await page.getByRole('grid').focus();
      const found: string[] = [];
      const look = async (name: string): Promise<void> => {
        found.push(...(await axeFaults(view.page, theme)).map((one) => `${name}: ${one}`));
        await view.picture(`${name}-${theme}`);
      };
      const choose = async (name: string): Promise<void> => {
        await page.keyboard.press('Shift+F10');
        await page.getByRole('menu').getByText(name, { exact: true }).click();
      };
      await page.keyboard.press('ArrowRight');
      await choose('Exclude this value');
      await page.getByRole('button', { name: /Remove filter/ }).waitFor();
      await choose('Show record');
      await page.getByRole('treeitem', { name: /^address/ }).click();
      await page.getByRole('treeitem', { name: /^zip/ }).waitFor();
      await look('record');
      await page.getByRole('grid').focus();
      await page.keyboard.press('Control+f');
      await page.getByRole('textbox').fill('Bob');
      await page.getByText(/1 of/).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('columnheader', { name: 'ssn', exact: true }).click();
      await choose('Column statistics');
      await page.getByRole('listitem').first().waitFor();
      await look('statistics');
      await page.getByRole('columnheader', { name: 'income', exact: true }).click();
      await choose('Column statistics');
      await page.getByRole('group', { name: 'Distribution' }).getByRole('button').nth(3).focus();
      await look('histogram');
      await page.getByRole('columnheader', { name: 'income', exact: true }).click({ button: 'right' });
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('ArrowDown');
      await look('menu');
      assert.deepEqual(found, []);
      assert.deepEqual(view.problems, []);
      await view.close();
    });
  }

  it('axe-core does find a fault where there is one', async () => {
    const host = new FakeHost();
    const view = await harness.open({ connect: host.connect });
    host.showRows(columns, samplePage(0));
    await view.page.getByText('1001', { exact: true }).waitFor();
    await view.page.getByRole('grid').evaluate((grid) => grid.removeAttribute('aria-label'));
    await view.page
      .locator('.action')
      .first()
      .evaluate((button) => {
        button.removeAttribute('aria-label');
        button.removeAttribute('title');
      });
    assert.match((await axeFaults(view.page)).join('\n'), /button-name/);
    await view.close();
  });

  it('counts rows and columns for screen readers, the header as row 1', async () => {
    const host = new FakeHost();
    const view = await harness.open({ connect: host.connect });
    const { page } = view;
    host.showRows(columns, samplePage(25), { firstRowNumber: 26 });
    const grid = page.getByRole('grid', { name: 'Query results' });
    await page.getByText('1026', { exact: true }).waitFor();
    const attribute = (name: string) => grid.getAttribute(name);
    assert.equal(await attribute('aria-rowcount'), '-1', 'the end is not known');
    assert.equal(await attribute('aria-colcount'), '11');
    assert.equal(await attribute('aria-multiselectable'), 'true');
    const header = page.getByRole('columnheader', { name: 'email', exact: true });
    assert.equal(await header.getAttribute('aria-colindex'), '4');
    assert.equal(await header.locator('xpath=..').getAttribute('aria-rowindex'), '1');
    const first = page.getByRole('gridcell', { name: '1026', exact: true });
    assert.equal(await first.getAttribute('aria-colindex'), '2');
    assert.equal(await first.locator('xpath=..').getAttribute('aria-rowindex'), '27');
    host.showRows(columns, samplePage(50, 10), { firstRowNumber: 51, totalRows: 60 });
    await page.getByText('1051', { exact: true }).waitFor();
    assert.equal(await attribute('aria-rowcount'), '61');
    const last = page.getByRole('gridcell', { name: '1060', exact: true });
    assert.equal(await last.locator('xpath=..').getAttribute('aria-rowindex'), '61');
    await view.close();
  });

  it('says the state, selections and copies politely, each once', async () => {
    const host = new FakeHost();
    const view = await harness.open({ connect: host.connect });
    const { page } = view;
    // What the view says before anything ran is not of what follows.
    await page.getByRole('heading', { name: 'idle' }).waitFor();
    await page.evaluate(`
      window.said = [];
      for (const region of document.querySelectorAll('[aria-live], [role=status]')) {
        new MutationObserver(() => {
          const text = region.textContent.replaceAll('\\u00a0', '').trim();
          if (text) window.said.push(text);
        }).observe(region, { childList: true, characterData: true, subtree: true });
      }
    `);
    host.showRows(columns, samplePage(0), { status: 'Rows 1–25 · more available' });
    await page.getByText('1001', { exact: true }).waitFor();
    host.send({ detail: 'changed', request: { time: '13 ms' } });
    await page.getByRole('grid').focus();
    for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown'])
      await page.keyboard.press(key);
    await page.getByText('4 × 1 cells selected').waitFor({ state: 'attached' });
    await page.keyboard.press('Control+c');
    await page.getByText('Copied 4 × 1 cells').waitFor({ state: 'attached' });
    assert.deepEqual(await page.evaluate('window.said'), [
      'Rows 1–25 · more available',
      '4 × 1 cells selected',
      'Copied 4 × 1 cells',
    ]);
    await view.close();
  });

  it('holds up in forced colours and at twice the text size', async () => {
    const host = new FakeHost();
    const view = await harness.open({ connect: host.connect, width: 500, height: 300 });
    await view.page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    host.showRows(columns, samplePage(0), {
      target,
      status: 'Rows 1–25 · more available',
      request: { time: '12 ms' },
    });
    await view.page.getByText('1001', { exact: true }).waitFor();
    await view.page.getByRole('grid').focus();
    await view.page.keyboard.press('Shift+ArrowDown');
    const active = view.page.locator('.active');
    assert.equal(await active.evaluate((cell) => getComputedStyle(cell).outlineStyle), 'solid');
    await view.picture('forced-colors-narrow');
    await view.close();
  });
});
