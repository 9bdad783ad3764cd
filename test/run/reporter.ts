import { writeFileSync } from 'node:fs';

/** What a run of mocha leaves for the orchestrator, in the file that `VAULTSQL_TEST_RESULTS` names. */
export interface TestResults {
  readonly passed: number;
  readonly failed: number;
  /** Full titles of what failed. */
  readonly failures: readonly string[];
  /** What the summary says of a stage besides its counts, such as what this machine can't run. */
  readonly notes?: readonly string[];
}

/**
 * Mocha's reporter for every kind of test here, in Node as in the extension host: one line for each outermost suite,
 * failures in full. Lines begin with a bar, by which the editor's launcher tells them from the workbench's chatter.
 */
export default class BriefReporter {
  constructor(runner: Mocha.Runner) {
    let passed = 0;
    const failures: string[] = [];
    let suite = { passed: 0, failed: 0, started: Date.now() };

    runner.on('suite', ({ parent }) => {
      if (parent?.root === true) suite = { passed: 0, failed: 0, started: Date.now() };
    });
    runner.on('pass', () => {
      passed++;
      suite.passed++;
    });
    // Also for hooks, whose tests then do not run; and for skipped tests, which are not allowed here.
    runner.on('fail', (test, error: unknown) => {
      failures.push(test.fullTitle());
      suite.failed++;
      print(`✖ ${test.fullTitle()}`);
      print(describe(error), '    ');
    });
    runner.on('suite end', ({ parent, title }) => {
      if (parent?.root !== true) return;
      const counts = suite.failed === 0 ? `${suite.passed}` : `${suite.passed}, ${suite.failed} failed`;
      print(`${suite.failed === 0 ? '✔' : '✖'} ${title} (${counts}; ${Date.now() - suite.started} ms)`);
    });
    runner.once('end', () => {
      const path = process.env.VAULTSQL_TEST_RESULTS;
      const results: TestResults = { passed, failed: failures.length, failures };
      if (path !== undefined) writeFileSync(path, JSON.stringify(results));
      print(`${passed} passed, ${failures.length} failed`);
    });
  }
}

function print(text: string, indent = ''): void {
  for (const line of text.split('\n')) console.log(`│ ${indent}${line}`);
}

/** Message, difference and stack of an error as one text. Node's own assertions have the difference in the message. */
function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
