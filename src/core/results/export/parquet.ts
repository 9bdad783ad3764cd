/** A Parquet file, one group of rows at a time. The format itself is the work of a library that the host brings. */
import type { RowSource } from '../loading/rowStore.ts';
import type { Chunk } from './chunks.ts';
import {
  type ParquetColumn,
  type ParquetElement,
  type ParquetValue,
  parquetColumn,
} from './parquetColumns.ts';

/** The buffer that the library writes into; emptied after each group by setting `index` to 0. */
export interface ParquetBuffer {
  index: number;
  getBytes(): Uint8Array;
}

/** The part of hyparquet-writer that is used. */
export interface ParquetLibrary<Buffer extends ParquetBuffer = ParquetBuffer> {
  readonly ByteWriter: new () => Buffer;
  readonly ParquetWriter: new (options: {
    writer: Buffer;
    schema: ParquetElement[];
    createdBy: string;
  }) => {
    write(group: { columnData: { name: string; data: ParquetValue[] }[]; rowGroupSize: number }): unknown;
    finish(): unknown;
  };
}

/** Rows held at a time, as values ready to be written; fewer where there are many columns. */
const GROUP = 5000;
const GROUP_CELLS = 250_000;

/**
 * The file piece by piece; every column's type holds its values exactly. While the columns are looked through, pieces
 * are empty: places to stop or to let others work. Throws a RangeError without any column.
 */
export function* parquetChunks<Buffer extends ParquetBuffer>(
  source: RowSource,
  library: ParquetLibrary<Buffer>,
): Generator<Chunk> {
  const names = [...source.columns];
  if (names.length === 0) throw new RangeError('no columns');
  const end = source.rowCount;
  const columns: ParquetColumn[] = [];
  for (let column = 0; column < names.length; column++) {
    columns.push(parquetColumn(source, column));
    yield { data: '', rows: 0 };
  }
  const buffer = new library.ByteWriter();
  const schema = [{ name: 'root', num_children: columns.length }, ...columns.map(({ element }) => element)];
  const writer = new library.ParquetWriter({ writer: buffer, schema, createdBy: 'vault-sql' });
  const take = (): Uint8Array => {
    const bytes = buffer.getBytes().slice();
    buffer.index = 0;
    return bytes;
  };
  const size = Math.max(1, Math.min(GROUP, Math.floor(GROUP_CELLS / names.length)));
  for (let from = 0; from < end; from += size) {
    const rows = source.rows(from, Math.min(end, from + size));
    writer.write({
      columnData: columns.map(({ convert }, column) => ({
        name: names[column] ?? '',
        data: rows.map((row) => convert(row[column])),
      })),
      rowGroupSize: size,
    });
    yield { data: take(), rows: rows.length };
  }
  writer.finish();
  yield { data: take(), rows: 0 };
}
