/**
 * `npm run bench`: every test/bench/*.bench.ts in a process of its own, a table on screen, bench/results.json.
 * `--only NAME` takes the file NAME.bench.ts or the one that measures the figure NAME, and leaves the other figures
 * of the last run in place. Ends with 1 when a benchmark could not be run; a missed target is in the table.
 * `--smoke` runs each with a tiny size, and only loads those that need a program such as an editor: it shows in seconds that all still
 * run. Its figures mean nothing and are not kept; what `npm run package` makes has to be there.
 */
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type BenchEntry, type BenchModule, smokeVariable } from '../bench/bench.ts';
import { cacheRoot, root } from '../editor/cache.ts';
import { run, tryRun } from '../editor/processes.ts';
import { npmRun } from './stages.ts';
import { stageMs } from './waiting.ts';

type Result = BenchEntry & { readonly met: boolean };

/** Maximum duration of one benchmark. */
const timeoutMs = 10 * 60_000;
const resultsPath = join(root, 'bench', 'results.json');

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    smoke: { type: 'boolean', default: false },
    file: { type: 'string' },
    out: { type: 'string' },
  },
});
if (values.file !== undefined && values.out !== undefined)
  await measure(values.file, values.out, values.smoke);
else if (values.smoke) await smokeAll(values.only);
else await measureAll(values.only);

/** In the process of one benchmark. */
async function measure(file: string, out: string, isSmoke: boolean): Promise<void> {
  const module = (await import(pathToFileURL(file).href)) as BenchModule;
  const isOnlyLoaded = isSmoke && module.needsProgram === true;
  const entries = isOnlyLoaded ? [] : await module.default();
  // Tiny work may take no measurable time, which gives 0 / 0.
  const wrong = entries.filter(({ value }) => !isSmoke && Number.isNaN(value));
  if (wrong.length > 0) throw new Error(`no number: ${wrong.map(({ id }) => id).join(', ')}`);
  if (entries.length === 0 && !isOnlyLoaded) throw new Error('no figures');
  await writeFile(out, JSON.stringify(entries));
  // A benchmark may leave a pool or a timer behind; its figures are complete.
  process.exit(0);
}

/** Runs every benchmark with its tiny size. */
async function smokeAll(only: string | undefined): Promise<void> {
  const { results, broken } = await runAll(only, ['--smoke'], { ...process.env, [smokeVariable]: '1' });
  console.log(`${results.length} figures; ${broken} benchmarks failed`);
  if (broken > 0) process.exitCode = 1;
}

async function measureAll(only: string | undefined): Promise<void> {
  const [command = '', ...args] = npmRun('package');
  await run(command, args, { cwd: root, timeoutMs: stageMs, shell: process.platform === 'win32' });
  const { results, broken } = await runAll(only, [], process.env);
  print(results);
  await mkdir(join(root, 'bench'), { recursive: true });
  const measured = new Set(results.map(({ id }) => id));
  const kept = only === undefined ? [] : (await lastResults()).filter(({ id }) => !measured.has(id));
  await writeFile(resultsPath, `${JSON.stringify([...kept, ...results], null, 2)}\n`);
  console.log(
    `\n${results.filter(({ met }) => met).length} of ${results.length} targets met; bench/results.json`,
  );
  if (broken > 0 || results.length === 0) process.exitCode = 1;
}

/** Runs the benchmarks one after the other, each in a process of its own, and prints how long each took. */
async function runAll(
  only: string | undefined,
  options: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly results: readonly Result[]; readonly broken: number }> {
  const results: Result[] = [];
  let broken = 0;
  await mkdir(cacheRoot, { recursive: true });
  const folder = await mkdtemp(join(cacheRoot, 'bench-'));
  for (const file of await benchFiles(only)) {
    const name = basename(file, '.bench.ts');
    process.stdout.write(`${name} … `);
    const started = Date.now();
    const out = join(folder, `${name}.json`);
    const args = [join(root, 'test', 'run', 'bench.ts'), '--file', file, '--out', out, ...options];
    const result = await tryRun(process.execPath, args, { cwd: root, env, timeoutMs });
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    if (result.code === 0 && !result.timedOut) {
      const entries = JSON.parse(await readFile(out, 'utf8')) as BenchEntry[];
      results.push(...entries.map((entry) => ({ ...entry, met: isMet(entry) })));
      console.log(`${seconds} s`);
    } else {
      broken++;
      console.log(
        `failed after ${seconds} s${result.timedOut ? ' (too long)' : ''}\n${result.output.slice(-4_000)}`,
      );
    }
  }
  await rm(folder, { recursive: true, force: true });
  return { results, broken };
}

async function benchFiles(only: string | undefined): Promise<string[]> {
  const files = globSync(join(root, 'test', 'bench', '*.bench.ts')).sort();
  if (only === undefined) return files;
  const named = files.filter((file) => basename(file, '.bench.ts') === only);
  if (named.length > 0) return named;
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const measuring = files.filter((_, index) => texts[index]?.includes(`'${only}'`));
  if (measuring.length === 0) throw new Error(`no benchmark "${only}"`);
  return measuring;
}

function isMet({ value, target, better }: BenchEntry): boolean {
  return better === 'lower' ? value <= target : value >= target;
}

async function lastResults(): Promise<Result[]> {
  const text = await readFile(resultsPath, 'utf8').catch(() => '[]');
  return JSON.parse(text) as Result[];
}

function print(results: readonly Result[]): void {
  const rows = results.map(({ id, value, unit, target, better, met, peers, runs }) => [
    ...[met ? '✔' : '✖', id, `${round(value)} ${unit}`, `${better === 'lower' ? '≤' : '≥'} ${round(target)}`],
    ...[peers.map((peer) => `${peer.name} ${round(peer.value)}`).join(', '), String(runs)],
  ]);
  const table = [['', 'figure', 'value', 'target', 'peers', 'runs'], ...rows];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  console.log('');
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

function round(value: number): string {
  return String(Number(value.toPrecision(value >= 1000 ? 5 : 3)));
}
