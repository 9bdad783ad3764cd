/** What the second parser costs: its thread's start, one statement through it, and one that it would never finish. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { createParser } from '../../src/extension/language/parser/parser.ts';
import { cacheRoot, root } from '../editor/cache.ts';
import { type Bench, median, sized } from './bench.ts';

const runs = sized(15, 1);
const warmRuns = sized(200, 2);
const stuckRuns = sized(5, 1);
const statement =
  "SELECT p.name, REDACTION(p.ssn, 'MASKED') FROM persons AS p JOIN credit_cards c ON c.person_id = p.id WHERE p.state = 'CA' AND c.brand LIKE 'V%' LIMIT 25";
/** 30 unclosed parentheses: more than 15 s without the deadline. */
const endless = `SELECT ${'('.repeat(30)}a FROM t`;

async function time(call: () => Promise<unknown> | unknown): Promise<number> {
  const start = performance.now();
  await call();
  return performance.now() - start;
}
async function times(count: number, call: () => Promise<unknown> | unknown): Promise<number> {
  const all: number[] = [];
  for (let i = 0; i < count; i++) all.push(await time(call));
  return median(all);
}

const bench: Bench = async () => {
  const entry = join(cacheRoot, `parser-${process.pid}.cjs`);
  await build({
    entryPoints: [join(root, 'src', 'extension', 'language', 'parser', 'worker.ts')],
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    outfile: entry,
  });
  try {
    const load = await times(runs, async () => {
      const parser = createParser({ entry });
      await parser.parse('SELECT a FROM t');
      parser.dispose();
    });
    // Its engine loads with the import.
    const started = performance.now();
    const { loadModule, parseSync } = await import('libpg-query');
    await loadModule();
    parseSync('SELECT a FROM t');
    const postgresLoad = performance.now() - started;

    const warm = createParser({ entry });
    for (let i = 0; i < warmRuns; i++) await warm.parse(statement);
    const one = await times(warmRuns, () => warm.parse(statement));
    warm.dispose();
    for (let i = 0; i < warmRuns; i++) parseSync(statement);
    const postgresOne = await times(warmRuns, () => parseSync(statement));

    const stuck = createParser({ entry, maxDepth: 100 });
    await stuck.parse('SELECT a FROM t');
    const killed: number[] = [];
    const restarted: number[] = [];
    for (let i = 0; i < stuckRuns; i++) {
      killed.push(await time(() => stuck.parse(endless)));
      restarted.push(await time(() => stuck.parse('SELECT a FROM t')));
    }
    stuck.dispose();

    const shared = { unit: 'ms', better: 'lower' } as const;
    return [
      {
        id: 'parser-load',
        what: 'second parser: from nothing to the first answer, thread included',
        value: load,
        target: 250,
        runs,
        ...shared,
        peers: [{ name: 'libpg-query', value: postgresLoad }],
      },
      {
        id: 'parser-statement',
        what: 'second parser: one statement, warm, there and back',
        value: one,
        target: 5,
        runs: warmRuns,
        ...shared,
        peers: [{ name: 'libpg-query', value: postgresOne }],
      },
      {
        id: 'parser-stuck',
        what: 'second parser: 30 unclosed parentheses answered “unknown”',
        value: median(killed),
        target: 400,
        runs: stuckRuns,
        ...shared,
        peers: [],
      },
      {
        id: 'parser-restart',
        what: 'second parser: the next answer after its thread was ended',
        value: median(restarted),
        target: 400,
        runs: stuckRuns,
        ...shared,
        peers: [],
      },
    ];
  } finally {
    await rm(entry, { force: true });
  }
};
export default bench;
