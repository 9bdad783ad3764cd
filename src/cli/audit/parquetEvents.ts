/** Writes audit events as Parquet. */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { findQueryText } from '../../core/audit/feed/queryOf.ts';
import { eventParquetChunks } from '../../core/audit/file/parquetEvents.ts';
import { parseQueryReads } from '../../core/audit/table/queryReads.ts';
import type { AuditEvent } from '../../core/service/types.ts';

/** Yields the bytes of a Parquet file that contains the events. `about` is JSON text that describes the file. */
export async function* parquetChunks(
  events: AsyncIterable<AuditEvent>,
  about: string,
): AsyncGenerator<Uint8Array | string> {
  const withReads = async function* () {
    for await (const event of events) {
      const query = findQueryText(event);
      yield { event, reads: query === undefined ? undefined : parseQueryReads(query) };
    }
  };
  for await (const { data } of eventParquetChunks(withReads(), { ByteWriter, ParquetWriter }, about))
    yield data;
}
