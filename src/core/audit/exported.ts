/** Exported audit events: written with a manifest, and read back for the same views, offline. */
import { toAuditEvent } from '../api/decode.ts';
import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from '../api/json.ts';
import type { AuditEvent } from '../api/types.ts';
import { csvChunks } from '../results/export/delimited.ts';
import type { AuditFilters } from './filters.ts';
import type { Provenance } from './store.ts';
import { auditFields } from './table/fields.ts';

export type AuditExportFormat = 'ndjson' | 'json' | 'csv';

/** The format's text, piece by piece. NDJSON and JSON hold the events as the service gave them (masked where told). */
export function* exportChunks(events: readonly AuditEvent[], format: AuditExportFormat): Generator<string> {
  if (format === 'csv') {
    yield* csvText(events);
    return;
  }
  if (format === 'json') yield '[';
  let first = true;
  for (const { raw } of events) {
    const text = stringifyJson(raw);
    yield format === 'json' ? `${first ? '\n' : ',\n'}${text}` : `${text}\n`;
    first = false;
  }
  if (format === 'json') yield first ? ']\n' : '\n]\n';
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

/** What was exported, from where, when, and what is known of the rest. */
export interface AuditManifest {
  readonly kind: 'audit-events' | 'who-read-what';
  readonly file: string;
  readonly format: string;
  readonly bytes: number;
  readonly sha256: string;
  /** The file that the events were opened from; then nothing is known of a connection or of filters. */
  readonly openedFrom?: string;
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

export type ReadExport =
  | { readonly ok: true; readonly events: readonly AuditEvent[]; readonly skipped: number }
  /** empty: no event in it; csv: columns, which cannot become events again; other: none of our forms. */
  | { readonly ok: false; readonly reason: 'empty' | 'csv' | 'other' };

/**
 * The events of an exported file: NDJSON, a JSON list, or a whole answer of the service (spec 4.1). Lines that are no
 * events are counted as skipped; a file without any event is not ours. `vouched`: the manifest beside says that the file
 * is ours as it is; then each object is an event, whatever it holds.
 */
export function readExport(text: string, vouched = false): ReadExport {
  const body = text.replace(/^\ufeff/, '').trim();
  if (body === '') return { ok: false, reason: 'empty' };
  const whole = parseJson(body);
  const list = whole.ok ? listOf(whole.value) : lines(body);
  if (list === undefined) return { ok: false, reason: body.startsWith('time,') ? 'csv' : 'other' };
  // One with nothing in it is believed among others: the service may give such.
  const ours = vouched ? isJsonObject : list.some(isEvent) ? isFrame : isEvent;
  const events = list.filter(ours).map(toAuditEvent);
  if (list.length === 0) return { ok: false, reason: 'empty' };
  if (events.length === 0) return { ok: false, reason: 'other' };
  return { ok: true, events, skipped: list.length - events.length };
}

function listOf(value: JsonValue): readonly (JsonValue | undefined)[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return undefined;
  return Array.isArray(value.event) ? value.event : [value];
}

/** Undefined unless the first line is JSON: a file with one bad line is still ours, a text with one good line is not. */
function lines(text: string): readonly (JsonValue | undefined)[] | undefined {
  const parsed = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => parseJson(line));
  if (!parsed[0]?.ok) return undefined;
  return parsed.map((one) => (one.ok ? one.value : undefined));
}

/** Whether it has the parts of an event, with something in them that the spec names. */
function isEvent(value: JsonValue | undefined): value is JsonObject {
  if (!isJsonObject(value) || !(isJsonObject(value.context) || isJsonObject(value.request))) return false;
  const event = toAuditEvent(value);
  return auditFields.some(({ read }) => read(event) !== undefined);
}

function isFrame(value: JsonValue | undefined): value is JsonObject {
  return (
    isEvent(value) || (isJsonObject(value) && isJsonObject(value.context) && isJsonObject(value.request))
  );
}

/** Whether `text` is the manifest of audit events with this SHA-256 (hexadecimal). */
export function vouchesFor(text: string, sha256: string): boolean {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return false;
  return parsed.value.kind === 'audit-events' && parsed.value.sha256 === sha256;
}
