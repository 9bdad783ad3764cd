/** Writes the rows of a result to standard output or to a file, masked as the editor's exports are. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { errorCode } from '../../core/messages/thrownErrors.ts';
import type { Chunk } from '../../core/results/export/chunks.ts';
import {
  type FormatProblem,
  fileChunksOfRows,
  getFormatFacts,
  isTextFormat,
} from '../../core/results/export/formats.ts';
import { manifestText } from '../../core/results/export/manifest.ts';
import type { WrittenFile } from '../../core/results/export/run.ts';
import type { NumberedRows, RowSource } from '../../core/results/loading/rowStore.ts';
import { createDeclaredColumnTestOfQuery, createMask, maskRows } from '../../core/results/view/mask.ts';
import { maskedColumnSteps } from '../../core/results/view/maskedColumns.ts';
import { runToEnd } from '../../core/results/view/steps.ts';
import { createNumberedView } from '../../core/results/view/view.ts';
import type { ColumnPolicy } from '../../core/sql/dialect/schema.ts';
import type { PreparedQuery } from '../../core/sql/execution/preparedQuery.ts';
import { createFileError } from '../../node/sinks/sinkError.ts';
import { ReaderEndedError } from '../../node/sinks/standardOutputSink.ts';
import { writeExportFile } from '../exportFile.ts';
import { cleanForTerminal } from '../terminalText.ts';
import type { LoadedRows } from './loadRows.ts';
import { CancelledError, type QueryIO } from './queryIO.ts';
import type { OutputFormat, QuerySettings } from './queryOptions.ts';
import type { QueryTarget } from './queryTarget.ts';
import { tableChunks } from './table.ts';

/** The rows can't be written in the format. The message is one sentence for the user. */
export class FormatError extends Error {}

export interface MaskedRows {
  readonly source: RowSource;
  /** Names of the columns with masked values, or with values that `--plain-text` writes although they would be masked. */
  readonly maskedColumns: readonly string[];
}

/** Masks the rows as the settings say. `policies` declare which columns are masked. */
export function maskRowsOfQuery(
  rows: NumberedRows,
  query: PreparedQuery,
  policies: readonly ColumnPolicy[],
  {
    environment,
    mode,
  }: {
    readonly environment: QueryTarget['connection']['environment'];
    readonly mode: QuerySettings['mask'];
  },
): MaskedRows {
  const isDeclared = createDeclaredColumnTestOfQuery(query, policies);
  const createHides = (chosen: QuerySettings['mask']) =>
    createMask({
      mode: chosen,
      environment,
      isDeclared: (column) => isDeclared(rows.columns[column] ?? ''),
      now: Date.now,
    }).createUnrevealedTest();
  const maskedColumns = runToEnd(maskedColumnSteps(rows, createHides(mode === 'none' ? undefined : mode)));
  return { source: maskRows(rows, createHides(mode)), maskedColumns };
}

/**
 * Returns the rows that precede the first missing one. After a failure, later pages may be loaded although an earlier
 * one is not.
 */
export function takeRowsWithoutGap(rows: NumberedRows): NumberedRows {
  let count = 0;
  while (count < rows.rowCount && rows.rowNumberOf(count) === count + 1) count++;
  return count === rows.rowCount
    ? rows
    : createNumberedView(
        rows,
        Array.from({ length: count }, (_, index) => index),
      );
}

/**
 * Returns `rows` with the names of its columns. The service returns no names without rows, so they are taken from the
 * SELECT list then. If the list has a star, or an expression without an alias, returns `rows` unchanged.
 */
export function nameColumnsWithoutRows(
  rows: NumberedRows,
  { selectList }: Pick<PreparedQuery, 'selectList'>,
): NumberedRows {
  if (rows.rowCount > 0 || rows.columns.length > 0 || !selectList?.every(({ isCertain }) => isCertain))
    return rows;
  const columns = [...new Set(selectList.flatMap(({ names }) => names))];
  return { columns, rowCount: 0, rows: () => [], value: () => undefined, rowNumberOf: rows.rowNumberOf };
}

/** What was written, and the number of texts that were cut to fit into a cell. */
export interface WrittenRows extends WrittenFile {
  readonly cutCells: number;
}

interface OutputRows extends WrittenRows {
  /** `cancelled`: not all rows were written. */
  readonly end: 'done' | 'cancelled';
}

/**
 * Writes the rows to standard output. In a terminal, characters of text formats that control it are replaced. Rejects with
 * a SinkError or a FormatError.
 */
export async function writeToOutput(
  source: RowSource,
  settings: Pick<QuerySettings, 'delimited' | 'format'>,
  io: QueryIO,
): Promise<OutputRows> {
  const written = new RowBytes(source, settings, io);
  const isCleaned = io.isOutputTerminal && (settings.format === 'table' || isTextFormat(settings.format));
  try {
    for await (const bytes of written.read())
      await io.writeBytes(isCleaned ? Buffer.from(cleanForTerminal(Buffer.from(bytes).toString())) : bytes);
  } catch (error) {
    if (error instanceof CancelledError) return { ...written.facts(), end: 'cancelled' };
    if (errorCode(error) === 'EPIPE') throw new ReaderEndedError('rows');
    throw error instanceof FormatError ? error : createFileError(error, 'standard output');
  }
  return { ...written.facts(), end: 'done' };
}

