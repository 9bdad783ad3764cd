/** What the suites of a webview have in common. */
import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../editor/browser.ts';
import { bundle, type Harness, startHarness, views, type WebviewPage } from './harness.ts';

/** The browser of all suites, each of whose pages has a context of its own, and the scripts that they load. */
let browser: Promise<Browser> | undefined;
const scripts = new Map<keyof typeof views, Promise<string>>();
after(async () => (await browser)?.close());

const scriptOf = (name: keyof typeof views): Promise<string> => {
  const script = scripts.get(name) ?? bundle(views[name].entry);
  scripts.set(name, script);
  return script;
};

/** The harness of a suite: started before its tests, closed after them. */
export function harnessOfSuite(
  name: 'results' | 'audit',
  translations?: Readonly<Record<string, string>>,
): Pick<Harness, 'open'> {
  let harness: Harness | undefined;
  before(async () => {
    browser ??= launchBrowser();
    const given = { browser: await browser, script: await scriptOf(name) };
    harness = await startHarness(new Map(), name, translations, given);
  });
  after(() => harness?.close());
  return {
    open(options) {
      assert.ok(harness, 'Pages are opened in tests and their hooks.');
      return harness.open(options);
    },
  };
}

/** Closes the page of each test of a suite, in which nothing may have gone wrong. */
export function closeAfterEach(view: () => WebviewPage): void {
  afterEach(() => closeWithoutProblems(view()));
}

export async function closeWithoutProblems(view: WebviewPage): Promise<void> {
  assert.deepEqual(view.problems, []);
  await view.close();
}
