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
import type { CommandTable } from '../../app/commands.ts';
import { number } from '../../platform/number.ts';
import { type AuditContext, withProgress } from '../context.ts';
import {
  type Exported,
  type ExportMasking,
  exportFile,
  type FileFormat,
  type Pieces,
  type ShownEvents,
  shownEvents,
} from '../export/exportFile.ts';
import { lostText } from '../files/openedFiles.ts';
import { loadedEvents } from '../model/loadedEvents.ts';

/** Writing the events shown to a file, and opening such a file again. */
export function fileCommands(context: AuditContext): CommandTable {
  return {
    'vaultsql.audit.export': async (argument) => {
      try {
        return await exportEvents(context, argument instanceof vscode.Uri ? argument : undefined);
      } catch (error) {
        if (!(error instanceof EventsLost)) throw error;
        void context.deps.messages.warn(lostText(error));
        return false;
      }
    },
    'vaultsql.audit.import': async (argument) => {
      const uris = urisIn(argument) ?? (await askFilesOrFolder());
      return uris.length > 0 && context.files.open(uris);
    },
    'vaultsql.audit.closeFiles': () => closeFiles(context),
  };
}

/** Shows the events of the service again. */
async function closeFiles({ deps, model }: AuditContext): Promise<unknown> {
  if (!model.state.file()) return deps.messages.info(vscode.l10n.t('No file of audit events is open.'));
  if (!(await model.source.mayReplace())) return false;
  model.source.resetStore();
  // The person is asked for nothing: without an account ID the view offers to load instead.
  return model.filters.sent().accountID !== undefined && withProgress(() => model.requests.load());
}

/** The files that a caller names: one, or several. */
function urisIn(argument: unknown): readonly vscode.Uri[] | undefined {
  const all: readonly unknown[] = Array.isArray(argument) ? argument : [argument];
  const uris = all.filter((one) => one instanceof vscode.Uri);
  return uris.length > 0 ? uris : undefined;
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

function formatsOf(context: AuditContext, shown: EventsToExport): Exported['formats'] {
  const all = Object.entries(formats) as [AuditExportFormat, string][];
  const chunksOf =
    (format: AuditExportFormat): FileFormat['chunks'] =>
    (masking, about) =>
      format === 'parquet'
        ? parquetPieces(context, shown, masking, about)
        : textPieces(context, shown, masking, format);
  return Object.fromEntries(all.map(([format, label]) => [format, { label, chunks: chunksOf(format) }]));
}

function textPieces(
  context: AuditContext,
  shown: EventsToExport,
  masking: ExportMasking,
  format: AuditTextFormat,
): Pieces {
  async function* events(): AsyncGenerator<EventToWrite> {
    for await (const { event } of loadedEvents(context.model, shown))
      yield { event: masking.shown(event), mark: shown.marks.of(event) };
  }
  return exportChunks(events(), format);
}

async function* parquetPieces(
  context: AuditContext,
  shown: EventsToExport,
  masking: ExportMasking,
  about: AboutExport,
): AsyncGenerator<Uint8Array> {
  // Loaded when a file is to be written: the audit views come up without it.
  const library = await import('hyparquet-writer');
  const { readQuery } = context.deps.language();
  async function* events(): AsyncGenerator<ReadEvent> {
    for await (const { event } of loadedEvents(context.model, shown)) {
      // Of the query as it was sent: without its literals it may be none any more.
      const query = queryOf(event);
      const reads = query === undefined ? undefined : shownReads(readQuery(query), masking.value);
      yield { event: masking.shown(event), reads, mark: shown.marks.of(event) };
    }
  }
  yield* parquetEvents(events(), library, JSON.stringify(about));
}

async function exportEvents(context: AuditContext, given: vscode.Uri | undefined): Promise<boolean> {
  const shown = await shownEvents(context.model);
  const count = shown.numbers.length;
  if (count === 0) {
    void context.deps.messages.info(vscode.l10n.t('No audit events to export. Load some first.'));
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
    ...{ kind: 'audit-events', formats: formatsOf(context, { ...shown, marks }), events: count },
    title:
      count === 1
        ? vscode.l10n.t('Export 1 audit event')
        : vscode.l10n.t('Export {0} audit events', number(count)),
    done: (file) =>
      count === 1
        ? vscode.l10n.t('Exported 1 audit event to “{0}”, with a manifest.', file)
        : vscode.l10n.t('Exported {0} audit events to “{1}”, with a manifest.', number(count), file),
  };
  const isDone = await exportFile(context, what, shown, given);
  if (isDone) context.model.marks.written(shown.markedSource, written);
  return isDone;
}

/** Returns the files or the folder that the user chooses; empty if they leave. Most systems have no dialog for both at once. */
async function askFilesOrFolder(): Promise<readonly vscode.Uri[]> {
  const items = [
    { label: vscode.l10n.t('Files…'), ask: askFiles },
    { label: vscode.l10n.t('A folder…'), ask: askFolder },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Open audit events from'),
  });
  return picked ? picked.ask() : [];
}

async function askFolder(): Promise<readonly vscode.Uri[]> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Open a folder of exported audit events'),
    openLabel: vscode.l10n.t('Open'),
    ...{ canSelectFiles: false, canSelectFolders: true },
  });
  return chosen ?? [];
}

async function askFiles(): Promise<readonly vscode.Uri[]> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Open exported audit events'),
    openLabel: vscode.l10n.t('Open'),
    canSelectMany: true,
    filters: { [vscode.l10n.t('Audit events')]: ['ndjson', 'jsonl', 'json', 'csv', 'gz', 'zst'] },
  });
  return chosen ?? [];
}
