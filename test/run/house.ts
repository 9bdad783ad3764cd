/**
 * Prints how the house is built: `npm run house`. The figures that its test holds, and those it only reports.
 * `--smoke` does the same for a few files only, to see that it runs.
 */
import { parseArgs } from 'node:util';
import { moduleState } from '../architecture/moduleState.ts';
import { parse } from '../architecture/parse.ts';
import { fileLines, folderFiles, functionLines, importCycles, type Measured } from '../architecture/shape.ts';
import { sources } from '../architecture/sources.ts';

const { values } = parseArgs({ options: { smoke: { type: 'boolean', default: false } } });
const parsed = parse(sources('src').filter(({ path }) => !values.smoke || path.startsWith('src/protocol/')));

function print(title: string, all: readonly Measured[], habit: number): void {
  const over = all.filter(({ count }) => count > habit);
  console.log(`\n${title}: ${all.length}; ${over.length} of more than ${habit}`);
  for (const { where, count } of over.slice(0, 10)) console.log(`${String(count).padStart(6)}  ${where}`);
}

print('Functions, by lines', functionLines(parsed), 40);
print('Files, by lines', fileLines(parsed), 100);
print('Folders, by files', folderFiles(parsed), 15);
const lines = fileLines(parsed).reduce((sum, { count }) => sum + count, 0);
console.log(`\nSource lines: ${lines}`);
const cycles = importCycles(parsed);
console.log(`\nImport cycles: ${cycles.length}`);
for (const files of cycles) console.log(`        ${files.join('\n        ')}`);
const states = moduleState(parsed);
console.log(`\nState of modules: ${states.length}`);
for (const one of states) console.log(`        ${one}`);
