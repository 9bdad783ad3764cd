import assert from 'node:assert/strict';
import { eventKey } from '../../src/core/audit/feed/ledger.ts';
import { noFilters } from '../../src/core/audit/table/filter.ts';
import { tabTo } from '../editor/keyboard.ts';
import { withKeys } from '../unit/core/audit/questions.ts';
import { AuditFakeHost, eventOf } from './auditHost.ts';
import { openAuditTable, sample, statusOf } from './auditPage.ts';
import { boxesOf, drawn, pressIn, type WebviewPage } from './harness.ts';
import { closeWithoutProblems, harnessOfSuite } from './suite.ts';
import { axeFaults } from './violations.ts';

describe('parts of the audit table', () => {
  const harness = harnessOfSuite('audit');
  let view: WebviewPage;
  let host: AuditFakeHost;

  async function open(events = sample(300), options = {}): Promise<void> {
    host = new AuditFakeHost(events);
    view = await openAuditTable(harness, host, options);
  }
  const close = () => closeWithoutProblems(view);
  const status = (text: string | RegExp) => statusOf(view, text);
  /** The text of the cell that has the keyboard. */
  const active = async (): Promise<string> => {
    const id = await view.page.getByRole('grid').getAttribute('aria-activedescendant');
    return (await view.page.locator(`[id="${id}"]`).textContent()) ?? '';
  };
  const press = (...keys: readonly string[]) => pressIn(view, keys);

  it('shows a failure above events that stay in a line, not over half of them', async () => {
    await open();
    const notice = {
      title: 'The service did not answer',
      text: 'Try it again.',
      severity: 'error' as const,
      buttons: [{ id: 'load', label: 'Try Again' }],
    };
    const heights: number[] = [];
    for (const title of [notice.title, 'It did not answer again']) {
      host.send({ notice: { ...notice, title } });
      await view.page.getByRole('heading', { name: title }).waitFor();
      const box = await view.page.locator('.notice.error').boundingBox();
      heights.push(box?.height ?? Number.NaN);
    }
    assert.ok(
      heights.every((height) => height < 50),
      `${heights}`,
    );
    await close();
  });

  it('says what lies outside the histogram, and shows it by the keyboard and in the table of figures', async () => {
    await open([
      eventOf('{"request":{"timestamp":"9999-12-31 00:00:00.000000000"},"response":{"code":404}}'),
      ...sample(300),
      eventOf('{"request":{"timestamp":"0000-01-01 00:00:00.000000000"}}'),
    ]);
    await view.page.getByText('2 events outside this range').waitFor();
    await view.page.clock.install();
    const readout = view.page.locator('.readout');
    for (const [name, of] of [
      ['1 later', /^\d{4}-\d\d-\d\d .* – 9999-12-31/],
      ['1 earlier', /^0000-01-01/],
    ] as const) {
      await view.page.getByRole('button', { name, exact: true }).focus();
      await press('Enter');
      await status(/filtered here to 1;/);
      assert.match((await readout.textContent()) ?? '', of);
      // Until then the view takes what the host says for the answer to its own choice.
      await view.page.clock.fastForward(1_100);
      host.send();
      await drawn(view.page);
      assert.match((await readout.textContent()) ?? '', of, 'as the host says it too');
    }
    // Back into the axis with the arrow keys, from the side that was left.
    await view.page.getByRole('slider', { name: 'End of the time range' }).focus();
    await press('ArrowRight');
    await status(/filtered here to [1-9]\d*;/);
    assert.doesNotMatch((await readout.textContent()) ?? '', /^0000/);
    await press('Escape');
    await status(/filtered here to 302/);
    await view.page.getByRole('button', { name: 'Show the histogram as a table' }).click();
    const rows = await view.page.getByRole('table').getByRole('row').allTextContents();
    assert.match(rows[1] ?? '', /^before .*001$/);
    assert.match(rows.at(-1) ?? '', /^from .*010$/);
    assert.deepEqual(await axeFaults(view.page), []);
    await close();
  });

  it('widens to all times at once, also where the time was narrowed in the same frame', async () => {
    await open(sample(300));
    const slider = view.page.getByRole('slider', { name: 'Start of the time range' });
    await slider.evaluate((node) => {
      for (const key of ['PageUp', 'Escape'])
        node.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    });
    assert.equal(await slider.getAttribute('aria-valuenow'), '0');
    await drawn(view.page);
    await drawn(view.page);
    assert.deepEqual(host.called('range'), [{}]);
    await status(/^300 events loaded/);
    await close();
  });

  it('shows where the keyboard is, also to somebody who was there before the events', async () => {
    host = new AuditFakeHost(sample(20));
    let answer = (): void => undefined;
    host.isReady = new Promise((resolve) => {
      answer = resolve;
    });
    view = await harness.open({ connect: host.connect, width: 1200, height: 500 });
    const grid = view.page.getByRole('grid', { name: 'Audit events' });
    await grid.focus();
    answer();
    await status(/^20 events loaded/);
    await grid.and(view.page.locator('[aria-activedescendant]:focus')).waitFor();
    await close();
  });

  it('shows where the keyboard is as soon as it opens with the focus, before the first key', async () => {
    const active = () => view.page.locator('[role=grid]:focus .active');
    await open();
    assert.equal(await active().evaluate((cell) => getComputedStyle(cell).outlineStyle), 'solid');
    await close();
    // The focus comes before the events are loaded.
    host = new AuditFakeHost(sample(20));
    host.change = { phase: 'loading' };
    view = await harness.open({ connect: host.connect, width: 1200, height: 500 });
    await view.page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await view.page.locator('button:focus').waitFor();
    host.send({});
    await active().waitFor();
    // A focus that the user moved stays.
    await view.page.getByRole('combobox', { name: 'Ask about these events' }).focus();
    host.send({});
    await drawn(view.page);
    assert.equal(await active().count(), 0);
    await close();
  });

  it('keeps the keyboard and the details on their event while others come in above', async () => {
    const all = sample(303);
    await open(all.slice(3));
    const grid = view.page.getByRole('grid', { name: 'Audit events' });
    await grid.focus();
    await press('ArrowDown', 'ArrowDown', 'Enter');
    const button = view.page.getByRole('button', { name: 'Mark Event' });
    await button.waitFor();
    const [time, { row }] = [await active(), host.called('detail').at(-1) as { row: number }];
    host.table.add(all.slice(0, 3));
    host.send({ keepsPosition: true });
    await status(/^303 events loaded/);
    assert.equal(await active(), time);
    await button.click();
    assert.equal((host.called('activate').at(-1) as { row: number }).row, row + 3);
    assert.equal(host.called('detail').length, 1, 'the details are still those');
    await close();
  });

  it('keeps the keyboard on its event while others above it go away', async () => {
    await open(sample(30));
    const grid = view.page.getByRole('grid', { name: 'Audit events' });
    await grid.focus();
    await press(...Array.from({ length: 11 }, () => 'ArrowDown'));
    const time = await active();
    const keys = [8, 9, 11, 14].map((row) => eventKey(host.table.event(row) ?? assert.fail()));
    host.table.setFilters(withKeys(noFilters, keys));
    host.send({ keepsPosition: true });
    await status(/filtered here to 4/);
    assert.equal(await active(), time);
    await close();
  });

  it('names its connection in any width, and of production says so', async () => {
    for (const [width, label] of [
      [640, 'Customers'],
      [420, 'Customers of the northern branch, all regions'],
      [280, 'Customers of the northern branch, all regions'],
    ] as const)
      for (const environment of ['production', 'test'] as const) {
        await open(sample(50), { width, height: 400 });
        host.send({ target: { label, environment } });
        const badge = view.page.getByTitle(`${label} (${environment === 'test' ? 'test' : 'production'})`);
        await badge.waitFor();
        const box = await badge.boundingBox();
        assert.ok(box && box.width > 60 && box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
        const name = await badge.locator('.target').boundingBox();
        assert.ok((name?.width ?? 0) > 20, `${width}: ${name?.width}`);
        assert.equal(await badge.locator('.environment').isVisible(), environment === 'production');
        await view.picture(`audit-narrow-${width}-${environment}`);
        await close();
      }
  });

  it('cuts no name of a connection to a letter, beside every button', async () => {
    for (const theme of ['dark', 'light', 'hc-dark'] as const) {
      await open(sample(50), { theme, height: 400 });
      for (const width of [1280, 1024, 976, 800, 676, 650])
        for (const label of ['local', 'Customers of the northern branch, all regions'])
          for (const environment of ['production', 'development'] as const) {
            await view.page.setViewportSize({ width, height: 400 });
            host.send({ target: { label, environment } });
            const badge = view.page.getByTitle(`${label} (${environment})`);
            await badge.waitFor();
            const at = `${width} ${environment} ${label}`;
            const name = badge.locator('.target');
            const lacks = await name.evaluate((node) => node.scrollWidth - node.clientWidth);
            const seen = (await name.boundingBox())?.width ?? 0;
            assert.ok(lacks <= 0 || seen > 100, `${at}: ${seen} px are seen, ${lacks} are not`);
            for (const part of [badge, badge.locator('.environment')]) {
              const cut = await part.evaluate((node) => node.scrollWidth - node.clientWidth);
              assert.ok(cut <= 0 || !(await part.isVisible()), `${at}: it lacks ${cut} px`);
            }
            const boxes = await boxesOf(view.page.locator('.audit-bar').getByRole('button'));
            assert.ok(boxes.length > 0, at);
            for (const box of boxes) {
              assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${at}: ${JSON.stringify(box)}`);
            }
            if (width === 976 || width === 676)
              await view.picture(`audit-${width}-${label.slice(0, 5)}-${environment}-${theme}`);
          }
      await close();
    }
  });

  it('shows a whole ellipsis in place of the domain of an address, in any width', async () => {
    await open(sample(50), { width: 1050, height: 400 });
    /** Pictures of an address with that much room for its domain, and of what should be visible of it. */
    const pictures = async (room: number): Promise<readonly Buffer[]> => {
      await view.page.evaluate((pixels) => {
        const draw = (id: string, rest: string): HTMLElement => {
          document.getElementById(id)?.remove();
          const value = Object.assign(document.createElement('span'), { id, className: 'value shortened' });
          const parts = Object.entries({ start: 'kofi.mwangi', end: '', rest });
          for (const [className, textContent] of parts)
            value.append(Object.assign(document.createElement('span'), { className, textContent }));
          value.style.cssText =
            'position: fixed; top: 0; left: 0; z-index: 99; background: black; color: white; white-space: nowrap';
          document.body.append(value);
          return value;
        };
        const whole = draw('expected', '…');
        const start = whole.querySelector('.start')?.getBoundingClientRect().width ?? 0;
        const address = draw('address', '@local.test');
        for (const value of [whole, address]) value.style.width = `${Math.ceil(start) + pixels}px`;
      }, room);
      const take = async (id: string): Promise<Buffer> => {
        await view.page.evaluate((front) => {
          for (const name of ['expected', 'address'])
            document
              .getElementById(name)
              ?.style.setProperty('visibility', name === front ? 'visible' : 'hidden');
        }, id);
        return view.page.locator(`#${id}`).screenshot();
      };
      return [await take('expected'), await take('address')];
    };
    for (const room of [15, 18, 21]) {
      const [expected, address] = await pictures(room);
      assert.ok(address && expected?.equals(address), `${room} px for the domain`);
    }
    await close();
  });

  it('shows the focus of a pressed button beside its border, which themes give the same colour', async () => {
    await open(sample(50), { width: 1200, height: 400 });
    const pressed = view.page.getByRole('button', { name: 'Events', exact: true });
    const ring = (): Promise<string> => pressed.evaluate((button) => getComputedStyle(button).outlineOffset);
    assert.equal(await pressed.getAttribute('aria-pressed'), 'true');
    assert.equal(await ring(), '-1px');
    await tabTo(view.page, pressed);
    assert.equal(await ring(), '1px');
    const [button, bar] = await Promise.all(
      [pressed, view.page.locator('.audit-bar')].map((one) => one.boundingBox()),
    );
    assert.ok(button && bar && button.y - bar.y >= 2 && button.y + button.height + 2 <= bar.y + bar.height);
    await close();
  });

  it('leaves the editor around a very low view where it is when the rows get the focus', async () => {
    await open(sample(50), { width: 700, height: 400 });
    const scrolled = await view.page.evaluate(() => {
      // The editor's element around the webview, which hides what does not fit.
      const around = document.createElement('div');
      around.style.cssText = 'height: 57px; overflow: hidden';
      around.append(...document.body.children);
      document.body.append(around);
      document.querySelector<HTMLInputElement>('[role=combobox]')?.focus();
      return around.scrollHeight - around.clientHeight;
    });
    assert.ok(scrolled > 0, 'there is something to scroll to');
    await press('Enter');
    assert.equal(await view.page.getByRole('grid').evaluate((grid) => grid === document.activeElement), true);
    const top = await view.page.evaluate(() => document.body.firstElementChild?.scrollTop);
    assert.equal(top, 0);
    await close();
  });

  it('shows the end of a long name of a connection, where similar names differ', async () => {
    await open(sample(50), { width: 1050, height: 400 });
    const label = 'european-customer-data-platform-restricted-personal-records-frankfurt';
    for (const environment of ['production', 'development'] as const) {
      host.send({ target: { label, environment } });
      const badge = view.page.getByTitle(`${label} (${environment})`);
      await badge.waitFor();
      const [whole, end] = await Promise.all(
        [badge, badge.getByText('rankfurt', { exact: true })].map((one) => one.boundingBox()),
      );
      assert.ok(whole && end && end.x + end.width <= whole.x + whole.width, JSON.stringify([whole, end]));
    }
    await close();
  });

  it('shows each value’s share of the events in high contrast', async () => {
    for (const theme of ['hc-dark', 'hc-light'] as const) {
      await open(sample(300), { theme });
      const share = view.page.locator('.facet-value .share').first();
      const { border, width } = await share.evaluate((node) => {
        const { borderBottomStyle, borderBottomWidth } = getComputedStyle(node);
        return { border: `${borderBottomStyle} ${borderBottomWidth}`, width: node.clientWidth };
      });
      assert.equal(border, 'solid 2px');
      assert.ok(width > 50, `${width}`);
      await view.picture(`audit-facets-${theme}`);
      await close();
    }
  });

  it('heads the details with who and when, in two lines where one is too short', async () => {
    await open(sample(50), { width: 700, height: 400 });
    await view.page.getByRole('grid').focus();
    await press('ArrowDown', 'Enter');
    await view.page.getByRole('treeitem', { name: /^context/ }).waitFor();
    await view.page.locator('.pane h2').evaluate((node) => {
      node.textContent = 'administrator@example.test';
    });
    await view.page.locator('.pane .subtitle').evaluate((node) => {
      node.textContent = '2026-01-05 10:00:00.123456789 UTC';
    });
    for (const part of ['h2', '.subtitle']) {
      const cut = await view.page
        .locator(`.pane ${part}`)
        .evaluate((node) => node.scrollWidth - node.clientWidth);
      assert.ok(cut <= 0, `${part} lacks ${cut} px`);
    }
    await view.picture('audit-details-heading');
    await close();
  });
});
