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
 * Maximum size in bytes of a file on a file system other than the disk. The editor writes only whole files there, so
 * the file is kept in memory until `finish`.
 */
const MAX_BYTES_IN_MEMORY = 256 * 1024 * 1024;
/**
 * Permissions of a file written to disk, including one that replaces another file. Rows are personal data, so the new
 * file must not be readable under the permissions of an old file that others could read. Windows ignores these
 * permissions.
 */
const OWNER_ONLY = 0o600;
const MAX_PART_FILES = 20;

/** Opens files for writing, and removes unfinished files when the extension stops. */
export class FileSinks {
  readonly #parts = new Set<string>();

  /** Opens a file for writing. On disk, rejects with the file system's error if the file can't be created. */
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

  /** Removes the unfinished files from disk. */
  dispose(): void {
    for (const part of this.#parts) rmSync(part, { force: true });
    this.#parts.clear();
  }
}

/**
 * Opens a file on disk for writing. `parts` contains the path of its unfinished `.part` file while the file is written.
 */
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

/**
 * Returns the path of the file that `requestedPath` refers to, with symbolic links resolved, so that the file is
 * replaced rather than the link. Undefined if no such file exists. Throws EISDIR if it is a folder.
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
 * Creates the unfinished file `<path>.part`, or `<path>.2.part` and so on if that name is taken, up to `MAX_PART_FILES`
 * names. It is created in the folder of the final file, so that it only has to be renamed. Throws the file system's
 * error if it can't be created.
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
