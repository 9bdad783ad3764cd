/**
 * Writes rows as a Parquet file. In a Parquet column, NULL and an absent value (S35) are both null. If any record lacks
 * a column, an additional column contains, for each row, the names of its absent columns.
 */
import type { Row } from '../loading/columnUnion.ts';
import type { RowSource } from '../loading/rowStore.ts';
import type { Chunk } from './chunks.ts';
import { chooseParquetColumn, type ParquetColumn } from './parquetColumns.ts';
import {
  createListElements,
  createParquetFileWriter,
  type ParquetBuffer,
  type ParquetField,
  type ParquetLibrary,
  type ParquetValue,
} from './parquetFile.ts';

const MAX_ROWS_PER_GROUP = 5000;
const MAX_CELLS_PER_GROUP = 250_000;
const CELLS_PER_STEP = 1500;

const pause: Chunk = { data: '', rows: 0 };

/** Yields a Parquet file with the rows of `source` in chunks. Throws a RangeError if there are no columns. */
export function* parquetChunks<Buffer extends ParquetBuffer>(
  source: RowSource,
  library: ParquetLibrary<Buffer>,
): Generator<Chunk> {
  const names = [...source.columns];
  const end = source.rowCount;
  const columns: ParquetColumn[] = [];
  for (const column of names.keys())
    columns.push(yield* yieldPausesForSteps(chooseParquetColumn(source, column)));
  const isAbsent = columns.some((column) => column.isAbsentSomewhere);
  const fields: readonly ParquetField[] = [
    ...columns.map(({ element }) => ({ name: element.name, elements: [element] })),
    ...(isAbsent ? [listField(nameAbsentColumn(names))] : []),
  ];
  const file = createParquetFileWriter(library, fields);
  const size = Math.max(1, Math.min(MAX_ROWS_PER_GROUP, Math.floor(MAX_CELLS_PER_GROUP / names.length)));
  const step = Math.max(1, Math.floor(CELLS_PER_STEP / names.length));
  for (let from = 0; from < end; from += size) {
    const to = Math.min(end, from + size);
    const group: ParquetValue[][] = fields.map(() => []);
    for (let at = from; at < to; at += step) {
      for (const row of source.rows(at, Math.min(to, at + step))) addRow(group, row, columns, isAbsent);
      yield pause;
    }
    for (const data of file.writeGroup(group)) yield { data, rows: 0 };
    yield { data: '', rows: to - from };
  }
  yield { data: file.finish(), rows: 0 };
}

function* yieldPausesForSteps<T>(steps: Generator<void, T>): Generator<Chunk, T> {
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

const listField = (name: string): ParquetField => ({ name, elements: createListElements(name) });

function nameAbsentColumn(names: readonly string[]): string {
  let name = '_absent';
  while (names.includes(name)) name = `_${name}`;
  return name;
}
