import assert from 'node:assert/strict';
import { FakeHost } from './fakeHost.ts';
import { type ThemeName, themeNames, type WebviewPage } from './harness.ts';
import { columns, samplePage } from './sample.ts';
import { closeAfterEach, harnessOfSuite } from './suite.ts';
import { axeFaults, colorRules } from './violations.ts';

describe('what axe-core finds', () => {
  const harness = harnessOfSuite('results');
  let view: WebviewPage;

  async function open(theme: ThemeName): Promise<void> {
    const host = new FakeHost();
    view = await harness.open({ theme, connect: host.connect });
    host.showRows(columns, samplePage(0));
    await view.page.getByText('1001', { exact: true }).waitFor();
  }
  closeAfterEach(() => view);

  it('is a button without a name, in the theme with all rules', async () => {
    await open('dark');
    const button = view.page.locator('.action').first();
    await button.evaluate((node) => {
      node.removeAttribute('aria-label');
      node.removeAttribute('title');
    });
    assert.match((await axeFaults(view.page, 'dark')).join('\n'), /^button-name: /m);
  });

  it('is a wrong role, in the theme with all rules', async () => {
    await open('dark');
    await view.page.getByRole('grid').evaluate((grid) => grid.setAttribute('role', 'list'));
    assert.match((await axeFaults(view.page, 'dark')).join('\n'), /^aria-required-parent: /m);
  });

  for (const theme of themeNames) {
    it(`is too little contrast, ${theme}`, async () => {
      await open(theme);
      assert.deepEqual(await axeFaults(view.page, theme), []);
      const color = /dark/.test(theme) ? '#333' : '#ddd';
      const text = view.page.getByText('1001', { exact: true });
      await text.evaluate((node, faint) => node.style.setProperty('color', faint, 'important'), color);
      const found = await axeFaults(view.page, theme);
      assert.equal(found.length, 1, found.join('\n'));
      assert.match(found[0] ?? '', /^color-contrast: .*1001/s);
    });

    it(`is a link that only its colour tells from the text around it, ${theme}`, async () => {
      await open(theme);
      await view.page.evaluate(() => {
        const [text, link] = [document.createElement('p'), document.createElement('a')];
        text.style.cssText = 'position: fixed; inset: 0; z-index: 9; color: #000; background: #fff';
        link.style.cssText = 'color: #222; text-decoration: none';
        link.href = '#';
        link.append('this');
        text.append('Read ', link, ' before it.');
        document.body.append(text);
      });
      assert.match((await axeFaults(view.page, theme)).join('\n'), /^link-in-text-block: /m);
    });
  }

  it('depends on colours by no other rule', async () => {
    await open('dark');
    await axeFaults(view.page);
    const [all, run] = await view.page.evaluate<[string[], string[]]>(
      `axe.run().then(({ passes, violations, incomplete, inapplicable }) => [
        axe.getRules(['cat.color']).map(({ ruleId }) => ruleId),
        [passes, violations, incomplete, inapplicable].flat().map(({ id }) => id),
      ])`,
    );
    assert.deepEqual(
      all.filter((rule) => run.includes(rule)),
      colorRules,
    );
  });
});
