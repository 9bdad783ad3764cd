import assert from 'node:assert/strict';
import { eventually } from '../run/waiting.ts';
import { FakeHost } from './fakeHost.ts';
import { everything, toolsOf } from './fakeTools.ts';
import type { WebviewPage } from './harness.ts';
import { can, columns, samplePage } from './sample.ts';
import { closeAfterEach, harnessOfSuite } from './suite.ts';

describe('results view: a menu in a low panel', () => {
  const harness = harnessOfSuite('results');
  let view: WebviewPage;
  let host: FakeHost;

  beforeEach(async () => {
    host = new FakeHost();
    host.tools = toolsOf(host);
    view = await harness.open({ connect: host.connect });
  });
  closeAfterEach(() => view);

  it('shows at its edges that it has more, and the keys reach all of it', async () => {
    const { page } = view;
    await page.setViewportSize({ width: 700, height: 170 });
    host.showRows(columns, samplePage(0), { can: { ...can(), ...everything } });
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+F10');
    const menu = page.getByRole('menu');
    await menu.waitFor();
    const [above, below] = [menu.locator('.cut.above'), menu.locator('.cut.below')];
    const cuts = async () => [await above.isVisible(), await below.isVisible()];
    assert.deepEqual(await cuts(), [false, true]);
    await view.picture('menu-low');
    const items = menu.locator('.item');
    const count = await items.count();
    const first = await menu.evaluate(() => document.activeElement?.textContent);
    for (let at = 0; at < count; at++) {
      const isWhole = async (): Promise<boolean> => {
        const own = await page.locator('.menu .item:focus').boundingBox();
        const [lowest, highest] = [await below.boundingBox(), await above.boundingBox()];
        const [isCutAbove, isCutBelow] = await cuts();
        const from = isCutAbove && highest ? highest.y + highest.height : 0;
        const to = isCutBelow && lowest ? lowest.y : 170;
        return own !== null && own.y >= from && own.y + own.height <= to;
      };
      await eventually(`item ${at} in view`, isWhole);
      await page.keyboard.press('ArrowDown');
    }
    assert.equal(await menu.evaluate(() => document.activeElement?.textContent), first);
    await page.keyboard.press('End');
    await eventually('the end', async () => JSON.stringify(await cuts()) === '[true,false]');
    await page.setViewportSize({ width: 700, height: 700 });
  });
});
