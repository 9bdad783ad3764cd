/**
 * What all processes and threads of the installed extension connect to and start, recorded in them by recorder.cjs, which
 * each of its bundles loads first.
 */
import { globSync, readFileSync } from 'node:fs';
import { appendFile, copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunFolder } from './runFolder.ts';

export interface Recorded {
  /** Path in the extension of the first bundle that the process or thread loaded, such as `dist/localVault/server.cjs`. */
  readonly by: string;
  readonly kind: 'bundle' | 'connection' | 'datagram' | 'lookup' | 'process' | 'thread';
  /** The bundle that was loaded, `host:port`, the host that was looked up, or the program with its arguments. */
  readonly to: string;
  /** For a process or thread, whether code of the extension started it: the editor's own code starts others. */
  readonly isOurs?: boolean;
}

/** The folder of the installed extension. */
export function installedIn({ extensions }: RunFolder): string {
  const [folder] = globSync('vaultsql.vault-sql-*', { cwd: extensions });
  if (folder === undefined) throw new Error(`Vault SQL is not installed in ${extensions}.`);
  return join(extensions, folder);
}

/** The bundles of the installed extension that Node loads, by their paths in it. */
export const bundlesIn = (run: RunFolder): readonly string[] =>
  globSync('dist/**/*.cjs', { cwd: installedIn(run) })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

/** Has the installed extension record from its next start on. */
export async function addRecorder(run: RunFolder): Promise<void> {
  const recorder = join(run.path, 'recorder.cjs');
  await copyFile(fileURLToPath(new URL('recorder.cjs', import.meta.url)), recorder);
  for (const bundle of bundlesIn(run)) {
    const path = join(installedIn(run), bundle);
    const code = await readFile(path, 'utf8');
    // This has to stay the first statement where it is.
    const head = /^("use strict";)?/.exec(code)?.[0] ?? '';
    const load = `require(${JSON.stringify(recorder)}).loaded(${JSON.stringify(bundle)});`;
    await writeFile(path, head + load + code.slice(head.length));
  }
}

/** Adds a statement to the end of an installed file, given by its path in the extension. */
export const addStatement = (run: RunFolder, file: string, statement: string): Promise<void> =>
  appendFile(join(installedIn(run), file), `\n;${statement}\n`);

/** All that was recorded so far, in its order. */
export const recordedIn = ({ path }: RunFolder): readonly Recorded[] =>
  readFileSync(join(path, 'recorded.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Recorded);
