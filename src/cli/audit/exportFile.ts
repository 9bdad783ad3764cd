/** Writes exported events to a new file, which appears under its name only once it is complete. */
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { findQueryText } from '../../core/audit/feed/queryOf.ts';
import { eventParquetChunks } from '../../core/audit/file/parquetEvents.ts';
import { parseQueryReads } from '../../core/audit/table/queryReads.ts';
import type { AuditEvent } from '../../core/service/types.ts';
import { syncFolder, writeAll } from '../../node/sinks/durable.ts';
import { createFileError } from '../../node/sinks/sinkError.ts';
import { ArgumentError } from './connection.ts';

/** Writes the chunks to `file`. Rejects if the file exists; removes what was written if a chunk can't be produced. */
export async function writeExportFile(
  file: string,
  chunks: AsyncIterable<Uint8Array | string>,
): Promise<void> {
  if (await exists(file)) throw new ArgumentError(`${file} exists. Choose another file, or delete it.`);
  const temporary = `${file}.part`;
  let isDone = false;
  try {
    const handle = await open(temporary, 'w', 0o600);
    try {
      for await (const chunk of chunks) {
        try {
          await writeAll(handle, typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
        } catch (error) {
          throw createFileError(error, file);
        }
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    await syncFolder(path.dirname(path.resolve(file)));
    isDone = true;
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? createFileError(error, file) : error;
  } finally {
    if (!isDone) await rm(temporary, { force: true });
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch {
    // Any other problem with the path shows when the file is created.
    return false;
  }
}

/** Yields the bytes of a Parquet file that contains the events. `about` is JSON text that describes the file. */
export async function* parquetChunks(
  events: AsyncIterable<AuditEvent>,
  about: string,
): AsyncGenerator<Uint8Array | string> {
  const withReads = async function* () {
    for await (const event of events) {
      const query = findQueryText(event);
      yield { event, reads: query === undefined ? undefined : parseQueryReads(query) };
    }
  };
  for await (const { data } of eventParquetChunks(withReads(), { ByteWriter, ParquetWriter }, about))
    yield data;
}
