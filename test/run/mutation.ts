/**
 * `npm run test:mutation`: changes the core at 400 places (`--count`) drawn by a fixed seed (`--seed`), one at a time,
 * and runs the tests that load the changed file: the unit tests first, then those of the other stages that run in Node.
 * A change that no test notices is printed: a missing test, dead code, or a change that changes nothing.
 * `--only TEXT` keeps the places whose path holds TEXT. Everything found goes to .vscode-test/mutation.json.
 * `--smoke` finds all places, but tries a single change, which has to be noticed: it shows in seconds that all this runs.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheRoot, root } from '../editor/cache.ts';
import { tryRun } from '../editor/processes.ts';
import { allCandidates, type Candidate, sample } from '../mutation/candidates.ts';
import type { Mutant } from '../mutation/mutant.ts';
import { TestsOfSources } from '../mutation/tests.ts';

/** How a change ended. `stopped`: the tests did not end in time, which counts as noticed. */
type Outcome = 'noticed' | 'stopped' | 'survived';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '400' },
    seed: { type: 'string', default: '20261121' },
    only: { type: 'string', default: '' },
    smoke: { type: 'boolean', default: false },
  },
});

const folders = values.smoke ? [['unit']] : [['unit'], ['proof', 'faults', 'localVault', 'processes']];
/** For the unchanged sources; a changed one gets twice what these took, since it may never end. */
const LIMIT_MS = 30 * 60_000;
const allTests = new TestsOfSources();

const candidates = await allCandidates();
const drawn = values.smoke
  ? [fatal(candidates)]
  : sample(candidates, Number(values.count), Number(values.seed)).filter(({ path }) =>
      path.includes(values.only),
    );
const outcomes = new Map<Candidate, Outcome>();
let limitMs = LIMIT_MS;
await checkUnchanged();
const waiting = drawn.values();
await Promise.all(Array.from({ length: availableParallelism() }, () => work()));
if (values.smoke) assertNoticed();
else await report();

/** Returns the test files of these folders that load the source; with `--smoke` only the nearest one. */
function testsOf(path: string, stage: readonly string[]): readonly string[] {
  const files = allTests.of(path, stage);
  return values.smoke ? files.slice(0, 1) : files;
}

/** A change that makes the first file of the candidates throw when a test loads it. */
function fatal([first]: readonly Candidate[]): Candidate {
  if (first === undefined) throw new Error('no place in the core can be changed');
  return { ...first, start: 0, end: 0, original: '', replacement: "throw new Error('mutant');" };
}

function assertNoticed(): void {
  if ([...outcomes.values()].join() !== 'noticed') throw new Error('a file that throws was not noticed');
  console.log(`${candidates.length} places; one change tried and noticed`);
}

/** Without a change all tests must pass: otherwise every change would seem to be noticed. */
async function checkUnchanged(): Promise<void> {
  const started = Date.now();
  for (const stage of folders) {
    const files = new Set(drawn.flatMap(({ path }) => testsOf(path, stage)));
    if (files.size > 0 && (await runTests([...files])) !== 'survived')
      throw new Error(`the tests of ${stage.join(', ')} do not pass on the unchanged sources`);
  }
  limitMs = 2 * (Date.now() - started);
}

async function work(): Promise<void> {
  for (const candidate of waiting) {
    const outcome = await tryOut(candidate);
    outcomes.set(candidate, outcome);
    if (outcome === 'survived') console.log(describe(candidate));
  }
}

/** The unit tests first; the slower ones only for what these let pass. */
async function tryOut(candidate: Candidate): Promise<Outcome> {
  for (const stage of folders) {
    const files = testsOf(candidate.path, stage);
    const outcome = files.length === 0 ? 'survived' : await runTests(files, candidate);
    if (outcome !== 'survived') return outcome;
  }
  return 'survived';
}

async function runTests(files: readonly string[], candidate?: Candidate): Promise<Outcome> {
  const mutant: Mutant | undefined = candidate && { ...candidate, file: join(root, candidate.path) };
  const mocha = join(root, 'node_modules', 'mocha', 'bin', 'mocha.js');
  const options = ['--no-package', '--no-config', '--bail', '--timeout', '60000', '--reporter', 'min'];
  const seed = ['--require', join(root, 'test', 'run', 'seed.ts')];
  const hook = ['--import', join(root, 'test', 'mutation', 'mutant.ts')];
  const { code, timedOut } = await tryRun(
    process.execPath,
    [...hook, mocha, ...options, ...seed, ...files.map((file) => join(root, file))],
    {
      cwd: root,
      env: { ...process.env, VAULTSQL_MUTANT: JSON.stringify(mutant) },
      timeoutMs: limitMs,
    },
  );
  if (timedOut) return 'stopped';
  return code === 0 ? 'survived' : 'noticed';
}

async function report(): Promise<void> {
  const rooms = Map.groupBy(drawn, ({ room }) => room);
  console.log('');
  for (const [room, all] of rooms) {
    const survived = all.filter((candidate) => outcomes.get(candidate) === 'survived').length;
    console.log(`${room.padEnd(24)} ${all.length} tried, ${survived} survived`);
  }
  const survivors = drawn.filter((candidate) => outcomes.get(candidate) === 'survived');
  await mkdir(cacheRoot, { recursive: true });
  const found = drawn.map((candidate) => ({ ...candidate, outcome: outcomes.get(candidate) }));
  await writeFile(join(cacheRoot, 'mutation.json'), `${JSON.stringify(found, null, 1)}\n`);
  console.log(`\n${drawn.length} changes, ${survivors.length} survived; .vscode-test/mutation.json`);
}

function describe({ path, line, mutator, original, replacement }: Candidate): string {
  return `${path}:${line} ${mutator}: ${oneLine(original)}  →  ${oneLine(replacement)}`;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
