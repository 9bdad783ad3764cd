/** Writes records as lines of JSON to files in a folder. A new file is started by size and by age. */
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { OutputRecord } from '../../core/audit/handover/records.ts';
import type { Sink } from '../../core/audit/handover/sink.ts';
import { errorCode } from '../../core/messages/thrownErrors.ts';
import { syncFolder, writeAll } from './durable.ts';
import { createFileError, SinkError } from './sinkError.ts';

interface FileSinkOptions {
  readonly folder: string;
  /** Start of the file names, which is followed by a time and a number. */
  readonly prefix: string;
  /** Returns the line of a record, including its line break. */
  readonly toLine: (record: OutputRecord) => string;
  /** Minimum size of a file in bytes at which the next records are written to a new file. */
  readonly rotateBytes: number;
  /** Minimum age of a file in milliseconds at which the next records are written to a new file. */
  readonly rotateMs: number;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
}

interface CurrentFile {
  readonly handle: FileHandle;
  readonly path: string;
  readonly number: number;
  /** When the file was started, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Offset in bytes after which a failed write may have left incomplete lines; undefined if there are none. */
  tornAt: number | undefined;
}

/**
 * Opens the sink. If a crash left a last line without a line break in the newest file, cuts that line off. The newest
 * file is continued unless its size or age requires a new one. Rejects with a SinkError.
 */
export async function openFileSink(options: FileSinkOptions): Promise<Sink> {
  const sink = new FileSink(options);
  try {
    await sink.openNewestFile();
  } catch (error) {
    throw createFileError(error, path.join(options.folder, options.prefix));
  }
  return sink;
}

/** Returns the path of the newest file of a sink; undefined if the folder has none. Rejects with a SinkError. */
export async function findNewestOutputFile(folder: string, prefix: string): Promise<string | undefined> {
  try {
    const newest = findNewestFile(await readdir(folder), prefix);
    return newest && path.join(folder, newest.name);
  } catch (error) {
    throw createFileError(error, path.join(folder, prefix));
  }
}

/** Maximum number of files to which the same records are written because another program deletes or moves these files. */
const MAX_FILES_PER_WRITE = 3;
const DIGITS = 6;
const CHUNK = 64 * 1024;
const NEWLINE = 10;

class FileSink implements Sink {
  readonly #options: FileSinkOptions;
  #current: CurrentFile | undefined;
  #lastNumber = 0;

  constructor(options: FileSinkOptions) {
    this.#options = options;
  }

