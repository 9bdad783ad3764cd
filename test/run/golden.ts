/**
 * The golden readings of the language (test/unit/core/sql/golden), looked at or written:
 * `--since <commit>` shows all statements of which that commit's code says something else, grouped by what changed;
 * `--print "constructs 17"` prints the statements of a block, or one of them, with what is read from them;
 * `--write` writes the golden files. `--reader findings` limits each to one reader; `--examples 10` shows more.
 * `--smoke` does all of it in seconds for a few statements, without writing a file.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from '../editor/cache.ts';
import { differences, report } from '../unit/core/sql/golden/compare.ts';
import { blockOf, readSamples, textReader, writeGolden } from '../unit/core/sql/golden/files.ts';
import * as own from '../unit/core/sql/golden/readers.ts';
import { drawnSamples, fixedSamples } from '../unit/core/sql/golden/samples.ts';

const { values } = parseArgs({
  options: {
    since: { type: 'string' },
    print: { type: 'string' },
    write: { type: 'boolean' },
    reader: { type: 'string' },
    examples: { type: 'string', default: '3' },
    smoke: { type: 'boolean', default: false },
  },
});
const names = own.readerNames.filter((name) => values.reader === undefined || values.reader === name);
if (names.length === 0) throw new Error(`--reader is one of ${own.readerNames.join(', ')}`);
/** The number of statements of `--smoke`. */
const SMOKE_SAMPLES = 30;
const fixed = values.smoke ? fixedSamples().slice(0, SMOKE_SAMPLES) : fixedSamples();
const drawn = values.smoke ? [] : drawnSamples();

if (values.smoke) await smoke();
else if (values.write === true) write();
else if (values.print !== undefined) print(values.print);
else if (values.since !== undefined) await since(values.since);
else console.log('node test/run/golden.ts --since <commit> | --print <block> | --write  [--reader <name>]');

/** The commit is the present one, if there is a repository at all: a copy of the sources may have none. */
async function smoke(): Promise<void> {
  for (const name of names) readSamples(own.readers[name], fixed, drawn);
  print(fixed[0]?.id ?? '');
  if (existsSync(join(root, '.git'))) await since('HEAD');
}

function write(): void {
  for (const name of names) writeGolden(name, readSamples(own.readers[name], fixed, drawn));
  writeGolden('samples', readSamples(textReader, fixed, drawn));
}

function print(which: string): void {
  const found = [...fixed, ...drawn].filter((one) => one.id === which || blockOf(one) === which);
  for (const { id, text, options } of found) {
    console.log(`${id}: ${JSON.stringify(text)} ${JSON.stringify(options)}`);
    for (const name of names) {
      const lines = own.linesOf(own.readers[name], text, options).map(own.lineText);
      if (lines.length > 0) console.log(`  ${name}\n    ${lines.join('\n    ')}`);
    }
  }
}

/** Loads the readers of a commit beside ours. */
async function since(commit: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vault-sql-golden-'));
  try {
    const archive = execFileSync('git', ['archive', commit, 'src', 'test', 'package.json'], {
      cwd: root,
      maxBuffer: 2 ** 28,
    });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const path = join(folder, 'test', 'unit', 'core', 'sql', 'golden', 'readers.ts');
    const old = (await import(pathToFileURL(path).href)) as typeof own;
    for (const name of names) {
      if (!(name in old.readers)) continue;
      const found = differences(old.readers[name], own.readers[name], [...fixed, ...drawn]);
      console.log(`\n── ${name}: ${report(found, { examples: Number(values.examples) })}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
