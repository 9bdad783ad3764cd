import * as vscode from 'vscode';
import type { FileRead, FileToRead } from '../../../core/audit/file/fileReads.ts';
import { readBoundedFile } from '../../platform/boundedFile.ts';
import { getManifestUri } from '../../platform/replacing.ts';
import { getErrorCodeOrName } from '../export/eventsFile.ts';
import { type ChosenFile, MAX_FILES, refindChosenFiles } from './chosenFiles.ts';

/** Maximum size in bytes of a file that is not on disk, because such a file has to be read into memory as a whole. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Maximum size of a manifest in bytes. Usually it has a few kilobytes. */
const MAX_MANIFEST_BYTES = 1024 * 1024;

/**
 * `read` is the last result of reading the file; undefined if there is none that is still valid.
 */
export interface ShownFile {
  readonly file: ChosenFile;
  readonly read: FileRead | undefined;
}

export interface PendingFile {
  readonly file: ChosenFile;
  readonly toRead: FileToRead;
}
export type PendingOrReadFile = PendingFile | { readonly file: ChosenFile; readonly read: FileRead };

/**
 * Returns what the store is to read of a file: its path or bytes, and its manifest if there is a
 * readable one. Undefined if a file that is not on disk is too large.
 */
export async function prepareFileToRead(file: ChosenFile): Promise<FileToRead | undefined> {
  const { name, uri, size } = file;
  const manifest = await readManifest(file);
  const known = { name, ...(manifest === undefined ? {} : { manifest }) };
  if (uri.scheme === 'file') return { ...known, at: { path: uri.fsPath } };
  // A file system of an extension can only return the whole file.
  return size > MAX_BYTES ? undefined : { ...known, at: { bytes: await vscode.workspace.fs.readFile(uri) } };
}

/**
 * Returns the files `before` in their order, followed by files that were added to the chosen folders since, up to
 * `MAX_FILES` in all. A file has `toRead` if the store is to read it, or else a result. `unread` lists the subfolders
 * that could not be listed.
 */
export async function refindAndPrepareFiles(
  uris: readonly vscode.Uri[],
  before: readonly ShownFile[],
): Promise<{ readonly files: readonly PendingOrReadFile[]; readonly unread: readonly FileRead[] }> {
  const { files: found, unread } = await refindChosenFiles(uris);
  const now = new Map(found.map((file) => [file.uri.toString(), file]));
  const known = before.map(({ file, read }): ShownFile => {
    const present = now.get(file.uri.toString()) ?? { ...file, version: undefined };
    const isSame = present.version !== undefined && present.version === file.version;
    return { file: present, read: isSame ? read : undefined };
  });
  for (const { file } of before) now.delete(file.uri.toString());
  const fresh = Array.from(now.values(), (file): ShownFile => ({ file, read: undefined }));
  const files: PendingOrReadFile[] = [];
  for (const one of [...known, ...fresh].slice(0, MAX_FILES)) files.push(await preparePendingRead(one));
  return { files, unread };
}

/**
 * Prepares a file for reading, unless `read` is a result without a fault. A fault may have been corrected since then.
 * If the file can't be prepared, returns it with a result that has a fault.
 */
async function preparePendingRead({ file, read }: ShownFile): Promise<PendingOrReadFile> {
  if (read && !read.fault) return { file, read: { ...read, isEarlierResult: true } };
  try {
    const toRead = await prepareFileToRead(file);
    return toRead ? { file, toRead } : { file, read: createFailedRereadResult(file.name, 'FileTooLarge') };
  } catch (error) {
    return { file, read: createFailedRereadResult(file.name, getErrorCodeOrName(error)) };
  }
}

const createFailedRereadResult = (name: string, code: string): FileRead => ({
  name,
  read: { ok: true, events: 0, skipped: 0, line: 1, isCut: false },
  doubts: ['changed'],
  fault: { kind: 'unreadable', code },
  conflicting: 0,
  canGrow: false,
});

async function readManifest({ uri, mayHaveManifest: hasManifest }: ChosenFile): Promise<string | undefined> {
  if (!hasManifest) return undefined;
  const read = await readBoundedFile(getManifestUri(uri), MAX_MANIFEST_BYTES);
  // Most files that were chosen one by one have no manifest, and can be read without one.
  return read.ok ? new TextDecoder().decode(read.contents) : undefined;
}
