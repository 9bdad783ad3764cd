/** Writes audit events as Parquet. */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { findQueryText } from '../../core/audit/feed/queryOf.ts';
import { eventParquetChunks } from '../../core/audit/file/parquetEvents.ts';
import { parseQueryReads } from '../../core/audit/table/queryReads.ts';
import type { AuditEvent } from '../../core/service/types.ts';

/** Maximum number of queries whose reads are remembered. Parsing a query takes long, and most queries are sent repeatedly. */
const MAX_KEPT_QUERIES = 1_000;

/** Yields the bytes of a Parquet file that contains the events. `about` is JSON text that describes the file. */
export async function* parquetChunks(
  events: AsyncIterable<AuditEvent>,
  about: string,
): AsyncGenerator<Uint8Array | string> {
  const kept = new Map<string, ReturnType<typeof parseQueryReads>>();
  const findReads = (query: string): ReturnType<typeof parseQueryReads> => {
    const known = kept.get(query);
    if (known !== undefined) return known;
    const reads = parseQueryReads(query);
    if (kept.size >= MAX_KEPT_QUERIES) kept.clear();
    kept.set(query, reads);
    return reads;
  };
  const withReads = async function* () {
    for await (const event of events) {
      const query = findQueryText(event);
      yield { event, reads: query === undefined ? undefined : findReads(query) };
    }
  };
  for await (const { data } of eventParquetChunks(withReads(), { ByteWriter, ParquetWriter }, about))
    yield data;
}
