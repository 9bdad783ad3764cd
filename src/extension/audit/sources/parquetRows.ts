import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import type { FileFault } from '../../../core/audit/file/fileReads.ts';
import { withMark } from '../../../core/audit/marks/markMember.ts';
import { SourceError } from '../../../core/audit/table/sourceError.ts';
import type { FileChunk } from './fileChunks.ts';

/** The events of a Parquet file can't be read. */
export class ParquetError extends Error {
  readonly reason: Extract<FileFault, { kind: 'parquet' }>['reason'];

  constructor(reason: ParquetError['reason'], options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

/** Whether a file whose first bytes are `head` is a Parquet file. */
export const isParquet = (head: Uint8Array): boolean => Buffer.from(head.subarray(0, 4)).equals(MAGIC);

const MAGIC = Buffer.from('PAR1');
/** The column with the JSON text of each event, and those with the user's mark, which may be missing. */
const [EVENT, MARKED, NOTE] = ['event', 'marked', 'note'];
/**
 * Maximum number of rows that are decoded together. Fewer are, if a row group has fewer, as in files of this extension.
 */
const MAX_ROWS = 5_000;

/**
 * Yields the events of a Parquet file as lines of NDJSON, with the marks in them. Throws `ParquetError` if the file
 * can't be decoded or has no events, after yielding those that were decoded before.
 */
export async function* readParquetLines(file: AsyncBuffer): AsyncGenerator<FileChunk> {
  const metadata = await orDamaged(() => parquetMetadataAsync(file));
  const columns = [EVENT, MARKED, NOTE].filter((name) => hasColumn(metadata, name));
  if (!columns.includes(EVENT)) throw new ParquetError('noEvents');
  const total = Number(metadata.num_rows);
  let done = 0;
  for (const group of metadata.row_groups) {
    const end = done + Number(group.num_rows);
    while (done < end) {
      const to = Math.min(end, done + MAX_ROWS);
      const rows = await orDamaged(() =>
        parquetReadObjects({ file, metadata, columns, rowStart: done, rowEnd: to }),
      );
      if (rows.length !== to - done) throw new ParquetError('damaged');
      done = to;
      yield {
        bytes: Buffer.from(rows.map(toLine).join('')),
        at: Math.floor((file.byteLength * done) / total),
      };
    }
  }
  // An empty last chunk reports that the file was read to its end, even if it has no events.
  yield { bytes: new Uint8Array(), at: file.byteLength };
}

const hasColumn = ({ schema }: FileMetaData, name: string): boolean =>
  schema.some((element) => element.name === name && element.type !== undefined);

/** A row without a text becomes an empty object, which is reported as an entry that is no event. */
function toLine({ event, marked, note }: Readonly<Record<string, unknown>>): string {
  const text = typeof event === 'string' ? event.replaceAll(/[\r\n]/g, ' ').trim() : '{}';
  const isMarked = marked === true && text.endsWith('}');
  return `${isMarked ? withMark(text, { note: typeof note === 'string' ? note : '' }) : text}\n`;
}

async function orDamaged<Value>(read: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof SourceError ? error : new ParquetError('damaged', { cause: error });
  }
}
