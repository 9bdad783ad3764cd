import type { RowSource } from '../loading/rowStore.ts';
import type { Chunk } from './chunks.ts';
import { csvChunks, type DelimitedOptions, tsvChunks } from './delimited.ts';
import { jsonRecordWriter, ndjsonRecordWriter } from './jsonText.ts';
import { markdownChunks } from './markdown.ts';
import { parquetChunks } from './parquet.ts';
import type { ParquetBuffer, ParquetLibrary } from './parquetFile.ts';
import { type RecordWriter, recordChunks } from './records.ts';
import { findXlsxProblem, xlsxChunks } from './xlsx.ts';

type FormatUse = 'rows' | 'events' | 'readers' | 'clipboard';

export type FormatProblem = 'too-many-rows' | 'too-many-columns' | 'no-columns';

export interface WriterDeps<Buffer extends ParquetBuffer = ParquetBuffer> {
  readonly encode: (text: string) => Uint8Array;
  readonly parquet: () => Promise<ParquetLibrary<Buffer>>;
}

interface RowsToWrite {
  readonly source: RowSource;
  /** Options of CSV and TSV. Markdown and XLSX use only `nullText` and `absentText`, the other formats none. */
  readonly options: DelimitedOptions;
  /**
   * Called by a format that limits the length of a cell (XLSX) when all rows are converted. `cells` is the number of
   * truncated cells, including headers; it may be 0.
   */
  readonly onCut: (cells: number) => void;
}

interface CommonFacts {
  readonly label: string;
  readonly extension: string;
  readonly uses: readonly FormatUse[];
  readonly options: 'delimited' | 'placeholders' | 'none';
  readonly findProblem: (source: RowSource) => FormatProblem | undefined;
}

interface RecordFacts extends CommonFacts {
  readonly kind: 'records';
  readonly records: RecordWriter;
}

interface TableFacts extends CommonFacts {
  readonly kind: 'table';
  readonly write: (source: RowSource, options: DelimitedOptions) => Iterable<Chunk>;
}

interface BinaryFacts extends CommonFacts {
  readonly kind: 'binary';
  readonly write: <Buffer extends ParquetBuffer>(
    writing: RowsToWrite,
    deps: WriterDeps<Buffer>,
  ) => Iterable<Chunk> | Promise<Iterable<Chunk>>;
}

type FormatFacts = RecordFacts | TableFacts | BinaryFacts;

const findNoProblem = (): undefined => undefined;

const table = {
  csv: {
    kind: 'table',
    label: 'CSV',
    extension: 'csv',
    uses: ['rows', 'events', 'readers', 'clipboard'],
    options: 'delimited',
    findProblem: findNoProblem,
    write: csvChunks,
  },
  tsv: {
    kind: 'table',
    label: 'TSV',
    extension: 'tsv',
    uses: ['rows', 'clipboard'],
    options: 'delimited',
    findProblem: findNoProblem,
    write: tsvChunks,
  },
  json: {
    kind: 'records',
    label: 'JSON',
    extension: 'json',
    uses: ['rows', 'events', 'readers', 'clipboard'],
    options: 'none',
    findProblem: findNoProblem,
    records: jsonRecordWriter,
  },
  ndjson: {
    kind: 'records',
    label: 'NDJSON',
    extension: 'ndjson',
    uses: ['rows', 'events'],
    options: 'none',
    findProblem: findNoProblem,
    records: ndjsonRecordWriter,
  },
  markdown: {
    kind: 'table',
    label: 'Markdown',
    extension: 'md',
    uses: ['rows', 'readers', 'clipboard'],
    options: 'none',
    findProblem: findNoProblem,
    write: markdownChunks,
  },
  xlsx: {
    kind: 'binary',
    label: 'Excel (XLSX)',
    extension: 'xlsx',
    uses: ['rows'],
    options: 'placeholders',
    findProblem: findXlsxProblem,
    write: ({ source, options, onCut }, { encode }) => xlsxChunks(source, { ...options, encode, onCut }),
  },
  parquet: {
    kind: 'binary',
    label: 'Parquet',
    extension: 'parquet',
    uses: ['rows', 'events'],
    options: 'none',
    findProblem: ({ columns }) => (columns.length === 0 ? 'no-columns' : undefined),
    write: async ({ source }, { parquet }) => parquetChunks(source, await parquet()),
  },
} as const satisfies Readonly<Record<string, FormatFacts>>;

type Table = typeof table;
export type ExportFormat = keyof Table;
export type FormatFor<Use extends FormatUse> = {
  [Name in ExportFormat]: Use extends Table[Name]['uses'][number] ? Name : never;
}[ExportFormat];
type FormatOfKind<Kind extends FormatFacts['kind']> = {
  [Name in ExportFormat]: Table[Name]['kind'] extends Kind ? Name : never;
}[ExportFormat];
/** The text formats that write one object per record, such as JSON. */
export type RecordFormat = FormatOfKind<'records'>;
type TextFormat = FormatOfKind<'records' | 'table'>;

export const getFormatFacts = (format: ExportFormat): FormatFacts => table[format];

export const exportFormats: readonly (FormatFacts & { readonly format: ExportFormat })[] = (
  Object.keys(table) as ExportFormat[]
).map((format) => ({ format, ...getFormatFacts(format) }));

export const isTextFormat = (format: ExportFormat): boolean => getFormatFacts(format).kind !== 'binary';

export const getRecordWriter = (format: RecordFormat): RecordWriter => table[format].records;

const isOfferedFor = <Use extends FormatUse>(format: ExportFormat, use: Use): format is FormatFor<Use> =>
  getFormatFacts(format).uses.includes(use);

export const listFormatsFor = <Use extends FormatUse>(use: Use): readonly FormatFor<Use>[] =>
  (Object.keys(table) as ExportFormat[]).filter((format) => isOfferedFor(format, use));

export function textChunksOfRows(
  format: TextFormat,
  source: RowSource,
  options: DelimitedOptions = {},
): Iterable<Chunk> {
  const facts = table[format];
  return facts.kind === 'records' ? recordChunks(source, facts.records) : facts.write(source, options);
}

const isText = (format: ExportFormat): format is TextFormat => isTextFormat(format);

/** Returns the chunks of a file that contains the rows; for Parquet, a promise of them. */
export function fileChunksOfRows<Buffer extends ParquetBuffer>(
  format: ExportFormat,
  writing: RowsToWrite,
  deps: WriterDeps<Buffer>,
): Iterable<Chunk> | Promise<Iterable<Chunk>> {
  return isText(format)
    ? textChunksOfRows(format, writing.source, writing.options)
    : table[format].write(writing, deps);
}
