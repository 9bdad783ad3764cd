/** Writes audit events as a Parquet file: `eventColumns` as typed columns, and a description as the file's metadata. */
import type { Chunk } from '../../results/export/chunks.ts';
import {
  createListElements,
  createParquetFileWriter,
  createTextElement,
  type ParquetBuffer,
  type ParquetElement,
  type ParquetField,
  type ParquetFileWriter,
  type ParquetLibrary,
  type ParquetValue,
} from '../../results/export/parquetFile.ts';
import { type EventColumn, type EventColumnType, type EventWithReads, eventColumns } from './eventColumns.ts';

export const METADATA_KEY = 'vaultsql.audit';

const optional = { repetition_type: 'OPTIONAL' } as const;

/**
 * The Parquet schema elements of each column type. Times have no time zone, because the service does not state the time
 * zone of its timestamps.
 */
const elementsOf: Readonly<Record<EventColumnType, (name: string) => readonly ParquetElement[]>> = {
  time: (name) => [
    {
      ...optional,
      name,
      type: 'INT64',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'NANOS' },
    },
  ],
  boolean: (name) => [{ ...optional, name, type: 'BOOLEAN' }],
  integer: (name) => [{ ...optional, name, type: 'INT64' }],
  list: createListElements,
  text: (name) => [createTextElement(name)],
  json: (name) => [createTextElement(name)],
};

const toParquetField = ({ name, type, isLong }: EventColumn): ParquetField => ({
  name,
  elements: elementsOf[type](name),
  ...(isLong ? { isLong } : {}),
});

const MAX_EVENTS_PER_GROUP = 5000;
const MAX_CHARACTERS_PER_GROUP = 4 * 1024 * 1024;

/**
 * Yields the chunks of the Parquet file. After an empty chunk, the caller can stop or let other work run. `about` is
 * JSON text that describes the file.
 */
export async function* eventParquetChunks<Buffer extends ParquetBuffer>(
  events: AsyncIterable<EventWithReads> | Iterable<EventWithReads>,
  library: ParquetLibrary<Buffer>,
  about: string,
): AsyncGenerator<Chunk> {
  const file = createParquetFileWriter(library, eventColumns.map(toParquetField), { [METADATA_KEY]: about });
  let group = createEmptyColumnGroup();
  let text = 0;
  for await (const event of events) {
    text += addEvent(group, event);
    if ((group[0]?.length ?? 0) < MAX_EVENTS_PER_GROUP && text < MAX_CHARACTERS_PER_GROUP) continue;
    yield* writeGroupChunks(file, group);
    group = createEmptyColumnGroup();
    text = 0;
  }
  yield* writeGroupChunks(file, group);
  yield { data: file.finish(), rows: 0 };
}

function* writeGroupChunks(file: ParquetFileWriter, group: readonly ParquetValue[][]): Generator<Chunk> {
  for (const data of file.writeGroup(group)) yield { data, rows: 0 };
  yield { data: '', rows: group[0]?.length ?? 0 };
}

const createEmptyColumnGroup = (): ParquetValue[][] => eventColumns.map(() => []);

function addEvent(group: readonly ParquetValue[][], event: EventWithReads): number {
  let text = 0;
  for (const [place, { read }] of eventColumns.entries()) {
    const value = read(event) ?? null;
    group[place]?.push(value);
    if (typeof value === 'string') text += value.length;
  }
  return text;
}
