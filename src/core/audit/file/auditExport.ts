import type { Chunk } from '../../results/export/chunks.ts';
import { csvChunks } from '../../results/export/delimited.ts';
import { type FormatFor, getRecordWriter, type RecordFormat } from '../../results/export/formats.ts';
import { isJsonObject, type JsonValue } from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import type { AuditEvent } from '../../service/types.ts';
import { getEventJson } from '../feed/compactEvent.ts';
import type { Provenance } from '../feed/ledger.ts';
import type { AuditFilters } from '../filters/filters.ts';
import { withMark } from '../marks/markMember.ts';
import type { Mark } from '../marks/marks.ts';
import { auditFields } from '../table/fields.ts';

export type AuditExportFormat = FormatFor<'events'>;
export type AuditTextFormat = Exclude<AuditExportFormat, 'parquet'>;

interface EventToWrite {
  readonly event: AuditEvent;
  readonly mark?: Mark | undefined;
}

interface TextWriter {
  readonly start: string;
  readonly event: (event: EventToWrite, index: number) => string;
  readonly end: (count: number) => string;
}

function recordTextWriter(format: RecordFormat): TextWriter {
  const { start, record, end } = getRecordWriter(format);
  return {
    start,
    event: ({ event, mark }, index) =>
      record(mark ? withMark(getEventJson(event), mark) : getEventJson(event), index),
    end,
  };
}

const csvTextWriter = (): TextWriter => ({
  start: csvText([]),
  event: (event) => csvText([event], false),
  end: () => '',
});

/**
 * Minimum length in characters of a chunk other than the last, so that the file is not written in many small chunks.
 */
const MIN_CHUNK_LENGTH = 64 * 1024;

/** Yields the chunks of a text file that contains the events. */
export async function* eventTextChunks(
  events: AsyncIterable<EventToWrite> | Iterable<EventToWrite>,
  format: AuditTextFormat,
): AsyncGenerator<Chunk> {
  const writer = format === 'csv' ? csvTextWriter() : recordTextWriter(format);
  let data = writer.start;
  let count = 0;
  let rows = 0;
  for await (const event of events) {
    data += writer.event(event, count++);
    rows++;
    if (data.length < MIN_CHUNK_LENGTH) continue;
    yield { data, rows };
    data = '';
    rows = 0;
  }
  yield { data: data + writer.end(count), rows };
}

/**
 * Names of the CSV columns. `note` is not the last one, because a note may end with whitespace, and whitespace at the
 * end of a row is ignored when the row is read.
 */
const csvColumns = [...auditFields.map(({ id }) => id), 'note', 'marked'];

function csvRow({ event, mark }: EventToWrite): (JsonValue | undefined)[] {
  return [...auditFields.map(({ read }) => read(event)), mark?.note || undefined, mark && 'true'];
}

function csvText(events: readonly EventToWrite[], header = true): string {
  const rows = events.map(csvRow);
  const source = {
    columns: csvColumns,
    rowCount: rows.length,
    rows: (from: number, to: number) => rows.slice(from, to),
    value: (at: number, column: number) => rows[at]?.[column],
  };
  return [...csvChunks(source, { header })].map(({ data }) => String(data)).join('');
}

/**
 * A reason to doubt a file. `altered`: its content differs from what the manifest beside it states. `cut`: it ends too
 * early, or could not be read to its end. `source`: it was exported from a doubtful file. `partial`: not all of its
 * events were read. `changed`: it was read before, and has changed or become unreadable since. `csv`: its events have
 * only the values that have a column. `skipped`: some of its entries were not read as events. `conflicting`: it has an
 * event whose change ID belongs to a different event.
 */
export type FileDoubt =
  | 'altered'
  | 'cut'
  | 'source'
  | 'partial'
  | 'changed'
  | 'csv'
  | 'skipped'
  | 'conflicting';

export interface AuditManifest {
  readonly kind: 'audit-events' | 'who-read-what';
  readonly file: string;
  readonly format: string;
  readonly bytes: number;
  readonly sha256: string;
  /**
   * Displayed name of the files that the events were opened from, or of the table with its time range; absent for
   * events of the service.
   */
  readonly openedFrom?: string;
  readonly doubts?: readonly FileDoubt[];
  readonly connection: string;
  readonly environment: string;
  /** The filters that were sent to the service. Their values may be masked. */
  readonly filters: AuditFilters;
  readonly filtersOverLoadedEvents: string;
  /** Time of the export in ISO 8601. */
  readonly exportedAt: string;
  /** Number of events in the file, or number of events that the file summarizes. */
  readonly events: number;
  /** Number of queries that were left out of the exported "who read what"; absent if there are none. */
  readonly queriesLeftOut?: number;
  readonly loaded: number;
  readonly provenance: Pick<Provenance, 'more' | 'reason' | 'oldest' | 'newest'>;
  readonly gaps: number;
  readonly literalsMasked: boolean;
  readonly actorsMasked: boolean;
}

export type UnfinishedManifest = Omit<AuditManifest, 'bytes' | 'sha256'>;

export function auditManifestText(manifest: AuditManifest): string {
  return `${JSON.stringify({ manifestVersion: 1, ...manifest }, null, 2)}\n`;
}

/**
 * What a manifest says about the file beside it. `isOurs`: the manifest belongs to the file, which contains audit
 * events.
 */
export interface ManifestVerdict {
  readonly isOurs: boolean;
  readonly doubts: readonly FileDoubt[];
}

/**
 * Evaluates a manifest. `text` was found beside a file whose SHA-256 in lowercase hexadecimal is `sha256`. Text that is
 * not a manifest raises no doubts.
 */
export function evaluateManifest(text: string, sha256: string): ManifestVerdict {
  const nothing: ManifestVerdict = { isOurs: false, doubts: [] };
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return nothing;
  const { kind, sha256: stated, doubts } = parsed.value;
  if ((kind !== 'audit-events' && kind !== 'who-read-what') || typeof stated !== 'string') return nothing;
  if (stated !== sha256) return { isOurs: false, doubts: ['altered'] };
  if (kind !== 'audit-events') return nothing;
  return { isOurs: true, doubts: Array.isArray(doubts) && doubts.length > 0 ? ['source'] : [] };
}
