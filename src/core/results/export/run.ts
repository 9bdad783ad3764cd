import type { Chunk } from './chunks.ts';

export interface ExportRunDeps {
  readonly encode: (text: string) => Uint8Array;
  readonly sha256: () => { update(bytes: Uint8Array): void; digest(): string };
}

export interface ExportRun {
  readonly chunks: AsyncIterable<Chunk> | Iterable<Chunk>;
  /** Writes the bytes of a chunk, which may be empty. The next chunk is requested once the promise has resolved. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly isCancelled?: () => boolean;
  readonly onProgress?: (records: number) => void;
}

export interface WrittenFile {
  /** Number of records: rows, or audit events. */
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Writes the chunks and resolves to the record count, size and SHA-256 of the file. Resolves to undefined if the export
 * was cancelled. The file may then be incomplete.
 */
export async function runExport(
  { chunks, write, isCancelled, onProgress }: ExportRun,
  { encode, sha256 }: ExportRunDeps,
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
