import type { Row } from '../loading/columnUnion.ts';
import type { RowSource } from '../loading/rowStore.ts';

/**
 * A chunk of a file. An empty one is a pause, in which other work can be done or the export can be cancelled. Text is
 * to be encoded as UTF-8.
 */
export interface Chunk {
  readonly data: string | Uint8Array;
  readonly rows: number;
}

/**
 * Minimum length of a chunk, except for the last one, in UTF-16 units, so that the file is not written in many small
 * chunks.
 */
const MIN_CHUNK_LENGTH = 64 * 1024;
const ROWS_PER_STEP = 25;

/** Yields the text of the rows in chunks. Rows added meanwhile are left out. */
export function* textChunks(
  source: RowSource,
  prefix: string,
  rowText: (row: Row, index: number) => string,
  suffix = '',
): Generator<Chunk> {
  let data = prefix;
  let rows = 0;
  const end = source.rowCount;
  for (let from = 0; from < end; from += ROWS_PER_STEP) {
    const window = source.rows(from, Math.min(end, from + ROWS_PER_STEP));
    for (const [index, row] of window.entries()) data += rowText(row, from + index);
    rows += window.length;
    if (data.length >= MIN_CHUNK_LENGTH) {
      yield { data, rows };
      data = '';
      rows = 0;
    }
  }
  data += suffix;
  if (data !== '' || rows > 0) yield { data, rows };
}
