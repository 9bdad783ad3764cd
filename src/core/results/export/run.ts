/** Runs one export: encodes, counts, hashes and writes its chunks, no faster than the disk accepts them. */
import type { Chunk } from './chunks.ts';

/** The functions of the host that an export needs. */
export interface RunDeps {
  /** Encodes text as UTF-8. */
  readonly encode: (text: string) => Uint8Array;
  /** Starts a SHA-256 over the bytes given to `update`; `digest` returns it in hexadecimal. */
  readonly sha256: () => { update(bytes: Uint8Array): void; digest(): string };
}

export interface ExportRun {
  readonly chunks: AsyncIterable<Chunk> | Iterable<Chunk>;
  /**
   * Writes a chunk. The next chunk is created when the promise has resolved. An empty chunk is a pause in which other
   * work can be done.
   */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly isCancelled?: () => boolean;
  /** Called with the number of records written so far. */
  readonly onProgress?: (records: number) => void;
}

/** Figures of a file that was written. */
export interface WrittenFile {
  /** Number of records: rows, or audit events. */
  readonly rows: number;
  readonly bytes: number;
  /** SHA-256 of the file in hexadecimal. */
  readonly sha256: string;
}

/**
 * Writes all chunks, and resolves to the figures of the file; to undefined if the user cancelled, in which case the
 * file may be incomplete. Rejects with the error of `write` or of the chunks.
 */
export async function runExport(
  { chunks, write, isCancelled, onProgress }: ExportRun,
  { encode, sha256 }: RunDeps,
): Promise<WrittenFile | undefined> {
  const hash = sha256();
  let rows = 0;
  let bytes = 0;
  for await (const chunk of chunks) {
    if (isCancelled?.()) return undefined;
    const data = typeof chunk.data === 'string' ? encode(chunk.data) : chunk.data;
    hash.update(data);
    bytes += data.length;
    rows += chunk.rows;
    await write(data);
    onProgress?.(rows);
  }
  return isCancelled?.() ? undefined : { rows, bytes, sha256: hash.digest() };
}
