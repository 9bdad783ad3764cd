import type { Row } from '../loading/columnUnion.ts';
import type { RowSource } from '../loading/rowStore.ts';

/**
 * A chunk of a file. In the file, text is encoded as UTF-8. If `data` is empty, the chunk only lets the consumer do
 * other work, cancel the export, or count rows.
 */
export interface Chunk {
  readonly data: string | Uint8Array;
  /** Number of rows or other records to add to the progress of the export. Their data may be in other chunks. */
  readonly rows: number;
}

/**
 * Minimum length of a chunk, except for the last one, in UTF-16 units, so that the file is not written in many small
 * chunks.
 */
const MIN_CHUNK_LENGTH = 64 * 1024;
const ROWS_PER_STEP = 25;

/**
 * Yields `prefix`, the text of each row and `suffix`, joined into chunks. `rowText` is called with a row and its index
 * (0-based). Rows that are added to `source` after the first chunk was requested are left out.
 */
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
