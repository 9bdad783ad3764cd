/** Converts records to the JSON objects that a sink writes, in one of the output formats. */
import type { JsonObject } from '../../service/json.ts';
import { toEcs } from './ecs.ts';
import type { FormatContext } from './formatContext.ts';
import type { MappingContext } from './mappedEvent.ts';
import { toOcsf } from './ocsf.ts';
import { createTableFinder } from './queryTables.ts';
import { toRaw } from './raw.ts';
import type { OutputRecord } from './records.ts';

export type { FormatContext } from './formatContext.ts';

/**
 * The output formats. `raw`: the event as the service sent it. `ocsf`: Open Cybersecurity Schema Framework 1.9.0.
 * `ecs`: Elastic Common Schema 9.4.0.
 */
export type OutputFormat = 'raw' | 'ocsf' | 'ecs';

const mappings: Readonly<
  Record<OutputFormat, (record: OutputRecord, context: MappingContext) => JsonObject>
> = {
  raw: toRaw,
  ocsf: toOcsf,
  ecs: toEcs,
};

/** Creates a function that converts a record to a JSON object. The function may call `now` of the context. */
export function createFormatter(
  format: OutputFormat,
  { productVersion, now, sha256, origin }: FormatContext,
): (record: OutputRecord) => JsonObject {
  const map = mappings[format];
  const context: MappingContext = { productVersion, now, sha256, origin, findTables: createTableFinder() };
  return (record) => map(record, context);
}
