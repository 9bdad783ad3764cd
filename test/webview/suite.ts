/** What the suites of a webview have in common. */
import assert from 'node:assert/strict';
import { type Harness, startHarness, type WebviewPage } from './harness.ts';

/** The harness of a suite: started before its tests, closed after them. */
export function harnessOfSuite(
  name: 'results' | 'audit',
  translations?: Readonly<Record<string, string>>,
): Pick<Harness, 'open'> {
  let harness: Harness | undefined;
  before(async () => {
    harness = await startHarness(new Map(), name, translations);
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
