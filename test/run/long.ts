/**
 * `npm run test:long`: the random tests of the dialect, of the rewrites, of what reads from outside, and of processes
 * that are killed, with their full number of cases, where `npm test` runs a part of each.
 */
import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../editor/cache.ts';
import { installEngines, testEngines } from '../engines/engines.ts';

/** Whether a test file has more cases here, or proves something on PostgreSQL. */
const isLong = (file: string): boolean =>
  file.startsWith('test/proof/') || readFileSync(join(root, file), 'utf8').includes('VAULTSQL_LONG');
const { folders, missing } = await installEngines(testEngines);
for (const { name, reason } of missing) console.log(`${name} does not run: ${reason}`);
const onEngines = folders.map((folder) => `test/engines/${folder}/**/*.test.ts`);
const files = globSync(['test/{unit,proof,localVault,processes}/**/*.test.ts', ...onEngines], { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter(isLong)
  .sort();
const mocha = join(root, 'node_modules', 'mocha', 'bin', 'mocha.js');
const args = [
  mocha,
  '--no-package',
  '--no-config',
  '--forbid-only',
  '--forbid-pending',
  '--require',
  join(root, 'test', 'run', 'seed.ts'),
  '--timeout',
  '0',
  ...files,
];
const child = spawn(process.execPath, args, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, VAULTSQL_LONG: '1' },
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
