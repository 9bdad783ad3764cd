import * as vscode from 'vscode';
import { eventKey } from '../../../core/audit/feed/ledger.ts';
import { queryOf } from '../../../core/audit/feed/queryOf.ts';
import type { ReadEvent } from '../../../core/audit/file/eventColumns.ts';
import {
  type AboutExport,
  type AuditExportFormat,
  type AuditTextFormat,
  type EventToWrite,
  exportChunks,
} from '../../../core/audit/file/exported.ts';
import { parquetEvents } from '../../../core/audit/file/parquetEvents.ts';
import type { KeyedMark, Mark } from '../../../core/audit/marks/marks.ts';
import { shownReads } from '../../../core/audit/masking/shownReads.ts';
import { EventsLost } from '../../../core/audit/table/lost.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { Deps } from '../../app/deps.ts';
import { number } from '../../platform/number.ts';
import { lostText } from '../files/openedFiles.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { loadedEvents } from '../model/loadedEvents.ts';
import {
  type Exported,
  type ExportMasking,
  exportFile,
  type FileFormat,
  type Pieces,
  type ShownEvents,
  shownEvents,
} from './exportFile.ts';

export interface EventExportParts extends Pick<Deps, 'fileSinks' | 'language' | 'messages' | 'settings'> {
  readonly model: Pick<AuditModel, 'filters' | 'marks' | 'masking' | 'state' | 'trail'>;
}

/**
 * Writes the displayed events to `given`, or where the user chooses, with a manifest. False if there are none, the user
 * leaves, or the file can't be written, which a message says.
 */
export async function exportEvents(parts: EventExportParts, given?: vscode.Uri): Promise<boolean> {
  try {
    return await writeEvents(parts, given);
  } catch (error) {
    if (!(error instanceof EventsLost)) throw error;
    void parts.messages.warn(lostText(error));
    return false;
  }
}

/** By the file's ending, what each format is called. */
const formats: Readonly<Record<AuditExportFormat, string>> = {
  ndjson: 'NDJSON',
  json: 'JSON',
  csv: 'CSV',
  parquet: 'Parquet',
};

/** The events as they are exported; `marks` notes those that are written. */
interface EventsToExport extends Pick<ShownEvents, 'listing' | 'numbers'> {
  readonly marks: { of(event: AuditEvent): Mark | undefined };
}

function formatsOf(parts: EventExportParts, shown: EventsToExport): Exported['formats'] {
  const all = Object.entries(formats) as [AuditExportFormat, string][];
  const chunksOf =
    (format: AuditExportFormat): FileFormat['chunks'] =>
    (masking, about) =>
      format === 'parquet'
        ? parquetPieces(parts, shown, masking, about)
        : textPieces(parts, shown, masking, format);
  return Object.fromEntries(all.map(([format, label]) => [format, { label, chunks: chunksOf(format) }]));
}

function textPieces(
  parts: EventExportParts,
  shown: EventsToExport,
  masking: ExportMasking,
  format: AuditTextFormat,
): Pieces {
  async function* events(): AsyncGenerator<EventToWrite> {
    for await (const { event } of loadedEvents(parts.model, shown))
      yield { event: masking.shown(event), mark: shown.marks.of(event) };
  }
  return exportChunks(events(), format);
}

async function* parquetPieces(
  parts: EventExportParts,
  shown: EventsToExport,
  masking: ExportMasking,
  about: AboutExport,
): AsyncGenerator<Uint8Array> {
  // Loaded when a file is to be written: the audit views come up without it.
  const library = await import('hyparquet-writer');
  const { readQuery } = parts.language();
  async function* events(): AsyncGenerator<ReadEvent> {
    for await (const { event } of loadedEvents(parts.model, shown)) {
      // Of the query as it was sent: without its literals it may be none any more.
      const query = queryOf(event);
      const reads = query === undefined ? undefined : shownReads(readQuery(query), masking.value);
      yield { event: masking.shown(event), reads, mark: shown.marks.of(event) };
    }
  }
  yield* parquetEvents(events(), library, JSON.stringify(about));
}

async function writeEvents(parts: EventExportParts, given: vscode.Uri | undefined): Promise<boolean> {
  const { model } = parts;
  const shown = await shownEvents(model);
  const count = shown.numbers.length;
  if (count === 0) {
    void parts.messages.info(vscode.l10n.t('No audit events to export. Load some first.'));
    return false;
  }
  const written: KeyedMark[] = [];
  const marks: EventsToExport['marks'] = {
    of(event) {
      const mark = shown.marks.of(event);
      if (mark) written.push([eventKey(event), mark]);
      return mark;
    },
  };
  const what: Exported = {
    ...{ kind: 'audit-events', formats: formatsOf(parts, { ...shown, marks }), events: count },
    title:
      count === 1
        ? vscode.l10n.t('Export 1 audit event')
        : vscode.l10n.t('Export {0} audit events', number(count)),
    done: (file) =>
      count === 1
        ? vscode.l10n.t('Exported 1 audit event to “{0}”, with a manifest.', file)
        : vscode.l10n.t('Exported {0} audit events to “{1}”, with a manifest.', number(count), file),
  };
  const isDone = await exportFile({ ...parts, masking: model.masking }, what, shown, given);
  if (isDone) model.marks.written(shown.markedSource, written);
  return isDone;
}
