/**
 * Rows as a Parquet file, one group of rows at a time; every column's type holds its values exactly. A column of Parquet
 * has null for NULL and for "the record has no such column" (S35): where some record lacks a column, a further column
 * `_absent` lists for each row the names of those it lacks. Redacted and masked values are the texts that they are.
 */
import type { Row } from '../loading/columnUnion.ts';
import type { RowSource } from '../loading/rowStore.ts';
import type { Chunk } from './chunks.ts';
import { type ParquetColumn, parquetColumn } from './parquetColumns.ts';
import {
  createParquetFile,
  listElements,
  type ParquetBuffer,
  type ParquetField,
  type ParquetLibrary,
  type ParquetValue,
} from './parquetFile.ts';

/** Rows held at a time, as values ready to be written; fewer where there are many columns. */
const GROUP = 5000;
const GROUP_CELLS = 250_000;
/** Cells read in one step. */
const CELLS_READ = 1500;

/** A place to stop or to let others work. */
const pause: Chunk = { data: '', rows: 0 };

/**
 * The file piece by piece. While rows are looked through, pieces are empty: places to stop or to let others work. Throws
 * a RangeError without any column.
 */
export function* parquetChunks<Buffer extends ParquetBuffer>(
  source: RowSource,
  library: ParquetLibrary<Buffer>,
): Generator<Chunk> {
  const names = [...source.columns];
  const end = source.rowCount;
  const columns: ParquetColumn[] = [];
  for (const column of names.keys()) columns.push(yield* pausing(parquetColumn(source, column)));
  const isAbsent = columns.some((column) => column.isAbsentSomewhere);
  const fields: readonly ParquetField[] = [
    ...columns.map(({ element }) => ({ name: element.name, elements: [element] })),
    ...(isAbsent ? [listField(absentName(names))] : []),
  ];
  const file = createParquetFile(library, fields);
  const size = Math.max(1, Math.min(GROUP, Math.floor(GROUP_CELLS / names.length)));
  const step = Math.max(1, Math.floor(CELLS_READ / names.length));
  for (let from = 0; from < end; from += size) {
    const to = Math.min(end, from + size);
    const group: ParquetValue[][] = fields.map(() => []);
    for (let at = from; at < to; at += step) {
      for (const row of source.rows(at, Math.min(to, at + step))) addRow(group, row, columns, isAbsent);
      yield pause;
    }
    for (const data of file.group(group)) yield { data, rows: 0 };
    yield { data: '', rows: to - from };
  }
  yield { data: file.finish(), rows: 0 };
}

function* pausing<T>(steps: Generator<void, T>): Generator<Chunk, T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    yield pause;
  }
}

function addRow(
  group: readonly ParquetValue[][],
  row: Row,
  columns: readonly ParquetColumn[],
  isAbsent: boolean,
): void {
  for (const [place, { convert }] of columns.entries()) group[place]?.push(convert(row[place]));
  if (!isAbsent) return;
  const absent = columns.filter((_, place) => row[place] === undefined).map(({ element }) => element.name);
  group[columns.length]?.push(absent);
}

const listField = (name: string): ParquetField => ({ name, elements: listElements(name) });

/** One that no column of the result has. */
function absentName(names: readonly string[]): string {
  let name = '_absent';
  while (names.includes(name)) name = `_${name}`;
  return name;
}
