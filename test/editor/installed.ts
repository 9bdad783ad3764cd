/** Packed extensions installed by the editor itself, once for all editors that this process opens. */
import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheRoot } from './cache.ts';
import type { NpmEditor } from './npmInstall.ts';
import { type EditorFolders, installVsix } from './server.ts';

/** By editor and paths of VSIX files, the folder with what that editor made of them. */
const installed = new Map<string, Promise<string>>();

/**
 * Puts these extensions into the folder of an editor that does not run yet. Its files are a copy of their own, and may be
 * changed. The editor finds them there, because its list of extensions has paths relative to the folder too.
 */
export async function addExtensions(
  editor: NpmEditor,
  { extensions }: EditorFolders,
  files: readonly string[],
): Promise<void> {
  const key = JSON.stringify([editor.directory, ...files]);
  const source = installed.get(key) ?? install(editor, files);
  installed.set(key, source);
  await cp(await source, extensions, { recursive: true });
}

async function install(editor: NpmEditor, files: readonly string[]): Promise<string> {
  await mkdir(cacheRoot, { recursive: true });
  const path = await mkdtemp(join(cacheRoot, 'installed-'));
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  const folders = { userData: join(path, 'user'), extensions: join(path, 'extensions') };
  await mkdir(folders.extensions);
  for (const file of files) await installVsix(editor, folders, file);
  return folders.extensions;
}