  async openNewestFile(): Promise<void> {
    const { folder, prefix } = this.#options;
    const newest = findNewestFile(await readdir(folder), prefix);
    if (!newest) return;
    this.#lastNumber = newest.number;
    const file = path.join(folder, newest.name);
    const handle = await open(file, 'r+').catch((error: unknown) => {
      throw createFileError(error, file);
    });
    try {
      const status = await handle.stat();
      // Opening a named pipe for appending would block until a program reads it, and could not be cancelled.
      if (!status.isFile())
        throw new SinkError(
          `Could not write ${file}. It is not a regular file. Move it away, or choose another name.`,
        );
      const { size } = status;
      const bytes = await findEndOfLastLine(handle, size);
      if (bytes < size) {
        await handle.truncate(bytes);
        await handle.sync();
      }
      await handle.close();
      const appending = await open(file, 'a', 0o600);
      this.#current = {
        handle: appending,
        path: file,
        number: newest.number,
        startedAt: newest.startedAt,
        tornAt: undefined,
      };
    } catch (error) {
      await handle.close().catch(() => undefined);
      throw error;
    }
  }

  async write(records: readonly OutputRecord[]): Promise<void> {
    const bytes = Buffer.from(records.map(this.#options.toLine).join(''));
    let written: CurrentFile | undefined;
    for (let files = 0; files < MAX_FILES_PER_WRITE; files++) {
      written = await this.#appendToCurrentFile(bytes);
      // What was written to a file that was deleted meanwhile is lost.
      if (await isAtItsPath(written)) return;
    }
    throw new SinkError(
      `Another program deletes or moves ${written?.path} while it is written. Let it leave the newest file where it is.`,
    );
  }

  async #appendToCurrentFile(bytes: Buffer): Promise<CurrentFile> {
    const file = await this.#openFileForWriting();
    try {
      // The size is read each time, because another program, such as logrotate, may have shortened the file.
      const { size } = await file.handle.stat();
      file.tornAt = size;
      await writeAll(file.handle, bytes);
      await file.handle.datasync();
      file.tornAt = undefined;
      return file;
    } catch (error) {
      // If this fails too, the next write or the next start cuts the lines off.
      await cutTornLines(file).catch(() => undefined);
      throw createFileError(error, file.path);
    }
  }

  async close(): Promise<void> {
    const file = this.#current;
    this.#current = undefined;
    await file?.handle.close();
  }

  async #openFileForWriting(): Promise<CurrentFile> {
    const { folder, prefix, rotateBytes, rotateMs, now } = this.#options;
    const known = this.#current;
    const startedAt = now();
    if (known && (await isAtItsPath(known))) {
      const size = await prepareForWriting(known);
      if (size < rotateBytes && startedAt - known.startedAt < rotateMs) return known;
    }
    await this.close();
    const number = this.#lastNumber + 1;
    const file = path.join(folder, formatFileName(prefix, startedAt, number));
    try {
      const handle = await open(file, 'ax', 0o600);
      this.#lastNumber = number;
      this.#current = { handle, path: file, number, startedAt, tornAt: undefined };
      await syncFolder(folder);
      return this.#current;
    } catch (error) {
      throw createFileError(error, file);
    }
  }
}

/** Whether a file is still where it was opened: another program may have deleted, moved, or replaced it. */
async function isAtItsPath({ handle, path: file }: CurrentFile): Promise<boolean> {
  try {
    const [own, found] = await Promise.all([handle.stat({ bigint: true }), stat(file, { bigint: true })]);
    return own.ino === found.ino && own.dev === found.dev;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw createFileError(error, file);
  }
}

/** Cuts off what a failed write may have left, so that the file contains complete lines only. */
async function cutTornLines(file: CurrentFile): Promise<void> {
  const { handle, tornAt } = file;
  if (tornAt === undefined) return;
  const { size } = await handle.stat();
  // `truncate` would extend a shorter file with zeros.
  if (size > tornAt) await handle.truncate(tornAt);
  file.tornAt = undefined;
}

/** Cuts off incomplete lines, and returns the size of the file in bytes. Rejects with a SinkError. */
async function prepareForWriting(file: CurrentFile): Promise<number> {
  try {
    await cutTornLines(file);
    const { size } = await file.handle.stat();
    return size;
  } catch (error) {
    throw createFileError(error, file.path);
  }
}

function formatFileName(prefix: string, ms: number, number: number): string {
  const time = new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');
  return `${prefix}-${time}-${String(number).padStart(DIGITS, '0')}.ndjson`;
}

/**
 * Returns the sink's file with the highest number; undefined if there is none. The times in the names are not compared,
 * because the clock may have been set back.
 */
function findNewestFile(names: readonly string[], prefix: string) {
  const found = names.flatMap((name) => {
    if (!name.startsWith(`${prefix}-`)) return [];
    const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(\d{6,15})\.ndjson$/.exec(
      name.slice(prefix.length + 1),
    );
    if (!parts) return [];
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
    const startedAt = Date.UTC(year, month - 1, day, hour, minute, second);
    return [{ name, number: Number(parts[7]), startedAt }];
  });
  return found.sort((a, b) => b.number - a.number)[0];
}

/** Returns the offset in bytes after the last line break; 0 if there is none. */
async function findEndOfLastLine(handle: FileHandle, size: number): Promise<number> {
  const buffer = Buffer.alloc(CHUNK);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - CHUNK);
    const { bytesRead } = await handle.read(buffer, 0, end - start, start);
    const at = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE);
    if (at >= 0) return start + at + 1;
    end = start;
  }
  return 0;
}
