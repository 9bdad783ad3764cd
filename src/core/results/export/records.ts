import { stringifyJson } from '../../service/json.ts';
import type { Row } from '../loading/columnUnion.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { type Chunk, textChunks } from './chunks.ts';

export interface RecordWriter {
  readonly start: string;
  /** Returns the text of one record. `json` is the JSON text of an object; `index` counts from 0. */
  readonly record: (json: string, index: number) => string;
  readonly end: (count: number) => string;
}

/** Yields the chunks of a file with one object per row. An absent column is left out of the object. */
export function recordChunks(source: RowSource, writer: RecordWriter): Generator<Chunk> {
  const keys = source.columns.map((name) => `${JSON.stringify(name)}:`);
  const json = (row: Row): string => {
    let text = '{';
    for (const [column, key] of keys.entries()) {
      const value = row[column];
      if (value === undefined) continue;
      if (text.length > 1) text += ',';
      text += key + (typeof value === 'string' ? JSON.stringify(value) : stringifyJson(value));
    }
    return `${text}}`;
  };
  return textChunks(
    source,
    writer.start,
    (row, index) => writer.record(json(row), index),
    writer.end(source.rowCount),
  );
}
