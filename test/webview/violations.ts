import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { type ThemeName, themeNames } from './harness.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe-core, of those that are on, whose outcome depends on colours. */
export const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Returns what axe-core finds wrong, one line per element and rule. A test that has the same state in several themes
 * gives the theme: all rules run in the first one, dark, and in the others only those about colours, because a theme
 * changes nothing else of the document.
 */
export async function axeFaults(page: Page, theme: ThemeName = themeNames[0]): Promise<string[]> {
  // Through the debugger, so that the page's own policy stays as it is.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  const options = {
    resultTypes: ['violations'],
    // Only for rules about media, which no page has, and for one that is off.
    preload: false,
    ...(theme === themeNames[0] ? {} : { runOnly: colorRules }),
  };
  return page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + failureSummary)))`);
}
