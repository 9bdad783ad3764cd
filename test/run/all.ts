/**
 * `npm test`: every stage in turn. None hides another, none can hang, and a stage that could not run counts as
 * failed. `--only unit,host` limits it to these and what they need. The last line is `N passed, N failed`.
 */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheRoot, root } from '../editor/cache.ts';
import { start, stop, tryRun } from '../editor/processes.ts';
import type { TestResults } from './reporter.ts';
import { allStages, type Stage } from './stages.ts';

interface Outcome extends TestResults {
  readonly id: string;
  readonly seconds: number;
}

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const stages = selected(allStages(), values.only?.split(','));

await mkdir(cacheRoot, { recursive: true });
const resultsFolder = await mkdtemp(join(cacheRoot, 'results-'));
// Browser and editors are fetched while the first stages run; the stages that need them wait for the same work.
const fetching = start(process.execPath, [join(root, 'test', 'run', 'fetch.ts')], {
  cwd: root,
  stdio: 'ignore',
});

const outcomes: Outcome[] = [];
try {
  for (const stage of stages) outcomes.push(await runStage(stage));
} finally {
  if (fetching !== undefined) await stop(fetching);
  await rm(resultsFolder, { recursive: true, force: true });
}
summarize();

async function runStage(stage: Stage): Promise<Outcome> {
  console.log(`\n── ${stage.id}: ${stage.what}`);
  const broken = stage.needs.filter((id) =>
    outcomes.some((outcome) => outcome.id === id && outcome.failed > 0),
  );
  if (broken.length > 0) {
    console.log(`not run, because this failed: ${broken.join(', ')}`);
    return { id: stage.id, seconds: 0, passed: 0, failed: 1, failures: [`${stage.id}: not run`] };
  }
  const started = Date.now();
  const resultsFile = join(resultsFolder, `${stage.id}.json`);
  const [command = '', ...args] = stage.command;
  const result = await tryRun(
    command,
    args,
    {
      cwd: root,
      env: { ...process.env, VAULTSQL_TEST_RESULTS: resultsFile },
      timeoutMs: stage.timeoutMs,
      shell: command === 'npm' && process.platform === 'win32',
    },
    stage.mocha ? (text) => process.stdout.write(text) : undefined,
  );
  const seconds = (Date.now() - started) / 1000;
  const ok = result.code === 0 && !result.timedOut;
  if (!ok && !stage.mocha) console.log(result.output.slice(-20_000));
  const counts = stage.mocha ? await readResults(resultsFile) : tally(stage, ok ? 'passed' : 'failed');
  const complaint = result.timedOut ? `longer than ${stage.timeoutMs / 1000} s` : `ended with ${result.code}`;
  // An exit code that the counts do not explain is a failure of its own: a crash, or a file that did not load.
  const outcome =
    counts !== undefined && (ok || counts.failed > 0) && !result.timedOut
      ? counts
      : tally(stage, `${stage.what}: ${complaint}`, counts);
  console.log(`${outcome.failed === 0 ? '✔' : '✖'} ${stage.id}, ${seconds.toFixed(1)} s`);
  return { id: stage.id, seconds, ...outcome };
}

/** A stage as one test; or on top of what its tests counted before it broke. */
function tally(stage: Stage, what: string, before?: TestResults): TestResults {
  const passed = what === 'passed';
  return {
    passed: (before?.passed ?? 0) + (passed ? 1 : 0),
    failed: (before?.failed ?? 0) + (passed ? 0 : 1),
    failures: [...(before?.failures ?? []), ...(passed ? [] : [`${stage.id}: ${what}`])],
  };
}

async function readResults(path: string): Promise<TestResults | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as TestResults);
}

function selected(stages: readonly Stage[], only: readonly string[] | undefined): Stage[] {
  if (only === undefined) return [...stages];
  const byId = new Map(stages.map((stage) => [stage.id, stage]));
  const wanted = new Set<string>();
  const want = (id: string) => {
    const stage = byId.get(id);
    if (stage === undefined) throw new Error(`no stage "${id}"; there are ${[...byId.keys()].join(', ')}`);
    for (const need of stage.needs) want(need);
    wanted.add(id);
  };
  for (const id of only) want(id);
  return stages.filter((stage) => wanted.has(stage.id));
}

function summarize(): void {
  console.log('');
  for (const { id, passed, failed, seconds } of outcomes) {
    console.log(
      `${failed === 0 ? '✔' : '✖'} ${id.padEnd(14)}${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)`,
    );
  }
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  if (failures.length > 0)
    console.log(`\nFailed:\n${failures.map((failure) => `  ✖ ${failure}`).join('\n')}`);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  const complete = outcomes.length === stages.length && outcomes.length > 0 && passed + failed > 0;
  process.exitCode = failed === 0 && complete ? 0 : 1;
  console.log(`\n${passed} passed, ${failed} failed`);
}
