import { rmSync } from 'node:fs';
import { type FileHandle, lstat, open, realpath, rename, rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { errorCode } from '../../core/messages/thrownErrors.ts';

/**
 * Writes one file in several chunks. The file gets its name, or replaces the existing file, when `finish` is called.
 * `abandon` discards what was written so far.
 */
export interface FileSink {
  write(bytes: Uint8Array): Promise<void>;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/**
 * Maximum size in bytes of a file that is not on disk. Such a file is kept in memory until `finish`, because the editor
 * can write only whole files to other file systems.
 */
const MAX_BYTES_IN_MEMORY = 256 * 1024 * 1024;
/**
 * Permissions of a file written to disk, even if it replaces a file with other permissions, because rows are personal
 * data.
 */
const OWNER_ONLY = 0o600;
const MAX_PART_FILES = 20;

/** Opens files for writing, and removes unfinished files from disk when it is disposed. */
export class FileSinks {
  readonly #parts = new Set<string>();

  /** Opens a file for writing. Rejects if a file on disk can't be created. */
  async open(uri: vscode.Uri): Promise<FileSink> {
    return uri.scheme === 'file' ? createDiskSink(uri.fsPath, this.#parts) : createMemorySink(uri);
  }

  /** Writes a whole file. Rejects if it can't be written; on disk, an existing file is unchanged then. */
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

  dispose(): void {
    for (const part of this.#parts) rmSync(part, { force: true });
    this.#parts.clear();
  }
}

async function createDiskSink(requestedPath: string, parts: Set<string>): Promise<FileSink> {
  const path = (await resolveExistingPath(requestedPath)) ?? requestedPath;
  const { part, handle } = await openPartFile(path);
  parts.add(part);
  return {
    async write(bytes) {
      // One call may write less than it was given.
      for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten;
      if (bytes.length === 0) await new Promise((resolve) => setImmediate(resolve));
    },
    async finish() {
      // The error of a full disk may be reported only when the bytes reach the disk.
      await handle.sync();
      await handle.close();
      await rename(part, path);
      parts.delete(part);
    },
    async abandon() {
      parts.delete(part);
      // Closing may fail if the disk is full or was removed. The unfinished file is deleted all the same.
      await handle.close().catch(() => undefined);
      await rm(part, { force: true });
    },
  };
}

/**
 * Resolves symbolic links, so that the file is replaced rather than the link. Returns undefined if there is no such
 * file. Throws EISDIR for a folder.
 */
async function resolveExistingPath(requestedPath: string): Promise<string | undefined> {
  try {
    const path = await realpath(requestedPath);
    const stats = await lstat(path);
    if (stats.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    return path;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Creates the unfinished file `<path>.part`, or `<path>.2.part` and so on if that name is taken. It is in the folder of
 * the final file, so that it only has to be renamed.
 */
async function openPartFile(path: string): Promise<{ part: string; handle: FileHandle }> {
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

function createMemorySink(uri: vscode.Uri): FileSink {
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
