/**
 * The stage `engines` of `npm test`: the tests below test/engines, on the database engines that this machine can have.
 * Where the environment variable CI is set, an engine that is missing is a failure.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { root } from '../editor/cache.ts';
import { tryRun } from '../editor/processes.ts';
import { installEngines, testEngines, withMissingEngines } from '../engines/engines.ts';
import type { TestResults } from './reporter.ts';
import { mochaCommand, testFiles } from './stages.ts';
import { stageMs } from './waiting.ts';

const resultsFile = process.env.VAULTSQL_TEST_RESULTS;
const started = Date.now();
const { folders, missing } = await installEngines(testEngines);
console.log(`│ engines ready after ${((Date.now() - started) / 1000).toFixed(1)} s`);

let code: number | null = 0;
if (folders.length > 0) {
  const [command = '', ...args] = mochaCommand(folders.flatMap((folder) => testFiles(`engines/${folder}`)));
  ({ code } = await tryRun(command, args, { cwd: root, stdio: 'inherit', timeoutMs: stageMs }));
}
const ran = resultsFile === undefined || folders.length === 0 ? undefined : await read(resultsFile);
const results = withMissingEngines(
  ran ?? { passed: 0, failed: 0, failures: [] },
  missing,
  Boolean(process.env.CI),
);
for (const { name, reason } of missing) console.log(`│ ${name} did not run: ${reason}`);
if (resultsFile !== undefined && (ran !== undefined || folders.length === 0))
  await writeFile(resultsFile, JSON.stringify(results));
process.exitCode = results.failed > 0 ? 1 : (code ?? 1);

/** Returns what the reporter wrote; undefined when mocha ended without a report. */
async function read(path: string): Promise<TestResults | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as TestResults);
}
