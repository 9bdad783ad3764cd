/** One export from its first to its last byte: encoded, counted, hashed, and written at the pace of whoever writes. */
import type { AbortSignalLike } from '../../service/transport.ts';
import type { RowSource } from '../loading/rowStore.ts';
import type { Chunk } from './chunks.ts';
import { csvChunks, type DelimitedOptions, tsvChunks } from './delimited.ts';
import { jsonChunks, ndjsonChunks } from './jsonText.ts';
import { markdownChunks } from './markdown.ts';
import { type ParquetBuffer, type ParquetLibrary, parquetChunks } from './parquet.ts';
import { xlsxChunks, xlsxProblem } from './xlsx.ts';

export type ExportFormat = 'csv' | 'tsv' | 'json' | 'ndjson' | 'markdown' | 'xlsx' | 'parquet';

/** The formats with the endings of their files' names, in the order to offer them. */
export const exportFormats: readonly { readonly format: ExportFormat; readonly extension: string }[] = [
  { format: 'csv', extension: 'csv' },
  { format: 'tsv', extension: 'tsv' },
  { format: 'json', extension: 'json' },
  { format: 'ndjson', extension: 'ndjson' },
  { format: 'markdown', extension: 'md' },
  { format: 'xlsx', extension: 'xlsx' },
  { format: 'parquet', extension: 'parquet' },
];

/** What the host has and core has not. */
export interface ExportDeps<Buffer extends ParquetBuffer = ParquetBuffer> {
  /** Text as UTF-8; a lone half of a character becomes U+FFFD. */
  readonly encode: (text: string) => Uint8Array;
  /** SHA-256 of what it is given piece by piece; `digest` gives it in hexadecimal. */
  readonly sha256: () => { update(bytes: Uint8Array): void; digest(): string };
  /** Asked for only when the format needs it. */
  readonly parquet: () => Promise<ParquetLibrary<Buffer>>;
}

export interface ExportRequest {
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

export type ExportOutcome =
  | {
      readonly kind: 'done';
      readonly rows: number;
      readonly bytes: number;
      readonly sha256: string;
      /** Cells cut because the format holds no longer text. */
      readonly cutCells: number;
    }
  /** What was written so far is no whole file. */
  | { readonly kind: 'cancelled' }
  /** Nothing was written: the format has no room for the rows. */
  | { readonly kind: 'refused'; readonly reason: 'too-many-rows' | 'too-many-columns' | 'no-columns' };

/** Runs an export. Rejects only with what `write` or a part of `deps` rejects with, or where a file passes 4 GB. */
export async function runExport<Buffer extends ParquetBuffer>(
  request: ExportRequest,
  deps: ExportDeps<Buffer>,
): Promise<ExportOutcome> {
  const { source, format, write, signal, onProgress } = request;
  const problem = format === 'xlsx' ? xlsxProblem(source) : undefined;
  if (problem) return { kind: 'refused', reason: problem };
  if (format === 'parquet' && source.columns.length === 0) return { kind: 'refused', reason: 'no-columns' };
  const hash = deps.sha256();
  let rows = 0;
  let bytes = 0;
  let cutCells = 0;
  const onCut = (cells: number): void => {
    cutCells = cells;
  };
  for (const chunk of await chunksOf(request, deps, onCut)) {
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

async function chunksOf<Buffer extends ParquetBuffer>(
  { source, format, options = {} }: ExportRequest,
  deps: ExportDeps<Buffer>,
  onCut: (cells: number) => void,
): Promise<Iterable<Chunk>> {
  if (format === 'csv') return csvChunks(source, options);
  if (format === 'tsv') return tsvChunks(source, options);
  if (format === 'json') return jsonChunks(source);
  if (format === 'ndjson') return ndjsonChunks(source);
  if (format === 'markdown') return markdownChunks(source, options);
  if (format === 'xlsx') return xlsxChunks(source, { ...options, ...deps, onCut });
  return parquetChunks(source, await deps.parquet());
}
