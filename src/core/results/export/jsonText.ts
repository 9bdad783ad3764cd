/** JSON and NDJSON: numbers as the service sent them, absent columns left out, NULL as null. */
import { stringifyJson } from '../../service/json.ts';
import type { Row } from '../loading/columnUnion.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { type Chunk, textChunks } from './chunks.ts';

/** A list of objects, one on each line. */
export function jsonChunks(source: RowSource): Generator<Chunk> {
  const object = objectWriter(source);
  return textChunks(source, '[', (row, index) => `${index === 0 ? '\n' : ',\n'}${object(row)}`, '\n]\n');
}

/** An object on each line. */
export function ndjsonChunks(source: RowSource): Generator<Chunk> {
  const object = objectWriter(source);
  return textChunks(source, '', (row) => `${object(row)}\n`);
}

function objectWriter(source: RowSource): (row: Row) => string {
  const keys = source.columns.map((name) => `${JSON.stringify(name)}:`);
  return (row) => {
    let text = '{';
    for (const [column, key] of keys.entries()) {
      const value = row[column];
      if (value === undefined) continue;
      if (text.length > 1) text += ',';
      text += key + (typeof value === 'string' ? JSON.stringify(value) : stringifyJson(value));
    }
    return `${text}}`;
  };
}
