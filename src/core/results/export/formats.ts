/** What can be exported, and all that differs by format: ONE table, read by the export itself and by its questions. */
import type { RowSource } from '../loading/rowStore.ts';
import type { Chunk } from './chunks.ts';
import { csvChunks, type DelimitedOptions, tsvChunks } from './delimited.ts';
import { jsonChunks, ndjsonChunks } from './jsonText.ts';
import { markdownChunks } from './markdown.ts';
import { parquetChunks } from './parquet.ts';
import type { ParquetBuffer, ParquetLibrary } from './parquetFile.ts';
import { xlsxChunks, xlsxProblem } from './xlsx.ts';

export type ExportFormat = 'csv' | 'tsv' | 'json' | 'ndjson' | 'markdown' | 'xlsx' | 'parquet';

/** Why a format has no room for the rows. */
export type NoRoom = 'too-many-rows' | 'too-many-columns' | 'no-columns';

/** What writers need that core has not. */
export interface WriterDeps<Buffer extends ParquetBuffer = ParquetBuffer> {
  /** Text as UTF-8; a lone half of a character becomes U+FFFD. */
  readonly encode: (text: string) => Uint8Array;
  /** Asked for only when the format needs it. */
  readonly parquet: () => Promise<ParquetLibrary<Buffer>>;
}

export interface Writing {
  readonly source: RowSource;
  /** For CSV and TSV; `nullText` and `absentText` count for Markdown and XLSX too. */
  readonly options: DelimitedOptions;
  /** Told the number of cells cut because the format holds no longer text. */
  readonly onCut: (cells: number) => void;
}

interface FormatFacts {
  /** Ending of the file's name. */
  readonly extension: string;
  /** Whether an editor of text can show the file. */
  readonly isText: boolean;
  /** Which options are requested: all of CSV, the text for NULL and absent, or none. */
  readonly options: 'delimited' | 'placeholders' | 'none';
  readonly noRoom: (source: RowSource) => NoRoom | undefined;
  /** The file piece by piece. */
  readonly write: <Buffer extends ParquetBuffer>(
    writing: Writing,
    deps: WriterDeps<Buffer>,
  ) => Iterable<Chunk> | Promise<Iterable<Chunk>>;
}

const alwaysRoom = (): undefined => undefined;
/** What the formats of text have in common. */
const text = { isText: true, options: 'none', noRoom: alwaysRoom } as const;

const facts: Readonly<Record<ExportFormat, FormatFacts>> = {
  csv: {
    ...text,
    extension: 'csv',
    options: 'delimited',
    write: ({ source, options }) => csvChunks(source, options),
  },
  tsv: {
    ...text,
    extension: 'tsv',
    options: 'delimited',
    write: ({ source, options }) => tsvChunks(source, options),
  },
  json: { ...text, extension: 'json', write: ({ source }) => jsonChunks(source) },
  ndjson: { ...text, extension: 'ndjson', write: ({ source }) => ndjsonChunks(source) },
  markdown: {
    ...text,
    extension: 'md',
    write: ({ source, options }) => markdownChunks(source, options),
  },
  xlsx: {
    extension: 'xlsx',
    isText: false,
    options: 'placeholders',
    noRoom: xlsxProblem,
    write: ({ source, options, onCut }, { encode }) => xlsxChunks(source, { ...options, encode, onCut }),
  },
  parquet: {
    extension: 'parquet',
    isText: false,
    options: 'none',
    noRoom: ({ columns }) => (columns.length === 0 ? 'no-columns' : undefined),
    write: async ({ source }, { parquet }) => parquetChunks(source, await parquet()),
  },
};

/** The formats in the order to offer them. */
export const exportFormats: readonly (FormatFacts & { readonly format: ExportFormat })[] = (
  Object.keys(facts) as ExportFormat[]
).map((format) => ({ format, ...facts[format] }));

/** What there is to know of a format. */
export const formatFacts = (format: ExportFormat): FormatFacts => facts[format];
