import { execFile } from 'node:child_process';
import { readFile, realpath, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { waitMs } from '../run/waiting.ts';
import { cacheRoot, exists } from './cache.ts';

const run = promisify(execFile);

/** The lowest version that `engines.vscode` admits; an older editor would refuse the extension. */
const floorMinor = 106;

/** An installed desktop VS Code: its Electron executable. */
export interface Desktop {
  readonly executable: string;
  readonly version: string;
}

/** The executable that `VAULTSQL_EDITOR` names, used as it is: the person who sets it is responsible. */
export function namedExecutable(): string | undefined {
  const named = process.env.VAULTSQL_EDITOR;
  return named === undefined || named === '' ? undefined : named;
}

/** An installed desktop VS Code that is new enough, or why there is none, in words. */
export async function installedDesktop(): Promise<Desktop | string> {
  let tooOld: string | undefined;
  for (const executable of await candidates()) {
    if (!(await exists(executable))) continue;
    const version = await versionOf(executable);
    if (version === undefined) continue;
    const [major, minor] = version.split('.').map(Number);
    if (major === 1 && minor !== undefined && minor >= floorMinor) return { executable, version };
    tooOld = `installed ${version} is older than 1.${floorMinor}`;
  }
  return tooOld ?? 'no desktop VS Code installed';
}

/** Why a desktop editor cannot show itself on this machine, or undefined where it can. */
export async function displayMissing(): Promise<string | undefined> {
  if (process.platform !== 'linux' || hasDisplay() || (await virtualDisplay()) !== undefined)
    return undefined;
  return 'no display and no xvfb-run';
}

/** Whether an Electron executable finds its libraries here; a server image often lacks them. */
export async function starts(executable: string): Promise<boolean> {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  return run(executable, ['-p', '1+1'], { env, timeout: waitMs }).then(
    ({ stdout }) => stdout.trim() === '2',
    () => false,
  );
}

/** The executable itself, or on a Linux machine without a display a script that gives it a virtual one. */
export async function withDisplay(executable: string): Promise<string> {
  const xvfb = process.platform === 'linux' && !hasDisplay() ? await virtualDisplay() : undefined;
  if (xvfb === undefined) return executable;
  const script = join(cacheRoot, 'desktop-with-display.sh');
  await writeFile(script, `#!/bin/sh\nexec "${xvfb}" -a "${executable}" "$@"\n`, { mode: 0o755 });
  return script;
}

function hasDisplay(): boolean {
  return Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY);
}

async function virtualDisplay(): Promise<string | undefined> {
  for (const path of inPath('xvfb-run')) if (await exists(path)) return path;
  return undefined;
}

async function candidates(): Promise<string[]> {
  if (process.platform === 'darwin') {
    return ['/Applications', join(homedir(), 'Applications')].flatMap((place) =>
      ['Code', 'Electron'].map((name) => `${place}/Visual Studio Code.app/Contents/MacOS/${name}`),
    );
  }
  if (process.platform === 'win32') {
    const { LOCALAPPDATA: local, PROGRAMFILES: programs } = process.env;
    const places = [local === undefined ? undefined : join(local, 'Programs'), programs];
    return places
      .filter((place) => place !== undefined)
      .map((place) => join(place, 'Microsoft VS Code', 'Code.exe'));
  }
  // `code` in the PATH is a shell script in `bin` beside the executable of the same name.
  const fromPath: string[] = [];
  for (const script of inPath('code')) {
    const real = await realpath(script).catch(() => undefined);
    if (real !== undefined && basename(dirname(real)) === 'bin')
      fromPath.push(join(dirname(real), '..', 'code'));
  }
  return [
    ...fromPath,
    '/usr/share/code/code',
    '/opt/visual-studio-code/code',
    '/snap/code/current/usr/share/code/code',
  ];
}

function inPath(name: string): string[] {
  const places = (process.env.PATH ?? '').split(delimiter).filter((place) => place !== '');
  return places.map((place) => join(place, name));
}

async function versionOf(executable: string): Promise<string | undefined> {
  const beside = join(dirname(executable), 'resources', 'app', 'package.json');
  const inBundle = join(dirname(executable), '..', 'Resources', 'app', 'package.json');
  for (const path of [beside, inBundle]) {
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text !== undefined) return (JSON.parse(text) as { version?: string }).version;
  }
  return undefined;
}
