import * as vscode from 'vscode';
import type { FileRead } from '../../../core/audit/file/fileReads.ts';
import { formatNumber } from '../../platform/number.ts';
import { getManifestUri } from '../../platform/replacing.ts';
import { getErrorCodeOrName } from '../export/eventsFile.ts';

const EVENT_FILE = /^[^.].*\.(?:(?:ndjson|jsonl|json|csv)(?:\.gz|\.zst)?|parquet)$/i;
/** Files that lie beside files of events: the manifests of exports, and the state of `audit follow`. */
const COMPANION = /\.(?:manifest|state)\.json$/i;
/** Maximum depth of searched folders; 1 is the chosen folder itself. */
const MAX_DEPTH = 8;
/**
 * Maximum number of files that are opened together, because each may stay open while its events are
 * displayed.
 */
export const MAX_FILES = 5_000;

/**
 * `name` is the file name, or, for a file in a chosen folder, the path relative to that folder.
 * `size` is in bytes, 0 if unknown.
 */
export interface ChosenFile {
  readonly name: string;
  readonly uri: vscode.Uri;
  readonly size: number;
  readonly mayHaveManifest: boolean;
  /**
   * A string that changes with the size and the modification time of the file and of its manifest. Undefined if the
   * file's modification time is unknown.
   */
  readonly version: string | undefined;
}

interface FoundFiles {
  readonly files: readonly ChosenFile[];
  readonly unread: readonly FileRead[];
}

export interface ChosenFiles extends FoundFiles {
  readonly title: string;
  /**
   * Whether a folder seems to have been chosen: there are more or fewer files than chosen items, or the first file is
   * not the first item.
   */
  readonly isFolder: boolean;
  readonly isTooMany: boolean;
}

type Stat = Pick<vscode.FileStat, 'type' | 'size' | 'mtime'>;

const getLastPathSegment = ({ path }: vscode.Uri): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * Returns the chosen files, and those in the chosen folders that may contain events, up to
 * `MAX_FILES`. Rejects with the file system's error, for example if a chosen folder can't be
 * listed.
 */
export async function findChosenFiles(uris: readonly vscode.Uri[]): Promise<ChosenFiles> {
  const { files, unread } = mergeFoundFiles(await Promise.all(uris.map(findFilesAt)));
  const [first] = uris;
  const isFolder = first !== undefined && (files.length !== uris.length || files[0]?.uri.path !== first.path);
  return {
    title:
      isFolder && uris.length === 1 ? folderTitle(getLastPathSegment(first), files.length) : titleOf(files),
    files: files.slice(0, MAX_FILES),
    unread,
    isFolder,
    isTooMany: files.length > MAX_FILES,
  };
}

/**
 * Finds the chosen files and those in the chosen folders again. Skips a chosen item for which `findChosenFiles` would
 * reject.
 */
export async function refindChosenFiles(uris: readonly vscode.Uri[]): Promise<FoundFiles> {
  const none: FoundFiles = { files: [], unread: [] };
  return mergeFoundFiles(await Promise.all(uris.map((uri) => findFilesAt(uri).catch(() => none))));
}

const mergeFoundFiles = (all: readonly FoundFiles[]): FoundFiles => ({
  files: all.flatMap(({ files }) => files),
  unread: all.flatMap(({ unread }) => unread),
});

async function findFilesAt(uri: vscode.Uri): Promise<FoundFiles> {
  const stat = await readStat(uri);
  if ((stat.type & vscode.FileType.Directory) !== 0) return findFilesInFolder(uri);
  return {
    files: [await describeChosenFile({ name: getLastPathSegment(uri), uri, mayHaveManifest: true }, stat)],
    unread: [],
  };
}

async function describeChosenFile(
  place: Pick<ChosenFile, 'name' | 'uri' | 'mayHaveManifest'>,
  { size, mtime }: Stat,
): Promise<ChosenFile> {
  const stats = place.mayHaveManifest ? await readStatIfExists(getManifestUri(place.uri)) : undefined;
  const version = mtime > 0 ? [size, mtime, stats?.size, stats?.mtime].join(' ') : undefined;
  return { ...place, size, version };
}

/**
 * Returns the metadata of a file or folder. If the metadata of a path on disk can't be read, returns a placeholder, so
 * that other files can be opened and the problem is reported when this one is read.
 */
async function readStat(uri: vscode.Uri): Promise<Stat> {
  try {
    return await vscode.workspace.fs.stat(uri);
  } catch (error) {
    if (uri.scheme !== 'file') throw error;
    return { type: vscode.FileType.Unknown, size: 0, mtime: 0 };
  }
}

const readStatIfExists = (uri: vscode.Uri): Promise<Stat | undefined> =>
  Promise.resolve(vscode.workspace.fs.stat(uri)).catch(() => undefined);

async function findFilesInFolder(folder: vscode.Uri): Promise<FoundFiles> {
  const places: Pick<ChosenFile, 'name' | 'uri' | 'mayHaveManifest'>[] = [];
  const unread: FileRead[] = [];
  async function lookInto({ name, uri }: (typeof places)[number], depth: number): Promise<void> {
    try {
      await walk(uri, `${name}/`, depth);
    } catch (error) {
      unread.push(createUnreadableFileRead(name, getErrorCodeOrName(error)));
    }
  }
  async function walk(uri: vscode.Uri, path: string, depth: number): Promise<void> {
    const entries = [...(await vscode.workspace.fs.readDirectory(uri))].sort(([a], [b]) => (a < b ? -1 : 1));
    const names = new Set(entries.map(([name]) => name));
    for (const [name, type] of entries) {
      if (places.length > MAX_FILES) return;
      const at = vscode.Uri.joinPath(uri, name);
      const inside = {
        name: `${path}${name}`,
        uri: at,
        mayHaveManifest: names.has(getLastPathSegment(getManifestUri(at))),
      };
      const isOurs = EVENT_FILE.test(name) && !COMPANION.test(name);
      // Links to folders are not followed. Their type also contains the flag for links.
      if (type === vscode.FileType.Directory && !name.startsWith('.') && depth < MAX_DEPTH)
        await lookInto(inside, depth + 1);
      else if ((type & vscode.FileType.File) !== 0 && isOurs) places.push(inside);
    }
  }
  await walk(folder, '', 1);
  const files = await Promise.all(
    places.map(async (place) => describeChosenFile(place, await readStat(place.uri))),
  );
  return { files, unread };
}

const createUnreadableFileRead = (name: string, code: string): FileRead => ({
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
    : vscode.l10n.t('{0} ({1} files)', folder, formatNumber(count));

const titleOf = (files: readonly ChosenFile[]): string => {
  const [first] = files;
  return files.length === 1 || !first
    ? (first?.name ?? '')
    : vscode.l10n.t('{0} and {1} more', first.name, formatNumber(files.length - 1));
};

export const totalSize = (files: readonly ChosenFile[]): number =>
  files.reduce((sum, { size }) => sum + size, 0);
