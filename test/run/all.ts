/**
 * `npm test`: every stage, two at a time and beside them those that mostly wait, printed one after the other. None hides
 * another, none can hang, and a stage that could not run counts as failed. `--only unit,host` limits it to these and what
 * they need. The last line is `N passed, N failed`.
 */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheRoot, root } from '../editor/cache.ts';
import { start, stop, tryRun } from '../editor/processes.ts';
import { createInOrder, type Turn } from './inOrder.ts';
import type { TestResults } from './reporter.ts';
import { allStages, type Stage } from './stages.ts';

interface Outcome extends TestResults {
  readonly id: string;
  readonly seconds: number;
}

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const began = Date.now();
const stages = selected(allStages(), values.only?.split(','));

await mkdir(cacheRoot, { recursive: true });
const resultsFolder = await mkdtemp(join(cacheRoot, 'results-'));
/** Where Node keeps the code it compiled. The stages and the processes they start share most of their code. */
const compiledFolder = join(cacheRoot, 'compiled');
// Browser and editors are fetched while the first stages run; the stages that need them wait for the same work.
const fetching = start(process.execPath, [join(root, 'test', 'run', 'fetch.ts')], {
  cwd: root,
  stdio: 'ignore',
});

/** Two at a time, so that one can use the processor while the other waits, for example for its editor. */
const lanes = 2;
const nextTurn = createInOrder((text) => void process.stdout.write(text));
const running = new Map<string, Promise<Outcome>>();
let outcomes: Outcome[] = [];
try {
  outcomes = await runStages();
} finally {
  await stop(fetching);
  await rm(resultsFolder, { recursive: true, force: true });
}
summarize();

/**
 * Runs the stages in the lanes, those that mostly wait in a lane of their own, and returns the outcome of each, in the
 * order of the stages.
 */
async function runStages(): Promise<Outcome[]> {
  const waiting = stages.map((stage) => ({ stage, turn: nextTurn() }));
  const beside = waiting.filter(({ stage }) => stage.mostlyWaits);
  const others = waiting.filter(({ stage }) => !stage.mostlyWaits);
  const runLane = async (queue: typeof waiting): Promise<void> => {
    // Those it needs come before it in the list: they are under way or have ended.
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const outcome = runStage(next.stage, next.turn);
      running.set(next.stage.id, outcome);
      await outcome;
    }
  };
  await Promise.all([runLane(beside), ...Array.from({ length: lanes }, () => runLane(others))]);
  const found = await Promise.all(stages.map(({ id }) => running.get(id)));
  return found.filter((outcome) => outcome !== undefined);
}

/** Never rejects: what went wrong with one stage is its own failure, and hides nothing of another. */
async function runStage(stage: Stage, turn: Turn): Promise<Outcome> {
  const say = (line: string): void => turn.write(`${line}\n`);
  say(`\n── ${stage.id}: ${stage.what}`);
  try {
    const needed = await Promise.all(stage.needs.map((id) => running.get(id)));
    const broken = needed.filter((outcome) => outcome !== undefined && outcome.failed > 0);
    if (broken.length > 0) {
      say(`not run, because this failed: ${broken.map((outcome) => outcome?.id).join(', ')}`);
      return { id: stage.id, seconds: 0, ...tally(stage, 'not run') };
    }
    const started = Date.now();
    const results = await resultsOf(stage, turn);
    const seconds = (Date.now() - started) / 1000;
    say(`${results.failed === 0 ? '✔' : '✖'} ${stage.id}, ${seconds.toFixed(1)} s`);
    return { id: stage.id, seconds, ...results };
  } catch (error) {
    say(`✖ ${stage.id}: ${String(error)}`);
    return { id: stage.id, seconds: 0, ...tally(stage, String(error)) };
  } finally {
    turn.end();
  }
}

async function resultsOf(stage: Stage, turn: Turn): Promise<TestResults> {
  const resultsFile = join(resultsFolder, `${stage.id}.json`);
  const [command = '', ...args] = stage.command;
  const options = {
    cwd: root,
    env: { ...process.env, VAULTSQL_TEST_RESULTS: resultsFile, NODE_COMPILE_CACHE: compiledFolder },
    timeoutMs: stage.timeoutMs,
    shell: command === 'npm' && process.platform === 'win32',
  };
  const print = (text: string): void => turn.write(text);
  const result = await tryRun(command, args, options, stage.mocha ? print : undefined);
  const ok = result.code === 0 && !result.timedOut;
  if (!ok && !stage.mocha) print(`${result.output.slice(-20_000)}\n`);
  const counts = stage.mocha ? await readResults(resultsFile) : tally(stage, ok ? 'passed' : 'failed');
  const complaint = result.timedOut ? `longer than ${stage.timeoutMs / 1000} s` : `ended with ${result.code}`;
  // An exit code that the counts do not explain is a failure of its own: a crash, or a file that did not load.
  const isExplained = counts !== undefined && (ok || counts.failed > 0) && !result.timedOut;
  return isExplained ? counts : tally(stage, `${stage.what}: ${complaint}`, counts);
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
  for (const { notes = [] } of outcomes) for (const note of notes) console.log(`– ${note}`);
  console.log(`\nall in ${((Date.now() - began) / 1000).toFixed(1)} s, ${lanes} at a time`);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  if (failures.length > 0)
    console.log(`\nFailed:\n${failures.map((failure) => `  ✖ ${failure}`).join('\n')}`);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  const complete = outcomes.length === stages.length && outcomes.length > 0 && passed + failed > 0;
  process.exitCode = failed === 0 && complete ? 0 : 1;
  console.log(`\n${passed} passed, ${failed} failed`);
}
