/**
 * `npm run test:long`: the random tests of the dialect and of the rewrites with their full number of cases, where
 * `npm test` runs a few hundred of each.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../editor/cache.ts';

const files = globSync(['test/unit/core/sql/lint/oracle.test.ts', 'test/proof/**/*.test.ts'], {
  cwd: root,
}).sort();
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
