import assert from 'node:assert/strict';
import type { Cell, Notice } from '../../src/protocol/results.ts';
import { eventually } from '../run/waiting.ts';
import { FakeHost } from './fakeHost.ts';
import { boxesOf, drawn, type WebviewPage } from './harness.ts';
import { can, columns, samplePage } from './sample.ts';
import { closeAfterEach, harnessOfSuite } from './suite.ts';

describe('results view: states', () => {
  const harness = harnessOfSuite('results');
  let view: WebviewPage;
  let host: FakeHost;

  beforeEach(async () => {
    host = new FakeHost();
    view = await harness.open({ connect: host.connect });
  });
  closeAfterEach(() => view);

  const notice: Notice = {
    title: 'Not signed in',
    text: 'The token was refused.',
    buttons: [{ id: 'retry', label: 'Sign In' }],
  };

  it('asks what to draw as soon as it is there', async () => {
    host.state = { ...host.state, notice: { ...notice, title: 'Nothing run yet' } };
    await view.reload();
    await view.page.getByRole('heading', { name: 'Nothing run yet' }).waitFor();
    assert.ok(host.called('ready').length >= 1);
    assert.equal(await view.page.getByRole('grid').count(), 0);
  });

  it('offers no action until it is told what to draw', async () => {
    await view.close();
    view = await harness.open({ connect: () => undefined });
    const bar = view.page.locator('.results-bar');
    await bar.waitFor();
    const names = await bar
      .getByRole('button')
      .evaluateAll((list) =>
        list.filter((button) => button.ariaDisabled !== 'true').map((button) => button.ariaLabel),
      );
    assert.deepEqual(names, []);
  });

  it('shows an error in place of the grid, with its next step as a button', async () => {
    host.showRows(columns, samplePage(0));
    await view.page.getByRole('grid', { name: 'Query results' }).waitFor();
    host.send({ phase: 'error', rowCount: 0, columns: [], status: 'Refused (401)', notice });
    await view.page.getByRole('heading', { name: 'Not signed in' }).waitFor();
    assert.equal(await view.page.getByRole('grid').count(), 0);
    await view.page.getByRole('button', { name: 'Sign In' }).click();
    assert.deepEqual(host.called('button'), [{ id: 'retry' }]);
    await view.picture('error');
  });

  it('keeps the old rows visible while others are loading', async () => {
    host.showRows(columns, samplePage(0));
    await view.page.getByText('1001', { exact: true }).waitFor();
    host.send({ phase: 'loading', rowCount: 0, status: 'Loading rows 26–50', can: can('cancel') });
    await view.page.getByRole('progressbar', { name: 'Loading' }).waitFor();
    assert.equal(await view.page.getByText('1001', { exact: true }).isVisible(), true);
    assert.equal(await view.page.getByRole('grid').getAttribute('aria-busy'), 'true');
    await view.page.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(host.called('action'), [{ action: 'cancel' }]);
    await view.picture('loading');
    host.showRows(columns, samplePage(25), { firstRowNumber: 26 });
    await view.page.getByText('1026', { exact: true }).waitFor();
    assert.equal(await view.page.getByRole('grid').getAttribute('aria-busy'), null);
    assert.equal(await view.page.getByRole('progressbar').count(), 0);
    assert.equal(await view.page.getByRole('button', { name: 'Cancel' }).count(), 0);
  });

  for (const theme of ['dark', 'light', 'hc-dark', 'hc-light'] as const)
    it(`says where it is in any width, with every button in sight or behind one, and of production in words: ${theme}`, async () => {
      await view.close();
      view = await harness.open({ connect: host.connect, theme });
      const all = { ...can('next', 'showAudit'), loadAll: true, export: true, toggleMask: true } as const;
      const more = { find: true, rerun: true, compare: true, openInTab: true } as const;
      const label = 'Customers of the northern branch/all regions';
      // 512: a window of 1024 pixels at twice the size; 464 without the bar at its side.
      for (const width of [790, 640, 512, 464, 400, 280])
        for (const environment of ['production', 'development'] as const) {
          const at = `${width} ${environment}`;
          const isNarrow = width <= 640;
          await view.page.setViewportSize({ width, height: 250 });
          const target = { label, environment };
          const status = 'Rows 1–25 · more available';
          const request = { time: '1,241 ms', id: '0123456789abcdef' };
          host.showRows(columns, samplePage(0), { target, status, request, can: { ...all, ...more } });
          const badge = view.page.getByTitle(`${label} (${environment})`);
          await badge.waitFor();
          const words = badge.locator('.environment');
          assert.equal(await words.isVisible(), environment === 'production');
          const name = await badge.locator('.target').boundingBox();
          if (!isNarrow || (name && environment === 'development'))
            assert.ok((name?.width ?? 0) > 60, `${at}: ${name?.width}`);
          const cut = await words.evaluate((node) => node.scrollWidth - node.clientWidth);
          assert.ok(cut <= 0, `${at}: lacks ${cut} px`);
          const says = view.page.locator('.results-bar .status');
          assert.ok(((await says.boundingBox())?.width ?? 0) > 56, at);
          const lacks = await says.evaluate((node) => node.scrollWidth - node.clientWidth);
          assert.ok(environment === 'production' || lacks <= 0, `${at}: the state lacks ${lacks} px`);
          assert.equal(await says.getAttribute('title'), status, 'whole in its tooltip');
          const buttons = view.page.locator('.results-bar').getByRole('button');
          const boxes = await boxesOf(buttons);
          assert.equal(boxes.length, isNarrow ? 7 : 12, at);
          for (const box of [...boxes, await badge.boundingBox()])
            assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${at}: ${JSON.stringify(box)}`);
          if (isNarrow && width > 400) {
            const height = (await view.page.locator('.results-bar').boundingBox())?.height ?? 99;
            assert.ok(height <= 36, `${at}: ${height} px for one line`);
          }
          const rows = await view.page
            .locator('.body .row')
            .evaluateAll(
              (list) => list.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length,
            );
          assert.ok(rows >= 5, `${at}: ${rows} rows in a panel of 250 px`);
          await view.picture(`results-narrow-${width}-${environment}-${theme}`);
        }
    });

  it('shows the ends of long names of a connection and its vault, where similar names differ', async () => {
    const label = `european-customer-data-platform-records-frankfurt/${'customer-identity-'.repeat(3)}west-1`;
    for (const width of [1024, 790])
      for (const environment of ['production', 'development'] as const) {
        await view.page.setViewportSize({ width, height: 250 });
        host.showRows(columns, samplePage(0), { target: { label, environment }, status: 'Rows 1–25' });
        const badge = view.page.getByTitle(`${label} (${environment})`);
        await badge.waitFor();
        const whole = await badge.boundingBox();
        for (const name of ['ankfurt/', 'y-west-1']) {
          const end = await badge.getByText(name, { exact: true }).boundingBox();
          const at = `${width} ${environment} ${name}: ${JSON.stringify([whole, end])}`;
          assert.ok(whole && end && end.width > 20 && end.x + end.width <= whole.x + whole.width, at);
        }
      }
  });

  it('says how many columns are masked, with a button that is whole, in any width', async () => {
    const all = { ...can('next', 'showAudit'), loadAll: true, export: true, toggleMask: true } as const;
    const more = { find: true, rerun: true, compare: true, openInTab: true } as const;
    const status = 'Rows 1–1,600 · end of results · 364 repeated · unordered; may skip rows';
    const request = { time: '1,431 ms', id: '0123456789abcdef' };
    for (const width of [1024, 790, 700, 641, 640, 512, 464, 400, 280])
      for (const environment of ['production', 'development'] as const)
        for (const maskedColumns of [[1], [0, 1]]) {
          const at = `${width} ${environment} ${maskedColumns.length}`;
          // 700: a window of 1400 × 900 pixels at twice the size.
          await view.page.setViewportSize({ width, height: 450 });
          const target = { label: 'local/local-vault', environment };
          const masked = { isMasked: true, maskedColumns };
          host.showRows(columns, samplePage(0), {
            target,
            status,
            request,
            can: { ...all, ...more },
            ...masked,
          });
          const reveal = view.page.getByRole('button', { name: /^\d columns? masked · Reveal$/ });
          await reveal.filter({ hasText: String(maskedColumns.length) }).waitFor();
          const cut = await reveal.evaluate((node) => node.scrollWidth - node.clientWidth);
          assert.ok(cut <= 0, `${at}: lacks ${cut} px`);
          const box = await reveal.boundingBox();
          assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${at}: ${JSON.stringify(box)}`);
          const said = (await view.page.locator('.results-bar .status').boundingBox())?.width ?? 0;
          assert.ok(said > Math.min(180, width / 2), `${at}: ${said} px of the state`);
          // Nothing covers it.
          await reveal.click({ trial: true });
          await view.picture(`masked-${at.replaceAll(' ', '-')}`);
        }
  });

  it('has what is rarely needed in a menu where there is no room for it, also for the keyboard', async () => {
    const all = { ...can('next', 'showAudit'), loadAll: true, export: true, toggleMask: true } as const;
    const more = { find: true, rerun: true, openInTab: true, compare: false } as const;
    await view.page.setViewportSize({ width: 512, height: 400 });
    host.showRows(columns, samplePage(0), { can: { ...all, ...more }, isMasked: true });
    const button = view.page.getByRole('button', { name: 'More actions', exact: true });
    await button.focus();
    await view.page.keyboard.press('Enter');
    const menu = view.page.getByRole('menu', { name: 'More actions' });
    assert.deepEqual(await menu.locator('.item .label').allTextContents(), [
      'Mask values',
      'Export',
      'Run again',
      'Open in tab',
      'Show audit event',
    ]);
    await menu.getByRole('menuitemcheckbox', { name: 'Mask values', checked: true }).waitFor();
    await view.picture('more-actions');
    await view.page.keyboard.press('End');
    await view.page.keyboard.press('Enter');
    await eventually('the audit event', () => host.called('action').length > 0);
    assert.deepEqual(host.called('action'), [{ action: 'showAudit' }]);
    assert.ok(await button.evaluate((node) => node === document.activeElement));
    await view.page.setViewportSize({ width: 700, height: 400 });
    await button.waitFor({ state: 'hidden' });
    await view.page.getByRole('button', { name: 'Export', exact: true }).waitFor();
    assert.ok(await view.page.evaluate(() => document.activeElement?.closest('[role=toolbar]') !== null));
  });

  for (const theme of ['dark', 'light', 'hc-dark'] as const)
    it(`cuts no name of a vault to a letter, beside every button: ${theme}`, async () => {
      await view.close();
      view = await harness.open({ connect: host.connect, theme });
      const all = { ...can('next', 'previous', 'first', 'showAudit'), loadAll: true, export: true } as const;
      const more = { toggleMask: true, find: true, rerun: true, compare: true, openInTab: true } as const;
      const status = 'Rows 100,001–100,025 · more available';
      const request = { time: '10,241 ms', id: '0123456789abcdef' };
      for (const width of [1280, 1100, 1024, 976, 900, 840, 801])
        for (const label of ['local/local-vault', 'Customers of the northern branch/all regions'])
          for (const environment of ['production', 'test', 'development'] as const) {
            await view.page.setViewportSize({ width, height: 400 });
            const target = { label, environment };
            host.showRows(columns, samplePage(0), { target, status, request, can: { ...all, ...more } });
            const badge = view.page.getByTitle(`${label} (${environment})`);
            await badge.waitFor();
            const at = `${width} ${environment} ${label}`;
            const name = badge.locator('.target');
            const lacks = await name.evaluate((node) => node.scrollWidth - node.clientWidth);
            const seen = (await name.boundingBox())?.width ?? 0;
            assert.ok(lacks <= 0 || seen > 100, `${at}: ${seen} px are seen, ${lacks} are not`);
            for (const part of [
              badge,
              badge.locator('.environment'),
              view.page.locator('.results-bar .status'),
            ]) {
              const cut = await part.evaluate((node) => node.scrollWidth - node.clientWidth);
              assert.ok(
                cut <= 0 || !(await part.isVisible()),
                `${at}: ${await part.innerText()} lacks ${cut} px`,
              );
            }
            const buttons = view.page.locator('.results-bar').getByRole('button');
            const boxes = await boxesOf(buttons);
            // A panel in a window of 1024 pixels is wider.
            const lines = new Set(boxes.map((box) => box?.y)).size;
            assert.ok(width < 900 || lines === 1, `${at}: ${lines} lines`);
            for (const box of [...boxes, await badge.boundingBox()])
              assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${at}: ${JSON.stringify(box)}`);
            if (width === 976) await view.picture(`results-976-${label.slice(0, 5)}-${environment}-${theme}`);
          }
    });

  it('shows a notice above rows that stay in a line, an error too', async () => {
    host.showRows(columns, samplePage(0), { notice: { ...notice, title: 'It failed', severity: 'error' } });
    await view.page.getByRole('heading', { name: 'It failed' }).waitFor();
    const box = await view.page.locator('.notice.error').boundingBox();
    assert.ok((box?.height ?? Number.NaN) < 50, `${box?.height}`);
    host.showRows(columns, samplePage(0), { notice: { ...notice, title: 'The next page failed' } });
    await view.page.getByRole('heading', { name: 'The next page failed' }).waitFor();
    assert.equal(await view.page.getByText('1001', { exact: true }).isVisible(), true);
    await view.picture('partial');
  });

  for (const [phase, title] of [
    ['none', 'No records'],
    ['cancelled', 'Cancelled'],
    ['idle', 'Nothing run yet'],
  ] as const) {
    it(`shows ${phase} in words`, async () => {
      host.send({
        phase,
        notice: { title, text: 'What to do next.', buttons: [{ id: 'retry', label: 'Run Again' }] },
      });
      await view.page.getByRole('heading', { name: title }).waitFor();
      assert.equal(await view.page.getByRole('grid').count(), 0);
      await view.picture(phase);
    });
  }

  it('names the target, production in words and marks', async () => {
    host.showRows(columns, samplePage(0), {
      target: { label: 'live / customers', environment: 'production' },
      status: 'Rows 1–25 · more available',
      request: { time: '12 ms' },
    });
    await view.page.getByText('Production', { exact: true }).waitFor();
    assert.equal(await view.page.getByText('live / customers').isVisible(), true);
    assert.equal(await view.page.getByRole('status').textContent(), 'Rows 1–25 · more available');
  });

  it('tells absent, NULL, empty, masked and redacted apart, for eyes and ears', async () => {
    const kinds: readonly Cell[] = [
      { k: 'null', t: '' },
      { k: 'empty', t: '' },
      { k: 'masked', t: '' },
      { k: 'redacted', t: '*REDACTED*' },
      { k: 'text', t: 'NULL' },
    ];
    const six = columns.slice(0, 6);
    host.showRows(six, [kinds]);
    await view.page.getByRole('gridcell', { name: 'null value' }).waitFor();
    const cells = view.page.getByRole('gridcell');
    const names = await cells.evaluateAll((list) => list.map((cell) => cell.ariaLabel ?? cell.textContent));
    assert.deepEqual(names, [
      'null value',
      'empty text',
      'masked',
      '*REDACTED*, redacted by the service',
      'NULL',
      'column absent from this record',
    ]);
    const looks = await cells.evaluateAll((list) =>
      list.map((cell) => {
        const mark = getComputedStyle(cell, '::before').content;
        const value = getComputedStyle(cell.firstElementChild ?? cell);
        return [cell.textContent, mark, value.fontStyle, value.borderTopStyle, value.borderTopColor].join(
          '|',
        );
      }),
    );
    assert.equal(new Set(looks).size, looks.length, looks.join('\n'));
  });

  it('reports the first painted row of each result, once', async () => {
    const before = Date.now();
    host.showRows(columns, samplePage(0));
    await view.page.getByText('1001', { exact: true }).waitFor();
    await eventually('the report', () => host.called('reportPaint').length > 0);
    // Drawn again, it is not reported again.
    await view.page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, 100));
    await drawn(view.page);
    const painted = host.called('reportPaint') as { rev: number; at: number }[];
    assert.deepEqual(
      painted.map(({ rev }) => rev),
      [host.state.rev],
    );
    const at = painted[0]?.at ?? 0;
    assert.ok(at >= before - 1 && at <= Date.now() + 1, `${at} between ${before} and now`);
  });

  it('draws rows that come with the state without asking for them', async () => {
    const rows = samplePage(0);
    host.showRows(columns, rows, { rows });
    await view.page.getByText('1001', { exact: true }).waitFor();
    assert.deepEqual(host.called('fetchRows'), []);
  });

  it('ignores an older state and a malformed one', async () => {
    host.showRows(columns, samplePage(0), { status: 'Rows 1–25' });
    await view.page.getByText('1001', { exact: true }).waitFor();
    const now = host.state;
    host.state = { ...now, rev: now.rev - 2 };
    host.send({ status: 'old' });
    host.state = now;
    host.send({ status: 'wrong', columns: [{ name: 7 as unknown as string, numeric: true }] });
    host.state = now;
    host.send({ request: { time: 'after' } });
    await view.page.getByText('after').waitFor();
    assert.equal(await view.page.getByRole('status').textContent(), 'Rows 1–25');
  });
});
