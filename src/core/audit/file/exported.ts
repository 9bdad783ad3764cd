/** Exported audit events: written with a manifest. exportReader.ts reads them back for the same views, offline. */

import { csvChunks } from '../../results/export/delimited.ts';
import { isJsonObject, type JsonValue } from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import type { AuditEvent } from '../../service/types.ts';
import { jsonOf } from '../feed/compactEvent.ts';
import type { Provenance } from '../feed/ledger.ts';
import type { AuditFilters } from '../filters/filters.ts';
import { withMark } from '../marks/markMember.ts';
import type { Mark } from '../marks/marks.ts';
import { auditFields } from '../table/fields.ts';

/** The formats of text. */
export type AuditTextFormat = 'ndjson' | 'json' | 'csv';
export type AuditExportFormat = AuditTextFormat | 'parquet';

/** An event as it may be written, and what a person said of it. */
export interface EventToWrite {
  readonly event: AuditEvent;
  readonly mark?: Mark | undefined;
}

/** What a format of text writes before the first event, for each, and at the end. */
interface TextWriter {
  readonly start: () => string;
  readonly event: (event: EventToWrite, index: number) => string;
  readonly end: (count: number) => string;
}

const nothing = (): string => '';

const writers: Readonly<Record<AuditTextFormat, TextWriter>> = {
  ndjson: { start: nothing, event: (event) => `${jsonText(event)}\n`, end: nothing },
  json: {
    start: () => '[',
    event: (event, index) => `${index === 0 ? '\n' : ',\n'}${jsonText(event)}`,
    end: (count) => (count === 0 ? ']\n' : '\n]\n'),
  },
  csv: { start: () => csvText([]), event: (event) => csvText([event], false), end: nothing },
};

/** A mark is beside what the service gave. */
const jsonText = ({ event, mark }: EventToWrite): string =>
  mark ? withMark(jsonOf(event), mark) : jsonOf(event);

/** The format's text, piece by piece. NDJSON and JSON hold the events as the service gave them (masked where told). */
export async function* exportChunks(
  events: AsyncIterable<EventToWrite> | Iterable<EventToWrite>,
  format: AuditTextFormat,
): AsyncGenerator<string> {
  const writer = writers[format];
  let count = 0;
  yield writer.start();
  for await (const event of events) yield writer.event(event, count++);
  yield writer.end(count);
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
