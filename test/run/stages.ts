import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../editor/cache.ts';
import { stageMs, testMs } from './waiting.ts';

/** One part of `npm test`. A stage without `mocha` results counts as one test. */
export interface Stage {
  readonly id: string;
  readonly what: string;
  readonly command: readonly string[];
  /** Whether it writes what BriefReporter writes. */
  readonly mocha: boolean;
  /** Stages without whose success this one says nothing. */
  readonly needs: readonly string[];
  readonly timeoutMs: number;
  /** Whether it opens a browser or an editor. */
  readonly inEditor: boolean;
  /** Whether it waits for most of its time, so that two others can run beside it. Such a stage must need no other. */
  readonly mostlyWaits: boolean;
}

const node = process.execPath;
const module = (...path: string[]) => join(root, 'node_modules', ...path);

/**
 * All stages, the quick ones first: what they find is known while the slow ones still run. Of the slow ones the longest
 * comes first, so that none runs alone at the end.
 */
export function allStages(): Stage[] {
  return [
    tool('build', 'bundles', npmRun('build'), []),
    tool('types', 'types and walls', [node, module('typescript', 'bin', 'tsc'), '-b'], []),
    tool('lint', 'lint and format', npmRun('lint'), []),
    tool('package', 'the VSIX', npmRun('package:vsix'), ['build']),
    tests('unit', 'unit tests', 'unit', []),
    tests('localVault', 'the local vault over HTTP', 'localVault', []),
    tests('processes', 'what starts processes and threads, and large files', 'processes', ['build']),
    tests('architecture', 'the house rules', 'architecture', ['build']),
    tests('proof', 'rewrites on PostgreSQL itself, and following the trail', 'proof', []),
    tests('faults', 'hostile servers', 'faults', []),
    engines(),
    tests('smoke', 'benches and other scripts, with tiny sizes', 'smoke', ['package']),
    tests('vsix', 'the installed VSIX, as a person', 'vsix', ['package']),
    tests('webview', 'webviews in a browser', 'webview', ['build']),
    host('host', 'in the extension host', []),
    host('floor', 'in the oldest supported extension host', ['--floor']),
    host('codeWorkspace', 'in a .code-workspace that is not trusted with settings', [
      '--code-workspace',
      '--grep',
      'settings of a workspace',
    ]),
  ];
}

function tool(id: string, what: string, command: readonly string[], needs: readonly string[]): Stage {
  return { id, what, command, mocha: false, needs, timeoutMs: stageMs, inEditor: false, mostlyWaits: false };
}

/** Mocha over every `*.test.ts` of a folder of test/, found again at each run. */
function tests(id: string, what: string, folder: string, needs: readonly string[]): Stage {
  const files = testFiles(folder);
  // Without a file mocha would take its default folder and find nothing, cheerfully.
  const command = files.length > 0 ? mochaCommand(files) : [node, '-e', `throw 'no tests in test/${folder}'`];
  const inEditor = ['smoke', 'webview', 'vsix'].includes(folder);
  const mostlyWaits = folder === 'localVault';
  return { id, what, command, mocha: true, needs, timeoutMs: stageMs, inEditor, mostlyWaits };
}

/** Returns every `*.test.ts` of a folder of test/, relative to the root. */
export function testFiles(folder: string): string[] {
  return globSync(`test/${folder}/**/*.test.ts`, { cwd: root }).sort();
}

/** Returns the command that runs these test files with mocha. */
export function mochaCommand(files: readonly string[]): string[] {
  const options = [
    '--no-package',
    '--no-config',
    '--forbid-only',
    '--forbid-pending',
    '--timeout',
    `${testMs}`,
  ];
  const reporter = ['--reporter', join(root, 'test', 'run', 'reporter.ts')];
  const seed = ['--require', join(root, 'test', 'run', 'seed.ts')];
  return [node, module('mocha', 'bin', 'mocha.js'), ...options, ...seed, ...reporter, ...files];
}

function engines(): Stage {
  const command = [node, join(root, 'test', 'run', 'engines.ts')];
  return {
    id: 'engines',
    what: 'ClickHouse, as far as this machine can have it',
    command,
    mocha: true,
    needs: ['build'],
    timeoutMs: stageMs,
    inEditor: false,
    mostlyWaits: false,
  };
}

function host(id: string, what: string, args: readonly string[]): Stage {
  const command = [node, join(root, 'test', 'run', 'host.ts'), ...args];
  return {
    id,
    what,
    command,
    mocha: true,
    needs: ['build'],
    timeoutMs: stageMs,
    inEditor: true,
    mostlyWaits: false,
  };
}

/** A script of package.json: by npm as it was started itself, else from the PATH; without a shell where possible. */
export function npmRun(script: string): string[] {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js') === true
    ? [node, cli, 'run', '--silent', script]
    : ['npm', 'run', '--silent', script];
}
