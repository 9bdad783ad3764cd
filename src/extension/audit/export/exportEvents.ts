import * as vscode from 'vscode';
import { eventKey } from '../../../core/audit/feed/ledger.ts';
import { findQueryText } from '../../../core/audit/feed/queryOf.ts';
import {
  type AuditExportFormat,
  eventTextChunks,
  type UnfinishedManifest,
} from '../../../core/audit/file/auditExport.ts';
import type { EventWithReads } from '../../../core/audit/file/eventColumns.ts';
import { eventParquetChunks } from '../../../core/audit/file/parquetEvents.ts';
import type { KeyedMark, Mark } from '../../../core/audit/marks/marks.ts';
import { maskReadsForDisplay } from '../../../core/audit/masking/displayReads.ts';
import type { Chunk } from '../../../core/results/export/chunks.ts';
import { listFormatsFor, type WriterDeps } from '../../../core/results/export/formats.ts';
import type { ParquetBuffer } from '../../../core/results/export/parquetFile.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { Deps } from '../../app/deps.ts';
import { formatNumber } from '../../platform/number.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { iterateLoadedEvents } from '../model/loadedEvents.ts';
import { sourceErrorText } from '../sourceProblems.ts';
import {
  type AuditExport,
  type DisplayedEvents,
  type ExportMasking,
  exportAuditFile,
  readDisplayedEvents,
} from './eventsFile.ts';

export interface EventExportParts
  extends Pick<Deps, 'loadExport' | 'fileSinks' | 'language' | 'messages' | 'settings'> {
  readonly model: Pick<AuditModel, 'filters' | 'marks' | 'masking' | 'state' | 'trail'>;
}

/**
 * Exports the displayed events to `targetUri`, or to a file that the user chooses. Resolves to
 * whether the file was written.
 */
export async function exportEvents(parts: EventExportParts, targetUri?: vscode.Uri): Promise<boolean> {
  try {
    return await exportDisplayedEvents(parts, targetUri);
  } catch (error) {
    const text = sourceErrorText(error);
    if (text === undefined) throw error;
    void parts.messages.warn(text);
    return false;
  }
}

/** The events of a listing to export. `marks.of` returns an event's mark, and also records it as written. */
interface EventsToExport extends Pick<DisplayedEvents, 'listing' | 'events'> {
  readonly marks: { of(event: AuditEvent): Mark | undefined };
}

async function* iterateMaskedEvents(
  { model, language }: Pick<EventExportParts, 'language' | 'model'>,
  shown: EventsToExport,
  masking: ExportMasking,
  hasReads: boolean,
): AsyncGenerator<EventWithReads> {
  for await (const { event } of iterateLoadedEvents(model, shown)) {
    // The original query is analyzed, because with masked literals it may no longer be valid.
    const query = hasReads ? findQueryText(event) : undefined;
    const reads =
      query === undefined ? undefined : maskReadsForDisplay(language().readQuery(query), masking.maskValue);
    yield { event: masking.maskEvent(event), reads, mark: shown.marks.of(event) };
  }
}

async function encodeEventChunks<Buffer extends ParquetBuffer>(
  events: AsyncIterable<EventWithReads>,
  format: AuditExportFormat,
  about: UnfinishedManifest,
  { parquet }: WriterDeps<Buffer>,
): Promise<AsyncIterable<Chunk>> {
  return format === 'parquet'
    ? eventParquetChunks(events, await parquet(), JSON.stringify(about))
    : eventTextChunks(events, format);
}

/** NDJSON comes first because it keeps all data and can be followed as the file grows. */
const formats: readonly AuditExportFormat[] = [
  'ndjson',
  ...listFormatsFor('events').filter((format) => format !== 'ndjson'),
];

async function exportDisplayedEvents(
  parts: EventExportParts,
  given: vscode.Uri | undefined,
): Promise<boolean> {
  const { model } = parts;
  const shown = await readDisplayedEvents(model);
  const count = shown.events.length;
  if (count === 0) {
    void parts.messages.info(vscode.l10n.t('No audit events to export. Load some first.'));
    return false;
  }
  const written: KeyedMark[] = [];
  const marks: EventsToExport['marks'] = {
    of(event) {
      const mark = shown.marks.getMark(event);
      if (mark) written.push([eventKey(event), mark]);
      return mark;
    },
  };
  const what: AuditExport<AuditExportFormat> = {
    kind: 'audit-events',
    formats,
    events: count,
    recordCount: count,
    chunks: (format, masking, about, writers) =>
      encodeEventChunks(
        iterateMaskedEvents(parts, { ...shown, marks }, masking, format === 'parquet'),
        format,
        about,
        writers,
      ),
    formatProgress: (done) => vscode.l10n.t('{0} of {1} events', formatNumber(done), formatNumber(count)),
    title:
      count === 1
        ? vscode.l10n.t('Export 1 audit event')
        : vscode.l10n.t('Export {0} audit events', formatNumber(count)),
    formatSuccess: (file) =>
      count === 1
        ? vscode.l10n.t('Exported 1 audit event to “{0}”.', file)
        : vscode.l10n.t('Exported {0} audit events to “{1}”.', formatNumber(count), file),
  };
  const isDone = await exportAuditFile({ ...parts, masking: model.masking }, what, shown, given);
  if (isDone) model.marks.recordMarksAsExported(shown.markedSource, written);
  return isDone;
}
