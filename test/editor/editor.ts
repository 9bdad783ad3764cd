import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { installMs, inTime, reachMs, waitMs } from '../run/waiting.ts';
import { cacheRoot } from './cache.ts';
import { displayMissing, installedDesktop, namedExecutable, starts, withDisplay } from './desktop.ts';
import { installNpmEditor, type NpmEditor } from './npmInstall.ts';

export type Way = 'desktop' | 'download' | 'npm';

/** An editor that `runTests` of @vscode/test-electron can start. */
export interface PreparedEditor {
  readonly way: Way;
  /** Takes the arguments of a desktop VS Code, whichever way it came. */
  readonly executable: string;
  /** One line for a person: which way was taken, and why not those before it. */
  readonly story: string;
}

const floorVersion = '1.106.3';

/**
 * The real editor for host tests, by the first of three ways that works: an executable named by `VAULTSQL_EDITOR`
 * or an installed desktop VS Code; the download of @vscode/test-electron; the workbench from npm in a browser.
 * With `floor` it is the lowest supported version, which an installed one is not.
 * `VAULTSQL_EDITOR_WAY=desktop|download|npm` admits one way only. Rejects when none works, saying why for each.
 */
export async function prepareEditor(options: { readonly floor?: boolean } = {}): Promise<PreparedEditor> {
  const floor = options.floor === true;
  const forced = process.env.VAULTSQL_EDITOR_WAY;
  const why: string[] = [];
  for (const way of ['desktop', 'download', 'npm'] as const) {
    if (forced !== undefined && forced !== '' && forced !== way) continue;
    const found = await ways[way](floor).catch((error: unknown) => String(error));
    if ('executable' in Object(found)) {
      const { executable, name } = found as Found;
      const not = why.length === 0 ? '' : ` (not ${why.join('; not ')})`;
      return { way, executable, story: `editor: ${name}, ${way} way${not}` };
    }
    why.push(`${way}: ${String(found)}`);
  }
  throw new Error(`No editor: ${why.join('; ')}`);
}

interface Found {
  readonly executable: string;
  readonly name: string;
}

/** Each way gives what it found or says why it did not. */
const ways: Readonly<Record<Way, (floor: boolean) => Promise<Found | string>>> = {
  async desktop(floor) {
    if (floor) return 'the floor is not an installed version';
    const named = namedExecutable();
    if (named !== undefined) return { executable: named, name: named };
    const desktop = await installedDesktop();
    if (typeof desktop === 'string') return desktop;
    const missing = await displayMissing();
    if (missing !== undefined) return missing;
    return { executable: await withDisplay(desktop.executable), name: `VS Code ${desktop.version}` };
  },

  async download(floor) {
    const missing = await displayMissing();
    if (missing !== undefined) return missing;
    if (!(await downloadHostAnswers())) return 'download host not reachable';
    const version = floor ? floorVersion : 'stable';
    const download = downloadAndUnzipVSCode({
      version,
      cachePath: join(cacheRoot, 'desktop'),
      timeout: waitMs,
    });
    const executable = await inTime('the download of the editor', download, installMs);
    if (!(await starts(executable))) return 'the downloaded editor does not start here (shared libraries?)';
    return { executable: await withDisplay(executable), name: `VS Code ${version}` };
  },

  async npm(floor) {
    const editor = await installNpmEditor({ floor });
    return { executable: await launcherFor(editor, floor), name: `VS Code ${editor.version}` };
  },
};

/** A small executable that makes the editor from npm look like a desktop VS Code to @vscode/test-electron. */
async function launcherFor(editor: NpmEditor, floor: boolean): Promise<string> {
  const windows = process.platform === 'win32';
  const program = fileURLToPath(new URL('npmLauncher.ts', import.meta.url));
  const which = floor ? 'floor' : 'current';
  const path = join(cacheRoot, `npm-editor-${editor.version}${windows ? '.cmd' : '.sh'}`);
  const script = windows
    ? `@"${process.execPath}" "${program}" --release=${which} %*\r\n`
    : `#!/bin/sh\nexec "${process.execPath}" "${program}" --release=${which} "$@"\n`;
  await mkdir(cacheRoot, { recursive: true });
  await writeFile(path, script);
  await chmod(path, 0o755);
  return path;
}

async function downloadHostAnswers(): Promise<boolean> {
  const signal = AbortSignal.timeout(reachMs);
  return fetch('https://update.code.visualstudio.com/api/releases/stable', { method: 'HEAD', signal }).then(
    (response) => response.ok,
    () => false,
  );
}
