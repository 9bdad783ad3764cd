/** The files of audit events that a person opens: those they name, and those in the folders that they name. */
import * as vscode from 'vscode';
import type { FileRead, FileToRead } from '../../../core/audit/file/reading.ts';
import { readBounded } from '../../platform/boundedFile.ts';
import { number } from '../../platform/number.ts';
import { manifestOf } from '../../platform/replacing.ts';
import { fileError } from '../exportFile.ts';

/** Read all at once by the extension host, where it is not a file on disk. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Manifests have some KB. */
const MAX_MANIFEST_BYTES = 1024 * 1024;
/** What is looked for in a folder. */
const EVENT_FILE = /^[^.].*\.(?:ndjson|jsonl|json|csv)(?:\.gz|\.zst)?$/i;
const MANIFEST = /\.manifest\.json$/i;
/** Folders within one another that are looked into. */
const MAX_DEPTH = 8;
/** Files of a folder: each may stay open while its events are shown. */
export const MAX_FILES = 5_000;

/** A file, and its size in bytes; one of a folder is named by its path in there. */
export interface ChosenFile {
  readonly name: string;
  readonly uri: vscode.Uri;
  readonly size: number;
}

/** What was chosen at once. */
export interface ChosenFiles {
  readonly title: string;
  readonly files: readonly ChosenFile[];
  /** Whether folders were among what was named: their files were not named one by one. */
  readonly isFolder: boolean;
  /** There are more than are opened. */
  readonly isTooMany: boolean;
}

const nameOf = ({ path }: vscode.Uri): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * The files there, those of a folder and of the folders in it by name: no hidden ones, none of another kind, and nothing
 * behind a link to a folder. Rejects with the file system's error.
 */
export async function chosenFiles(uris: readonly vscode.Uri[]): Promise<ChosenFiles> {
  const found = await Promise.all(
    uris.map(async (uri) => {
      const { type, size } = await statOf(uri);
      if ((type & vscode.FileType.Directory) === 0) return [{ name: nameOf(uri), uri, size }];
      return filesIn(uri);
    }),
  );
  const files = found.flat();
  const [first] = uris;
  const isFolder = first !== undefined && (files.length !== uris.length || files[0]?.uri.path !== first.path);
  return {
    title: isFolder && uris.length === 1 ? folderTitle(nameOf(first), files.length) : titleOf(files),
    ...{ files: files.slice(0, MAX_FILES), isFolder, isTooMany: files.length > MAX_FILES },
  };
}

/** What is wrong with a file on disk is found out where it is read, and leaves the others. */
async function statOf(uri: vscode.Uri): Promise<Pick<vscode.FileStat, 'type' | 'size'>> {
  try {
    return await vscode.workspace.fs.stat(uri);
  } catch (error) {
    if (uri.scheme !== 'file') throw error;
    return { type: vscode.FileType.Unknown, size: 0 };
  }
}

async function filesIn(folder: vscode.Uri): Promise<readonly ChosenFile[]> {
  const places: { readonly name: string; readonly uri: vscode.Uri }[] = [];
  async function walk(uri: vscode.Uri, path: string, depth: number): Promise<void> {
    const entries = [...(await vscode.workspace.fs.readDirectory(uri))].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [name, type] of entries) {
      if (places.length > MAX_FILES) return;
      const inside = { name: `${path}${name}`, uri: vscode.Uri.joinPath(uri, name) };
      const isOurs = EVENT_FILE.test(name) && !MANIFEST.test(name);
      // A link has another type besides.
      if (type === vscode.FileType.Directory && !name.startsWith('.') && depth < MAX_DEPTH)
        await walk(inside.uri, `${inside.name}/`, depth + 1);
      else if ((type & vscode.FileType.File) !== 0 && isOurs) places.push(inside);
    }
  }
  await walk(folder, '', 1);
  const sizes = await Promise.all(places.map(({ uri }) => statOf(uri)));
  return places.map((place, at) => ({ ...place, size: sizes[at]?.size ?? 0 }));
}

const folderTitle = (folder: string, count: number): string =>
  count === 1
    ? vscode.l10n.t('{0} (1 file)', folder)
    : vscode.l10n.t('{0} ({1} files)', folder, number(count));

/** What files named one by one are called together. */
const titleOf = (files: readonly ChosenFile[]): string => {
  const [first] = files;
  return files.length === 1 || !first
    ? (first?.name ?? '')
    : vscode.l10n.t('{0} and {1} more', first.name, number(files.length - 1));
};

/** The bytes of all. */
export const sizeOf = (files: readonly ChosenFile[]): number =>
  files.reduce((sum, { size }) => sum + size, 0);

/** As the trail reads it; undefined where it is too large for that. */
export async function fileToRead({ name, uri, size }: ChosenFile): Promise<FileToRead | undefined> {
  const manifest = await manifestBeside(uri);
  const known = { name, ...(manifest === undefined ? {} : { manifest }) };
  if (uri.scheme === 'file') return { ...known, at: { path: uri.fsPath } };
  // A file system of an extension gives a file in one piece.
  return size > MAX_BYTES ? undefined : { ...known, at: { bytes: await vscode.workspace.fs.readFile(uri) } };
}

/** What there is to read of files that were read before, and those that can't be read any more. */
export interface FilesAgain {
  readonly files: readonly FileToRead[];
  readonly chosen: readonly ChosenFile[];
  readonly lost: readonly FileRead[];
}

/** The files that were chosen by `uris` before, with those that are in their folders since. */
export async function filesAgain(
  uris: readonly vscode.Uri[],
  before: readonly ChosenFile[],
): Promise<FilesAgain> {
  const known = new Set(before.map(({ uri }) => uri.toString()));
  const fresh = (await chosenAgain(uris)).filter(({ uri }) => !known.has(uri.toString()));
  const files: FileToRead[] = [];
  const chosen: ChosenFile[] = [];
  const lost: FileRead[] = [];
  for (const one of [...before, ...fresh].slice(0, MAX_FILES)) {
    let now = one;
    let file: FileToRead | undefined;
    let code = 'FileTooLarge';
    try {
      now = { ...one, size: (await vscode.workspace.fs.stat(one.uri)).size };
      file = await fileToRead(now);
    } catch (error) {
      code = fileError(error);
      // What became of a file on disk is found out where it was read.
      if (one.uri.scheme === 'file') file = { name: one.name, at: { path: one.uri.fsPath } };
    }
    chosen.push(now);
    if (file) files.push(file);
    else lost.push(lostFile(one.name, code));
  }
  return { files, chosen, lost };
}

/** None where something named is gone: what became of each file is found out one by one. */
async function chosenAgain(uris: readonly vscode.Uri[]): Promise<readonly ChosenFile[]> {
  try {
    return (await chosenFiles(uris)).files;
  } catch {
    return [];
  }
}

const lostFile = (name: string, code: string): FileRead => ({
  ...{ name, read: { ok: true, events: 0, skipped: 0, line: 1, isCut: false }, doubts: ['changed'] },
  ...{ fault: { kind: 'unreadable', code }, repeated: 0, canGrow: false },
});

async function manifestBeside(uri: vscode.Uri): Promise<string | undefined> {
  const read = await readBounded(manifestOf(uri), MAX_MANIFEST_BYTES);
  // Mostly there is none: the file says all.
  return read.ok ? new TextDecoder().decode(read.contents) : undefined;
}
