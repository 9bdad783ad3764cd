/** Exported audit events: written with a manifest. exportReader.ts reads them back for the same views, offline. */

import type { Chunk } from '../../results/export/chunks.ts';
import { csvChunks } from '../../results/export/delimited.ts';
import { type FormatFor, type RecordFormat, recordWriter } from '../../results/export/formats.ts';
import { isJsonObject, type JsonValue } from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import type { AuditEvent } from '../../service/types.ts';
import { jsonOf } from '../feed/compactEvent.ts';
import type { Provenance } from '../feed/ledger.ts';
import type { AuditFilters } from '../filters/filters.ts';
import { withMark } from '../marks/markMember.ts';
import type { Mark } from '../marks/marks.ts';
import { auditFields } from '../table/fields.ts';

/** The formats that audit events are exported to. */
export type AuditExportFormat = FormatFor<'events'>;
/** Those of them that are text. */
export type AuditTextFormat = Exclude<AuditExportFormat, 'parquet'>;

/** An event as it may be written, and what the user noted about it. */
interface EventToWrite {
  readonly event: AuditEvent;
  readonly mark?: Mark | undefined;
}

/** What a text format writes before the first event, for each event, and at the end. */
interface TextWriter {
  readonly start: string;
  readonly event: (event: EventToWrite, index: number) => string;
  readonly end: (count: number) => string;
}

/** Writes each event as one record, with the mark beside what the service sent. */
function asRecords(format: RecordFormat): TextWriter {
  const { start, record, end } = recordWriter(format);
  return {
    start,
    event: ({ event, mark }, index) => record(mark ? withMark(jsonOf(event), mark) : jsonOf(event), index),
    end,
  };
}

const asCsv = (): TextWriter => ({
  start: csvText([]),
  event: (event) => csvText([event], false),
  end: () => '',
});

/** Minimum length of a chunk in characters, so that the file is not written in many small chunks. */
const MIN_CHUNK_LENGTH = 64 * 1024;

/** The chunks of a text file with the events. JSON and NDJSON contain them as `events` yields them, with all their members. */
export async function* exportChunks(
  events: AsyncIterable<EventToWrite> | Iterable<EventToWrite>,
  format: AuditTextFormat,
): AsyncGenerator<Chunk> {
  const writer = format === 'csv' ? asCsv() : asRecords(format);
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

/** Blanks at the end of a row do not count, and a note may end with some: so it is not the last column. */
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
 * altered: not as the manifest beside the file says · cut: the file ends before its list of events does · source: it is as
 * its manifest says, but was exported from a file in doubt · partial: not read to its end · changed: since it was read it
 * was cut, replaced or deleted · csv: its events have only what has a column ·
 * skipped: entries that are not events are left out · conflicting: it has an event whose change ID a different event has.
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

/** What was exported, from where, when, and what is known of the rest. */
export interface AuditManifest {
  readonly kind: 'audit-events' | 'who-read-what';
  readonly file: string;
  readonly format: string;
  readonly bytes: number;
  readonly sha256: string;
  /** The file that the events were opened from; then nothing is known of a connection or of filters. */
  readonly openedFrom?: string;
  /** What was doubtful about that file. */
  readonly doubts?: readonly FileDoubt[];
  readonly connection: string;
  readonly environment: string;
  /** The service filtered by these. */
  readonly filters: AuditFilters;
  /** Filters over loaded events, in words; empty where there were none. */
  readonly filtersOverLoadedEvents: string;
  /** ISO 8601. */
  readonly exportedAt: string;
  /** In the file, or summed up in it. */
  readonly events: number;
  /** Queries of who read what that are not summed up in the file; absent where there are none. */
  readonly queriesLeftOut?: number;
  readonly loaded: number;
  readonly provenance: Pick<Provenance, 'more' | 'reason' | 'oldest' | 'newest'>;
  /** Places among those in the file where events may be missing. */
  readonly gaps: number;
  readonly literalsMasked: boolean;
  readonly actorsMasked: boolean;
}

/** What is known of a file before it is written. */
export type AboutExport = Omit<AuditManifest, 'bytes' | 'sha256'>;

/** The manifest as JSON text. */
export function auditManifestText(manifest: AuditManifest): string {
  return `${JSON.stringify({ manifestVersion: 1, ...manifest }, null, 2)}\n`;
}

/** `isOurs`: the file is the one that its manifest tells of. */
export interface Vouched {
  readonly isOurs: boolean;
  readonly doubts: readonly FileDoubt[];
}

/**
 * What `text`, found beside a file with this SHA-256 (hexadecimal), says of it: a manifest of these audit events vouches for
 * them; one of ours of another content raises a doubt; all else says nothing.
 */
export function vouchedBy(text: string, sha256: string): Vouched {
  const nothing: Vouched = { isOurs: false, doubts: [] };
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return nothing;
  const { kind, sha256: stated, doubts } = parsed.value;
  if ((kind !== 'audit-events' && kind !== 'who-read-what') || typeof stated !== 'string') return nothing;
  if (stated !== sha256) return { isOurs: false, doubts: ['altered'] };
  if (kind !== 'audit-events') return nothing;
  return { isOurs: true, doubts: Array.isArray(doubts) && doubts.length > 0 ? ['source'] : [] };
}
