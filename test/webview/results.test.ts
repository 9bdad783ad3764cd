import assert from 'node:assert/strict';
import type { Cell } from '../../src/protocol/results.ts';
import { afterTimer, eventually } from '../run/waiting.ts';
import { FakeHost } from './fakeHost.ts';
import { everything, toolsOf } from './fakeTools.ts';
import type { WebviewPage } from './harness.ts';
import { can, columns, samplePage } from './sample.ts';
import { closeAfterEach, harnessOfSuite } from './suite.ts';

describe('results view: what a result offers', () => {
  const harness = harnessOfSuite('results');
  let view: WebviewPage;
  let host: FakeHost;

  beforeEach(async () => {
    host = new FakeHost();
    host.tools = toolsOf(host);
    view = await harness.open({ connect: host.connect });
  });
  closeAfterEach(() => view);

  it('shows what an aggregate gave as figures, exact, above its row', async () => {
    const two = [
      { name: 'count', numeric: true },
      { name: 'max', numeric: false },
    ];
    const row: readonly Cell[] = [
      { k: 'number', t: '9007199254740993' },
      { k: 'masked', t: '' },
    ];
    host.showRows(two, [row], { isAggregate: true, rows: [row] });
    const figure = view.page.getByRole('definition').first();
    await figure.waitFor();
    assert.equal(await figure.innerText(), '9007199254740993');
    assert.equal(await view.page.getByRole('term').allInnerTexts().then(String), 'count,max');
    assert.equal(await view.page.getByRole('grid', { name: 'Query results' }).count(), 1);
    await view.picture('figures');
    const { isAggregate, rows, ...rest } = host.state;
    assert.ok(isAggregate && rows);
    host.state = rest;
    host.showRows(columns, samplePage(0));
    await view.page.getByText('1001', { exact: true }).waitFor();
    assert.equal(await view.page.getByRole('definition').count(), 0);
  });

  it('runs again, compares, masks and exports at a button', async () => {
    const able = { ...can(), ...everything, rerun: true, compare: true };
    host.showRows(columns, samplePage(0), { can: able });
    for (const name of ['Run again', 'Compare with another result', 'Mask values', 'Export', 'Load all']) {
      await view.page.getByRole('button', { name, exact: true }).click();
    }
    assert.deepEqual(
      host.called('tool').map((params) => (params as { tool: string }).tool),
      ['rerun', 'compare', 'toggleMask', 'export', 'loadAll'],
    );
  });

  for (const theme of ['dark', 'light', 'hc-dark', 'hc-light'] as const)
    it(`has one button for masks, on or off, that says and shows which, and what a click does: ${theme}`, async () => {
      await view.close();
      view = await harness.open({ connect: host.connect, theme });
      const drawn: string[] = [];
      for (const isMasked of [false, true]) {
        host.showRows(columns, samplePage(0), { can: { ...can(), ...everything }, isMasked });
        const button = view.page.getByRole('button', { name: 'Mask values', exact: true, pressed: isMasked });
        await button.waitFor();
        assert.equal(await view.page.getByRole('button', { name: /mask/i }).count(), 1);
        assert.equal(
          await button.getAttribute('title'),
          isMasked
            ? 'Mask values (Alt+M)\nValues are masked. Click to show them.'
            : 'Mask values (Alt+M)\nValues are shown. Click to mask them.',
        );
        drawn.push(
          await button.evaluate((node) => {
            const { backgroundColor, outlineColor, outlineStyle, color } = getComputedStyle(node);
            return [backgroundColor, outlineStyle, outlineColor, color].join(' ');
          }),
        );
      }
      assert.notEqual(drawn[0], drawn[1], drawn.join());
    });

  it('has the request behind its time: its ID, and what can be done with it', async () => {
    const { page } = view;
    const target = { label: 'local/local-vault', environment: 'test' } as const;
    const request = { time: '12 ms', id: '0123456789abcdef' };
    host.showRows(columns, samplePage(0), { can: { ...can('showAudit'), ...everything }, target, request });
    const time = page.getByRole('button', { name: 'Response time: 12 ms', exact: true });
    await time.waitFor();
    assert.equal(await time.innerText(), '12 ms');
    assert.equal(await time.getAttribute('title'), 'Request 0123456789abcdef\nlocal/local-vault');
    assert.equal(await page.getByText('0123456789abcdef').count(), 0, 'the ID is not visible');
    const items = page.getByRole('menu', { name: 'Request' }).getByRole('menuitem');
    const hasFocus = (): Promise<boolean> => time.evaluate((node) => node === document.activeElement);
    await time.focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(await items.allInnerTexts(), ['Copy request ID', 'Show audit event']);
    await view.picture('request');
    await page.keyboard.press('Enter');
    assert.deepEqual([host.called('copyRequestID'), host.called('tool')], [[{}], []]);
    await page.getByText('Request ID copied').waitFor({ state: 'attached' });
    assert.ok(await hasFocus(), 'it has the focus again');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    assert.ok(await hasFocus());
    await time.click();
    await items.getByText('Show audit event').click();
    assert.deepEqual(host.called('action'), [{ action: 'showAudit' }]);
    // Of an answer that has neither, the time is only a text.
    host.showRows(columns, samplePage(0), { can: can(), request: { time: '3 ms' } });
    await page.getByRole('button', { name: 'Response time: 3 ms', disabled: true }).click({ force: true });
    assert.equal(await page.getByRole('menu').count(), 0);
  });

  it('says that something is copied once it is, and nothing where it is not', async () => {
    const { page } = view;
    host.showRows(columns, samplePage(0), {
      can: { ...can('showAudit'), ...everything },
      request: { time: '12 ms', id: 'r' },
    });
    await page.getByText('1001', { exact: true }).waitFor();
    const said = (text: string) => page.getByText(text);
    /** As long as an announcement takes; set later, it ends later. */
    const afterAnnouncing = (): Promise<void> => afterTimer(150);
    for (const [copy, text, method] of [
      [['Control+c'], 'Copied 1 × 1 cells', 'copy'],
      [['Shift+F10', 'ArrowDown', 'Enter'], 'Copied 1 × 1 cells', 'copy'],
      [[], 'Request ID copied', 'copyRequestID'],
    ] as const) {
      for (const canCopy of [false, true]) {
        const before = host.called(method).length;
        host.canCopy = canCopy;
        const gate = Promise.withResolvers<void>();
        host.gate = gate.promise;
        await page.getByRole('grid').focus();
        if (copy.length === 0) await page.getByRole('button', { name: 'Response time: 12 ms' }).click();
        for (const key of copy) await page.keyboard.press(key);
        if (copy.length === 0) await page.getByRole('menu').getByText('Copy request ID').click();
        await eventually(`${method}`, () => host.called(method).length > before);
        await afterAnnouncing();
        assert.equal(await said(text).count(), 0, `${text}, before it is`);
        gate.resolve();
        if (canCopy) await said(text).waitFor({ state: 'attached' });
        else await afterAnnouncing();
        assert.equal(await said(text).count(), canCopy ? 1 : 0, text);
        // Other rows: what was said of the ones before is gone.
        host.send({ dataRev: host.state.rev + 1 });
        await said(text).waitFor({ state: 'detached' });
      }
    }
  });

  it('has the rest of the state in its tooltip', async () => {
    host.showRows(columns, samplePage(0), { status: 'Loading all · 25 rows', detail: '2 requests' });
    await view.page.getByText('Loading all · 25 rows').waitFor();
    const title = await view.page.getByRole('status').first().getAttribute('title');
    assert.equal(title, 'Loading all · 25 rows · 2 requests');
  });

  it('tells the host which cell the person is on, and goes back there when it is shown again', async () => {
    host.showRows(columns, samplePage(0));
    await view.page.getByText('1003', { exact: true }).click();
    // The first cell is active as soon as the page has the focus.
    const place = JSON.stringify({ rev: host.state.rev, row: 2, column: 0 });
    await eventually('the place', () => JSON.stringify(host.called('setActiveCell').at(-1)) === place);
    host.state = { ...host.state, activeCell: { row: 4, column: 1 } };
    await view.reload();
    const id = await view.page.locator('[aria-activedescendant]').getAttribute('aria-activedescendant');
    assert.equal(await view.page.locator(`[id="${id}"]`).innerText(), 'Bob Ñandú');
  });
});
