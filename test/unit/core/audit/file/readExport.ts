/** Exported events as text, and read back. */
import assert from 'node:assert/strict';
import { eventFromData as madeOf } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { eventTextChunks } from '../../../../../src/core/audit/file/auditExport.ts';
import { createExportReader, type ReadExport } from '../../../../../src/core/audit/file/exportReader.ts';
import type { GapDescription } from '../../../../../src/core/audit/handover/records.ts';
import { auditFields, fieldText } from '../../../../../src/core/audit/table/fields.ts';
import { decodeAuditPage, toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { nodeBytes } from '../../../../../src/node/nodeBytes.ts';
import { textOfChunks } from '../../../allOf.ts';

/** An event out of JSON text, as the service's answers are read. */
export function eventOf(json: string): AuditEvent {
  const page = decodeAuditPage(`{"event":[${json}]}`);
  const event = page.ok ? page.value.events?.[0] : undefined;
  assert.ok(event);
  return event;
}

export const textOf = async (
  events: readonly AuditEvent[],
  format: 'ndjson' | 'json' | 'csv',
): Promise<string> =>
  await textOfChunks(
    eventTextChunks(
      events.map((event) => ({ event })),
      format,
    ),
  );

/** An exported file, read in pieces of so many bytes, with its events. */
export function readExport(
  text: string | Uint8Array,
  vouched = false,
  size = Number.POSITIVE_INFINITY,
):
  | Exclude<ReadExport, { ok: true }>
  | (Extract<ReadExport, { ok: true }> & { all: readonly AuditEvent[]; gaps: readonly GapDescription[] }) {
  const all: AuditEvent[] = [];
  const gaps: GapDescription[] = [];
  const bytes = typeof text === 'string' ? nodeBytes.encode(text) : text;
  const reader = createExportReader({
    tools: nodeBytes,
    mayBeVouched: vouched,
    onGap: (gap) => gaps.push(gap) > 0,
    onEvent({ isExact, place, text: own }) {
      all.push(madeOf({ text: own, isExact, time: undefined, changeID: undefined }));
      const there = place && nodeBytes.decode(bytes, place.offset, place.offset + place.length);
      const toEvent = reader.getRowReader();
      if (there !== undefined) assert.equal(toEvent ? toEvent(there) : there, own);
    },
  });
  // One buffer for all pieces, as a file is read into.
  const piece = Buffer.alloc(Math.min(size, bytes.length));
  for (let from = 0; from < bytes.length; from += piece.length) {
    const own = bytes.subarray(from, from + piece.length);
    piece.fill(0x7b);
    piece.set(own);
    reader.push(piece.subarray(0, own.length));
  }
  const read = reader.end(vouched);
  if (read.ok) assert.equal(read.events, all.length);
  return read.ok ? { ...read, all, gaps } : read;
}

/** All that has a column. */
export const fieldsOf = ({ raw }: AuditEvent): unknown[] =>
  auditFields.map((field) => fieldText(field, toAuditEvent(raw)));
