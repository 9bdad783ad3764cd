/** What the writers of files have in common: they give the file piece by piece, so that memory stays flat. */
import type { Row } from '../loading/columnUnion.ts';
import type { RowSource } from '../loading/rowStore.ts';

/** A piece of the file; an empty one is a place to stop or to let others work. Text is to be encoded as UTF-8. */
export interface Chunk {
  readonly data: string | Uint8Array;
  /** Rows of the source that are written with it, for progress. */
  readonly rows: number;
}

/** Characters that make a piece worth writing. */
const PIECE = 64 * 1024;
/** A page of the service: more would take too long in one go where rows are wide. */
const ROWS_READ = 25;

/** One text for each row, put together to pieces of some 64 KB; `before` and `after` go around all rows. */
export function* textChunks(
  source: RowSource,
  before: string,
  rowText: (row: Row, index: number) => string,
  after = '',
): Generator<Chunk> {
  let data = before;
  let rows = 0;
  // Rows that come while the file is written are not part of it.
  const end = source.rowCount;
  for (let from = 0; from < end; from += ROWS_READ) {
    const window = source.rows(from, Math.min(end, from + ROWS_READ));
    for (const [index, row] of window.entries()) data += rowText(row, from + index);
    rows += window.length;
    if (data.length >= PIECE) {
      yield { data, rows };
      data = '';
      rows = 0;
    }
  }
  data += after;
  if (data !== '' || rows > 0) yield { data, rows };
}