/**
 * Loads the rows and writes them to a new file, which gets its name once it is complete. The file is created before
 * `load` is called, so that nothing is sent if it can't be.
 */
export async function writeToFile(
  load: () => Promise<RowSource>,
  settings: Pick<QuerySettings, 'delimited' | 'format' | 'to'>,
  io: QueryIO,
): Promise<WrittenRows> {
  let written: RowBytes | undefined;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    written = new RowBytes(await load(), settings, io);
    yield* written.read();
  }
  await writeExportFile(settings.to, bytes());
  if (!written) throw new Error('nothing was read');
  return written.facts();
}

/** The bytes of the rows in a format. They can be read once. */
class RowBytes {
  readonly #source: RowSource;
  readonly #settings: Pick<QuerySettings, 'delimited' | 'format'>;
  readonly #io: Pick<QueryIO, 'stopping'>;
  readonly #hash = createHash('sha256');
  #rows = 0;
  #bytes = 0;
  #cutCells = 0;

  constructor(
    source: RowSource,
    settings: Pick<QuerySettings, 'delimited' | 'format'>,
    io: Pick<QueryIO, 'stopping'>,
  ) {
    this.#source = source;
    this.#settings = settings;
    this.#io = io;
  }

  async *read(): AsyncGenerator<Uint8Array> {
    for await (const { data, rows } of await this.#createChunks()) {
      if (this.#io.stopping.aborted) throw new CancelledError();
      const bytes = typeof data === 'string' ? Buffer.from(data) : data;
      this.#hash.update(bytes);
      this.#bytes += bytes.length;
      if (bytes.length > 0) yield bytes;
      // Other events, such as a signal, are handled between two chunks.
      else await new Promise((resolve) => setImmediate(resolve));
      this.#rows += rows;
    }
  }

  facts(): WrittenRows {
    return {
      rows: this.#rows,
      bytes: this.#bytes,
      sha256: this.#hash.digest('hex'),
      cutCells: this.#cutCells,
    };
  }

  #createChunks(): Iterable<Chunk> | Promise<Iterable<Chunk>> {
    const { format, delimited } = this.#settings;
    const source = this.#source;
    if (format === 'table') return tableChunks(source);
    const problem = getFormatFacts(format).findProblem(source);
    if (problem) throw new FormatError(formatProblems[problem]);
    const onCut = (cells: number): void => {
      this.#cutCells = cells;
    };
    return fileChunksOfRows(
      format,
      { source, options: delimited, onCut },
      {
        encode: (text) => Buffer.from(text),
        parquet: async () => ({ ByteWriter, ParquetWriter }),
      },
    );
  }
}

const formatProblems: Readonly<Record<FormatProblem, string>> = {
  'too-many-rows': 'An Excel sheet has at most 1,048,575 rows. Use --format csv or parquet.',
  'too-many-columns': 'An Excel sheet has at most 16,384 columns. Use --format csv or parquet.',
  'no-columns': 'A Parquet file needs at least one column, and the result has none. Use another --format.',
};

export const getManifestFile = (file: string): string => `${file}.manifest.json`;

interface ManifestContext {
  readonly settings: Pick<QuerySettings, 'mask' | 'to'> & {
    readonly format: OutputFormat;
  };
  readonly target: QueryTarget;
  readonly query: PreparedQuery;
  readonly loaded: LoadedRows;
  readonly isComplete: boolean;
  readonly masked: MaskedRows;
  readonly written: WrittenRows;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Writes the manifest beside the file, in the form of the editor's exports. */
export async function writeManifest({
  settings: { to, format, mask },
  target: { connection, vault },
  query,
  loaded: { result, countedRows },
  isComplete,
  masked,
  written: { rows, bytes, sha256, cutCells },
  startedAt,
  endedAt,
}: ManifestContext): Promise<void> {
  const text = manifestText({
    file: path.basename(to),
    format,
    bytes,
    sha256,
    connection: connection.name,
    environment: connection.environment,
    vaultID: vault.id,
    query: query.text,
    askedAt: new Date(startedAt).toISOString(),
    exportedAt: new Date(endedAt).toISOString(),
    rows,
    rowsChosen: 'loaded',
    loadedRows: result.rows.rowCount,
    columns: [...masked.source.columns],
    complete: isComplete,
    ...(countedRows === undefined ? {} : { countedRows }),
    repeatedRows: result.countRepeatedRows(),
    duplicatesInPage: result.hasDuplicatesInPage(),
    rowsAfterEnd: result.countRowsAfterEnd(),
    offsetIgnored: result.isOffsetIgnored(),
    maskedColumns: mask === 'none' ? [] : masked.maskedColumns,
    plainTextColumns: mask === 'none' ? masked.maskedColumns : [],
    cutCells,
  });
  async function* chunks(): AsyncGenerator<string> {
    yield text;
  }
  await writeExportFile(getManifestFile(to), chunks());
}
