/** The files of audit events that a person opens: those they name, and those in the folders that they name. */
import * as vscode from 'vscode';
import type { FileRead } from '../../../core/audit/file/fileReads.ts';
import { number } from '../../platform/number.ts';
import { manifestOf } from '../../platform/replacing.ts';
import { fileError } from '../export/eventsFile.ts';

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
  /** Whether a manifest may be beside it. */
  readonly hasManifest: boolean;
  /** As long as it is the same, so are the file and its manifest; undefined where that is not known. */
  readonly version: string | undefined;
}

/** Files, and the folders among which some may be that can't be looked into. */
interface FoundFiles {
  readonly files: readonly ChosenFile[];
  readonly unread: readonly FileRead[];
}

/** What was chosen at once. */
export interface ChosenFiles extends FoundFiles {
  readonly title: string;
  /** Whether folders were among what was named: their files were not named one by one. */
  readonly isFolder: boolean;
  /** There are more than are opened. */
  readonly isTooMany: boolean;
}

type Stat = Pick<vscode.FileStat, 'type' | 'size' | 'mtime'>;

const nameOf = ({ path }: vscode.Uri): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * The files there, those of a folder and of the folders in it by name: no hidden ones, none of another kind, and nothing
 * behind a link to a folder. Rejects with the file system's error.
 */
export async function chosenFiles(uris: readonly vscode.Uri[]): Promise<ChosenFiles> {
  const { files, unread } = together(await Promise.all(uris.map(filesAt)));
  const [first] = uris;
  const isFolder = first !== undefined && (files.length !== uris.length || files[0]?.uri.path !== first.path);
  return {
    title: isFolder && uris.length === 1 ? folderTitle(nameOf(first), files.length) : titleOf(files),
    files: files.slice(0, MAX_FILES),
    unread,
    isFolder,
    isTooMany: files.length > MAX_FILES,
  };
}

/** The same at a later time; what no longer exists has no files. */
export async function chosenAgain(uris: readonly vscode.Uri[]): Promise<FoundFiles> {
  const none: FoundFiles = { files: [], unread: [] };
  return together(await Promise.all(uris.map((uri) => filesAt(uri).catch(() => none))));
}

const together = (all: readonly FoundFiles[]): FoundFiles => ({
  files: all.flatMap(({ files }) => files),
  unread: all.flatMap(({ unread }) => unread),
});

async function filesAt(uri: vscode.Uri): Promise<FoundFiles> {
  const stat = await statOf(uri);
  if ((stat.type & vscode.FileType.Directory) !== 0) return filesIn(uri);
  return { files: [await chosenFile({ name: nameOf(uri), uri, hasManifest: true }, stat)], unread: [] };
}

async function chosenFile(
  place: Pick<ChosenFile, 'name' | 'uri' | 'hasManifest'>,
  { size, mtime }: Stat,
): Promise<ChosenFile> {
  const stats = place.hasManifest ? await statIfAny(manifestOf(place.uri)) : undefined;
  const version = mtime > 0 ? [size, mtime, stats?.size, stats?.mtime].join(' ') : undefined;
  return { ...place, size, version };
}

/** What is wrong with a file on disk is found out where it is read, and leaves the others. */
async function statOf(uri: vscode.Uri): Promise<Stat> {
  try {
    return await vscode.workspace.fs.stat(uri);
  } catch (error) {
    if (uri.scheme !== 'file') throw error;
    return { type: vscode.FileType.Unknown, size: 0, mtime: 0 };
  }
}

const statIfAny = (uri: vscode.Uri): Promise<Stat | undefined> =>
  Promise.resolve(vscode.workspace.fs.stat(uri)).catch(() => undefined);

/** One folder in it that can't be looked into leaves the others. */
async function filesIn(folder: vscode.Uri): Promise<FoundFiles> {
  const places: Pick<ChosenFile, 'name' | 'uri' | 'hasManifest'>[] = [];
  const unread: FileRead[] = [];
  async function lookInto({ name, uri }: (typeof places)[number], depth: number): Promise<void> {
    try {
      await walk(uri, `${name}/`, depth);
    } catch (error) {
      unread.push(unreadable(name, fileError(error)));
    }
  }
  async function walk(uri: vscode.Uri, path: string, depth: number): Promise<void> {
    const entries = [...(await vscode.workspace.fs.readDirectory(uri))].sort(([a], [b]) => (a < b ? -1 : 1));
    const names = new Set(entries.map(([name]) => name));
    for (const [name, type] of entries) {
      if (places.length > MAX_FILES) return;
      const at = vscode.Uri.joinPath(uri, name);
      const inside = { name: `${path}${name}`, uri: at, hasManifest: names.has(nameOf(manifestOf(at))) };
      const isOurs = EVENT_FILE.test(name) && !MANIFEST.test(name);
      // A link has another type besides.
      if (type === vscode.FileType.Directory && !name.startsWith('.') && depth < MAX_DEPTH)
        await lookInto(inside, depth + 1);
      else if ((type & vscode.FileType.File) !== 0 && isOurs) places.push(inside);
    }
  }
  await walk(folder, '', 1);
  const files = await Promise.all(places.map(async (place) => chosenFile(place, await statOf(place.uri))));
  return { files, unread };
}

const unreadable = (name: string, code: string): FileRead => ({
  name,
  read: { ok: false, reason: 'other' },
  doubts: [],
  fault: { kind: 'unreadable', code },
  conflicting: 0,
  canGrow: false,
});

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
