/** What the trail reads of the files chosen: at first all of them, later those that changed and those that were added. */
import * as vscode from 'vscode';
import type { FileRead, FileToRead } from '../../../core/audit/file/fileReads.ts';
import { readBounded } from '../../platform/boundedFile.ts';
import { manifestOf } from '../../platform/replacing.ts';
import { fileError } from '../export/eventsFile.ts';
import { type ChosenFile, chosenAgain, MAX_FILES } from './chosenFiles.ts';

/** Read all at once by the extension host, where it is not a file on disk. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Manifests have some KB. */
const MAX_MANIFEST_BYTES = 1024 * 1024;

/** A file, and what came of it when it was read last; nothing where the person had enough before. */
export interface ShownFile {
  readonly file: ChosenFile;
  readonly read: FileRead | undefined;
}

/** A file, and what the trail is to read of it. */
export interface ToRead {
  readonly file: ChosenFile;
  readonly toRead: FileToRead;
}
/** A file that is to be read, or of which is known what came of it. */
export type FileAgain = ToRead | { readonly file: ChosenFile; readonly read: FileRead };

/** As the trail reads it; undefined where it is too large for that. */
export async function fileToRead(file: ChosenFile): Promise<FileToRead | undefined> {
  const { name, uri, size } = file;
  const manifest = await manifestBeside(file);
  const known = { name, ...(manifest === undefined ? {} : { manifest }) };
  if (uri.scheme === 'file') return { ...known, at: { path: uri.fsPath } };
  // A file system of an extension gives a file in one piece.
  return size > MAX_BYTES ? undefined : { ...known, at: { bytes: await vscode.workspace.fs.readFile(uri) } };
}

/**
 * The files that were chosen by `uris` before, in their order, then those that are in their folders since. `unread`: the
 * folders that can't be looked into.
 */
export async function filesAgain(
  uris: readonly vscode.Uri[],
  before: readonly ShownFile[],
): Promise<{ readonly files: readonly FileAgain[]; readonly unread: readonly FileRead[] }> {
  const { files: found, unread } = await chosenAgain(uris);
  const now = new Map(found.map((file) => [file.uri.toString(), file]));
  const known = before.map(({ file, read }): ShownFile => {
    const present = now.get(file.uri.toString()) ?? { ...file, version: undefined };
    const isSame = present.version !== undefined && present.version === file.version;
    return { file: present, read: isSame ? read : undefined };
  });
  for (const { file } of before) now.delete(file.uri.toString());
  const fresh = Array.from(now.values(), (file): ShownFile => ({ file, read: undefined }));
  const files: FileAgain[] = [];
  for (const one of [...known, ...fresh].slice(0, MAX_FILES)) files.push(await fileAgain(one));
  return { files, unread };
}

/** `read`: what came of the file as it is now. What failed may succeed. */
async function fileAgain({ file, read }: ShownFile): Promise<FileAgain> {
  if (read && !read.fault) return { file, read: { ...read, isKnown: true } };
  try {
    const toRead = await fileToRead(file);
    return toRead ? { file, toRead } : { file, read: lostFile(file.name, 'FileTooLarge') };
  } catch (error) {
    return { file, read: lostFile(file.name, fileError(error)) };
  }
}

const lostFile = (name: string, code: string): FileRead => ({
  name,
  read: { ok: true, events: 0, skipped: 0, line: 1, isCut: false },
  doubts: ['changed'],
  fault: { kind: 'unreadable', code },
  conflicting: 0,
  canGrow: false,
});

async function manifestBeside({ uri, hasManifest }: ChosenFile): Promise<string | undefined> {
  if (!hasManifest) return undefined;
  const read = await readBounded(manifestOf(uri), MAX_MANIFEST_BYTES);
  // Of a file that was named by itself there is mostly none: the file says all.
  return read.ok ? new TextDecoder().decode(read.contents) : undefined;
}
