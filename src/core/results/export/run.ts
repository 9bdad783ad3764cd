/** One export from its first to its last byte: encoded, counted, hashed, and written at the pace of the writer. */
import type { AbortSignalLike } from '../../service/transport.ts';
import type { RowSource } from '../loading/rowStore.ts';
import type { DelimitedOptions } from './delimited.ts';
import { type ExportFormat, formatFacts, type NoRoom, type WriterDeps } from './formats.ts';
import type { ParquetBuffer } from './parquetFile.ts';

/** What the host has and core has not. */
export interface ExportDeps<Buffer extends ParquetBuffer = ParquetBuffer> extends WriterDeps<Buffer> {
  /** SHA-256 of what it is given piece by piece; `digest` gives it in hexadecimal. */
  readonly sha256: () => { update(bytes: Uint8Array): void; digest(): string };
}

interface ExportRequest {
  /** The rows and columns wanted, with hidden values hidden. */
  readonly source: RowSource;
  readonly format: ExportFormat;
  /** For CSV and TSV; `nullText` and `absentText` count for Markdown and XLSX too. */
  readonly options?: DelimitedOptions;
  /**
   * Writes a piece; the next is made once it is done. An empty piece is a place to let others work. Its failure is the
   * export's.
   */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly signal?: AbortSignalLike;
  readonly onProgress?: (rows: number) => void;
}

type ExportOutcome =
  | {
      readonly kind: 'done';
      readonly rows: number;
      readonly bytes: number;
      readonly sha256: string;
      /** Cells cut because the format holds no longer text. */
      readonly cutCells: number;
    }
  /** What was written so far is not a whole file. */
  | { readonly kind: 'cancelled' }
  /** Nothing was written: the format has no room for the rows. */
  | { readonly kind: 'refused'; readonly reason: NoRoom };

/** Runs an export. Rejects only with what `write` or a part of `deps` rejects with, or where a file passes 4 GB. */
export async function runExport<Buffer extends ParquetBuffer>(
  request: ExportRequest,
  deps: ExportDeps<Buffer>,
): Promise<ExportOutcome> {
  const { source, format, options = {}, write, signal, onProgress } = request;
  const writer = formatFacts(format);
  const reason = writer.noRoom(source);
  if (reason) return { kind: 'refused', reason };
  const hash = deps.sha256();
  let rows = 0;
  let bytes = 0;
  let cutCells = 0;
  const onCut = (cells: number): void => {
    cutCells = cells;
  };
  for (const chunk of await writer.write({ source, options, onCut }, deps)) {
    if (signal?.aborted) return { kind: 'cancelled' };
    const data = typeof chunk.data === 'string' ? deps.encode(chunk.data) : chunk.data;
    hash.update(data);
    bytes += data.length;
    rows += chunk.rows;
    await write(data);
    onProgress?.(rows);
  }
  return { kind: 'done', rows, bytes, sha256: hash.digest(), cutCells };
}
