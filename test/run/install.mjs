// Runs before npm scripts (their `pre…` hooks): installs what package-lock.json asks for, if it is not there yet.
// Plain JavaScript that gets by with Node 20.19 and an empty checkout. Among what it installs is the Node that the
// scripts themselves then run on: npm puts node_modules/.bin first in their PATH.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

const missing = whatIsMissing();
if (missing !== undefined) {
  console.log(`npm ci (${missing}) …`);
  const started = Date.now();
  const code = npmCi();
  if (code !== 0) {
    console.error(`\nThe dependencies could not be installed (npm ended with ${code}, its reason is above).`);
    console.error(
      'This step needs the npm registry, or its packages in npm’s cache; try again when it answers.',
    );
    process.exit(1);
  }
  console.log(`npm ci: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** Why an install is needed, or undefined: every package of the lock file, at its version, except optional ones. */
function whatIsMissing() {
  const wanted = packages('package-lock.json');
  if (wanted === undefined) throw new Error('package-lock.json is missing');
  const present = packages('node_modules/.package-lock.json');
  if (present === undefined) return 'nothing is installed';
  for (const [path, { version, optional }] of Object.entries(wanted)) {
    if (path === '') continue;
    const found = present[path];
    if (found === undefined ? !optional : found.version !== version) return `${path} is not at ${version}`;
  }
  const binary = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (!existsSync(binary) && !canStripTypes()) return 'a newer Node is needed';
  return undefined;
}

function packages(path) {
  const file = join(root, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

/** The scripts are TypeScript, which Node runs as it is from 22.18 and 24 on. */
function canStripTypes() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}

/** npm by the way it was started itself where that is known: then no shell is needed on Windows. */
function npmCi() {
  const cli = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const byNode = cli?.endsWith('.js') === true;
  const options = { cwd: root, stdio: 'inherit', shell: !byNode && process.platform === 'win32' };
  const result = byNode
    ? spawnSync(process.execPath, [cli, ...args], options)
    : spawnSync('npm', args, options);
  if (result.error !== undefined) throw result.error;
  return result.status ?? result.signal;
}
