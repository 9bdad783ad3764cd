/** Exported audit events: written with a manifest. exportReader.ts reads them back for the same views, offline. */

import { csvChunks } from '../../results/export/delimited.ts';
import { isJsonObject, type JsonValue } from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import type { AuditEvent } from '../../service/types.ts';
import { jsonOf } from '../feed/compactEvent.ts';
import type { Provenance } from '../feed/ledger.ts';
import type { AuditFilters } from '../filters/filters.ts';
import { auditFields } from '../table/fields.ts';

export type AuditExportFormat = 'ndjson' | 'json' | 'csv';

const writers: Readonly<Record<AuditExportFormat, (events: readonly AuditEvent[]) => Generator<string>>> = {
  ndjson: ndjsonText,
  json: jsonText,
  csv: csvText,
};

/** The format's text, piece by piece. NDJSON and JSON hold the events as the service gave them (masked where told). */
export const exportChunks = (events: readonly AuditEvent[], format: AuditExportFormat): Generator<string> =>
  writers[format](events);

function* ndjsonText(events: readonly AuditEvent[]): Generator<string> {
  for (const event of events) yield `${jsonOf(event)}\n`;
}

function* jsonText(events: readonly AuditEvent[]): Generator<string> {
  yield '[';
  for (const [index, event] of events.entries()) yield `${index === 0 ? '\n' : ',\n'}${jsonOf(event)}`;
  yield events.length === 0 ? ']\n' : '\n]\n';
}

function* csvText(events: readonly AuditEvent[]): Generator<string> {
  const columns = auditFields.map(({ id }) => id);
  const row = (event: AuditEvent): (JsonValue | undefined)[] => auditFields.map(({ read }) => read(event));
  const source = {
    columns,
    rowCount: events.length,
    rows: (from: number, to: number) => events.slice(from, to).map(row),
    value: (at: number, column: number) => {
      const event = events[at];
      return event && auditFields[column]?.read(event);
    },
  };
  for (const { data } of csvChunks(source)) if (typeof data === 'string') yield data;
}

/**
 * altered: not as the manifest beside the file says · cut: the file ends before its list of events does · source: it is as
 * its manifest says, but was exported from a file in doubt · partial: not read to its end.
 */
export type FileDoubt = 'altered' | 'cut' | 'source' | 'partial';

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
  readonly loaded: number;
  readonly provenance: Pick<Provenance, 'more' | 'reason' | 'oldest' | 'newest'>;
  /** Places among those in the file where events may be missing. */
  readonly gaps: number;
  readonly literalsMasked: boolean;
  readonly actorsMasked: boolean;
}

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
