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
const MAX_BYTES_IN_MEMORY = 256 * 1024 * 1024;
/**
 * Permissions of every exported file, also of one that replaces another: the rows are personal data, and a file that
 * others could read must not stay readable under its old permissions. The user can change them afterwards.
 */
const OWNER_ONLY = 0o600;
const MAX_PART_FILES = 20;

/** Opens files to be written, and removes the half-written ones when the extension stops. */
export class FileSinks {
  /** Paths of the half-written files on disk. */
  readonly #parts = new Set<string>();

  /** Opens a file to be written. Rejects with the file system's error if the file can't be created. */
  async open(uri: vscode.Uri): Promise<FileSink> {
    return uri.scheme === 'file' ? diskSink(uri.fsPath, this.#parts) : memorySink(uri);
  }

  /** Writes a whole file. Rejects with the file system's error if that fails, and leaves nothing of the file. */
  async writeWhole(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const sink = await this.open(uri);
    try {
      await sink.write(bytes);
      await sink.finish();
    } catch (error) {
      await sink.abandon();
      throw error;
    }
  }

  /** Removes the half-written files. A write in progress fails then. */
  dispose(): void {
    for (const part of this.#parts) rmSync(part, { force: true });
    this.#parts.clear();
  }
}

/** `parts` holds the path of the half-written file until it has its name or was removed. */
async function diskSink(asked: string, parts: Set<string>): Promise<FileSink> {
  const path = (await existing(asked)) ?? asked;
  const { part, handle } = await openPart(path);
  parts.add(part);
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
      parts.delete(part);
    },
    async abandon() {
      parts.delete(part);
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
      if (!taken || number === MAX_PART_FILES) throw error;
    }
  }
}

function memorySink(uri: vscode.Uri): FileSink {
  let parts: Uint8Array[] = [];
  let size = 0;
  return {
    async write(bytes) {
      size += bytes.length;
      if (size > MAX_BYTES_IN_MEMORY) throw Object.assign(new Error('too large'), { code: 'tooLargeHere' });
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
