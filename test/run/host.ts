/**
 * Host tests: bundles test/host for the extension host and runs it in the real editor.
 * `--floor` takes the lowest supported version, `--grep TEXT` limits the tests, `--code-workspace` opens the sample
 * folder by a `.code-workspace`. Ends with 1 when a test failed.
 */
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { root } from '../editor/cache.ts';
import { TRACED } from '../editor/destinations.ts';
import { prepareEditor } from '../editor/editor.ts';
import { makeRunFolder } from '../editor/runFolder.ts';

const { values } = parseArgs({
  options: {
    floor: { type: 'boolean', default: false },
    grep: { type: 'string', default: '' },
    'code-workspace': { type: 'boolean', default: false },
  },
});

const bundle = join(root, 'dist', 'test', 'host');
await build({
  entryPoints: [
    join(root, 'test', 'host', 'index.ts'),
    ...globSync(join(root, 'test', 'host', '**', '*.test.ts')),
  ],
  outbase: join(root, 'test', 'host'),
  outdir: bundle,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  sourcemap: 'inline',
  external: ['vscode', 'mocha', 'playwright-core', '@electric-sql/pglite', 'libpg-query'],
  logLevel: 'warning',
});

const editor = await prepareEditor({ floor: values.floor });
console.log(editor.story);
const run = await makeRunFolder(values.floor ? 'floor' : 'host');
const opened = values['code-workspace'] ? join(run.path, 'sample.code-workspace') : run.workspace;
if (values['code-workspace']) await writeFile(opened, JSON.stringify({ folders: [{ path: run.workspace }] }));
try {
  await runTests({
    vscodeExecutablePath: editor.executable,
    extensionDevelopmentPath: root,
    extensionTestsPath: join(bundle, 'index.cjs'),
    launchArgs: [
      ...[opened, `--user-data-dir=${run.userData}`, `--extensions-dir=${run.extensions}`],
      `--log=${TRACED}`,
    ],
    extensionTestsEnv: {
      VAULTSQL_TEST_RESULTS: process.env.VAULTSQL_TEST_RESULTS,
      VAULTSQL_TEST_GREP: values.grep,
      VAULTSQL_TEST_ROOT: root,
      VAULTSQL_TEST_RUN: run.path,
      // Tests that start the local vault's program need a Node for it; the editor's own is not one in a desktop.
      VAULTSQL_TEST_NODE: process.execPath,
    },
  });
  await run.remove();
} catch (error) {
  console.log(String(error));
  console.log(`kept for a look: ${run.path}`);
  process.exitCode = 1;
}
