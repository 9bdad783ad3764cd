/** An element of a Parquet schema. The property names are those that the library hyparquet-writer expects. */
export interface ParquetElement {
  readonly name: string;
  readonly type?: 'BOOLEAN' | 'INT32' | 'INT64' | 'DOUBLE' | 'BYTE_ARRAY' | 'FIXED_LEN_BYTE_ARRAY';
  readonly type_length?: number;
  readonly converted_type?: 'UTF8' | 'DECIMAL' | 'LIST';
  readonly logical_type?:
    | { readonly type: 'LIST' | 'JSON' }
    | { readonly type: 'TIMESTAMP'; readonly isAdjustedToUTC: boolean; readonly unit: 'NANOS' };
  readonly precision?: number;
  readonly scale?: number;
  readonly repetition_type?: 'OPTIONAL' | 'REQUIRED' | 'REPEATED';
  readonly num_children?: number;
}

export type ParquetValue = string | number | bigint | boolean | readonly string[] | null;

/** The buffer into which the library writes. Setting `index` to 0 empties it. */
export interface ParquetBuffer {
  index: number;
  getBytes(): Uint8Array;
}

interface RowGroup {
  columns: { readonly meta_data?: { readonly statistics?: object | undefined } | undefined }[];
  total_byte_size: bigint;
  num_rows: bigint;
  total_compressed_size?: bigint;
}

/** The part of the library hyparquet-writer that is used. */
export interface ParquetLibrary<Buffer extends ParquetBuffer = ParquetBuffer> {
  readonly ByteWriter: new () => Buffer;
  readonly ParquetWriter: new (options: {
    writer: Buffer;
    schema: ParquetElement[];
    createdBy: string;
    kvMetadata?: { key: string; value: string }[];
  }) => {
    row_groups: RowGroup[];
    num_rows: bigint;
    write(group: {
      columnData: { name: string; data: ParquetValue[]; encoding?: 'PLAIN'; statistics?: boolean }[];
      rowGroupSize: number;
    }): unknown;
    finish(): unknown;
  };
}

export interface ParquetField {
  readonly name: string;
  readonly elements: readonly ParquetElement[];
  /**
   * Whether the values are long and mostly different in each row, so that neither a dictionary nor statistics are
   * written for them.
   */
  readonly isLong?: boolean;
}

export const createTextElement = (name: string): ParquetElement => ({
  name,
  repetition_type: 'OPTIONAL',
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
});

/** Returns the schema elements of a column of lists of texts. A list may be null, which is not the same as empty. */
export const createListElements = (name: string): readonly ParquetElement[] => [
  {
    name,
    repetition_type: 'OPTIONAL',
    converted_type: 'LIST',
    num_children: 1,
    logical_type: { type: 'LIST' },
  },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  { name: 'element', repetition_type: 'REQUIRED', type: 'BYTE_ARRAY', converted_type: 'UTF8' },
];

/**
 * Replaces the texts of statistics, which are kept until the file is finished, by copies. A text can be a slice of a much
 * longer one, such as the response of a service, which would stay in memory with it.
 */
function copyTexts(statistics: object = {}): void {
  for (const [name, value] of Object.entries(statistics))
    if (typeof value === 'string') Object.assign(statistics, { [name]: JSON.parse(JSON.stringify(value)) });
}

const VALUES_PER_STEP = 20_000;

export interface ParquetFileWriter {
  /**
   * Writes a row group, if there are rows, and yields the next bytes of the file in parts. `columns` has the values of
   * each field, in the order of the fields. The generator must be run to its end.
   */
  writeGroup(columns: readonly ParquetValue[][]): Generator<Uint8Array>;
  /** Returns the remaining bytes of the file. */
  finish(): Uint8Array;
}

/**
 * Creates a writer of a Parquet file with the columns `fields`. `metadata` becomes the file's key-value metadata.
 * Throws a RangeError if there are no fields.
 */
export function createParquetFileWriter<Buffer extends ParquetBuffer>(
  library: ParquetLibrary<Buffer>,
  fields: readonly ParquetField[],
  metadata: Readonly<Record<string, string>> = {},
): ParquetFileWriter {
  if (fields.length === 0) throw new RangeError('no columns');
  const buffer = new library.ByteWriter();
  const schema = [
    { name: 'root', num_children: fields.length },
    ...fields.flatMap(({ elements }) => elements),
  ];
  const kvMetadata = Object.entries(metadata).map(([key, value]) => ({ key, value }));
  const writer = new library.ParquetWriter({
    writer: buffer,
    schema,
    createdBy: 'vault-sql',
    ...(kvMetadata.length > 0 ? { kvMetadata } : {}),
  });
  const takeBytes = (): Uint8Array => {
    const bytes = buffer.getBytes().slice();
    buffer.index = 0;
    return bytes;
  };
  return {
    *writeGroup(columns) {
      const rows = columns[0]?.length ?? 0;
      if (rows === 0) return;
      // The library writes a row group in a single call, which would block too long. So a few columns at a time are
      // written as a group of their own, and these groups are joined afterwards.
      const before = writer.row_groups.length;
      const step = Math.max(1, Math.floor(VALUES_PER_STEP / rows));
      for (let written = 0; written < fields.length; written += step) {
        const columnData = fields.slice(written, written + step).map(({ name, isLong }, place) => ({
          name,
          data: columns[written + place] ?? [],
          ...(isLong ? ({ encoding: 'PLAIN', statistics: false } as const) : {}),
        }));
        writer.write({ columnData, rowGroupSize: rows });
        yield takeBytes();
      }
      const parts = writer.row_groups.splice(before);
      for (const { meta_data } of parts.flatMap((part) => part.columns)) copyTexts(meta_data?.statistics);
      const sum = (size: (part: RowGroup) => bigint): bigint =>
        parts.reduce((total, part) => total + size(part), 0n);
      writer.row_groups.push({
        columns: parts.flatMap((part) => part.columns),
        total_byte_size: sum((part) => part.total_byte_size),
        num_rows: BigInt(rows),
        total_compressed_size: sum((part) => part.total_compressed_size ?? 0n),
      });
      writer.num_rows -= BigInt(rows * (parts.length - 1));
    },
    finish() {
      writer.finish();
      return takeBytes();
    },
  };
}
