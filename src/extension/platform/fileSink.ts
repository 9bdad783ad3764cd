import { rmSync } from 'node:fs';
import { type FileHandle, lstat, open, realpath, rename, rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { errorCode } from '../../core/messages/thrown.ts';

/** Where a file is written: no file has its name before `finish`, nothing of it is left after `abandon`. */
export interface FileSink {
  write(bytes: Uint8Array): Promise<void>;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/** A file system of an extension takes a file in one piece: more than this is not held in memory for it. */
const MOST_IN_MEMORY = 256 * 1024 * 1024;
/**
 * Permissions of every exported file, also of one that replaces another: the rows are personal data, and a file that
 * others could read must not stay readable under its old permissions. The user can change them afterwards.
 */
const OWNER_ONLY = 0o600;
const MOST_PARTS = 20;

/** Rejects with the file system's error where the place cannot be written. */
export const openSink = (uri: vscode.Uri): Promise<FileSink> =>
  uri.scheme === 'file' ? diskSink(uri.fsPath) : Promise.resolve(memorySink(uri));

/** Writes a file in one piece. Rejects as `openSink`, or where it can't be written; then nothing of it is left. */
export async function writeWhole(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
  const sink = await openSink(uri);
  try {
    await sink.write(bytes);
    await sink.finish();
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

/** Half-written files of exports that are under way. */
const openParts = new Set<string>();

/** For when the extension is stopped: an export under way ends, and nothing of it stays. */
export function removeOpenParts(): void {
  for (const part of openParts) rmSync(part, { force: true });
  openParts.clear();
}

async function diskSink(asked: string): Promise<FileSink> {
  const path = (await existing(asked)) ?? asked;
  const { part, handle } = await openPart(path);
  openParts.add(part);
  return {
    async write(bytes) {
      // One call may write less than it was given.
      for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten;
      if (bytes.length === 0) await new Promise((resolve) => setImmediate(resolve));
    },
    async finish() {
      // A full disk may show only when the bytes reach it.
      await handle.sync();
      await handle.close();
      await rename(part, path);
      openParts.delete(part);
    },
    async abandon() {
      openParts.delete(part);
      // Closing may fail where the disk is full or gone: what was written goes all the same.
      await handle.close().catch(() => undefined);
      await rm(part, { force: true });
    },
  };
}

/** The file that a name refers to, through links: it is replaced, not the link to it. Undefined where there is none. */
async function existing(asked: string): Promise<string | undefined> {
  try {
    const path = await realpath(asked);
    const stats = await lstat(path);
    if (stats.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    return path;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** `<name>.part` beside the file, so that renaming it moves no bytes; with a number where that is another export's. */
async function openPart(path: string): Promise<{ part: string; handle: FileHandle }> {
  for (let number = 1; ; number++) {
    const part = number === 1 ? `${path}.part` : `${path}.${number}.part`;
    try {
      return { part, handle: await open(part, 'wx', OWNER_ONLY) };
    } catch (error) {
      const taken = errorCode(error) === 'EEXIST';
      if (!taken || number === MOST_PARTS) throw error;
    }
  }
}

function memorySink(uri: vscode.Uri): FileSink {
  let parts: Uint8Array[] = [];
  let size = 0;
  return {
    async write(bytes) {
      size += bytes.length;
      if (size > MOST_IN_MEMORY) throw Object.assign(new Error('too large'), { code: 'tooLargeHere' });
      parts.push(bytes);
      await new Promise((resolve) => setImmediate(resolve));
    },
    async finish() {
      await vscode.workspace.fs.writeFile(uri, Buffer.concat(parts));
      parts = [];
    },
    async abandon() {
      parts = [];
    },
  };
}
