import * as vscode from 'vscode';
import type { Ledger } from '../../../core/audit/feed/ledger.ts';
import { type AuditExportFormat, exportChunks } from '../../../core/audit/file/exported.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { CommandTable } from '../../app/commands.ts';
import { number } from '../../platform/number.ts';
import { type AuditContext, viewID } from '../context.ts';
import { type Exported, exportFile, type FileFormat, fileError, shownEvents } from '../exportFile.ts';
import { createRequestSequence } from '../feed/requestSequence.ts';
import { type OpenedExport, openExport } from '../openFile.ts';

/** A file read back: larger ones would take more memory than the extension host has for one extension. */
const MAX_BYTES = 256 * 1024 * 1024;
/** From here on opening takes long enough to be watched, and cancelled. */
const LARGE_BYTES = 4 * 1024 * 1024;

/** Writing the events shown to a file, and opening such a file again. */
export function fileCommands(context: AuditContext): CommandTable {
  let opening: object | undefined;
  /** Begins to open a file; tells later whether nothing was asked for since: another file, or events of the service. */
  const begin = (): (() => boolean) => {
    const own = {};
    opening = own;
    const { isCurrent } = createRequestSequence(context.feed);
    return () => opening === own && isCurrent();
  };
  return {
    'vaultsql.audit.export': (argument) =>
      exportEvents(context, argument instanceof vscode.Uri ? argument : undefined),
    'vaultsql.audit.import': async (argument) => {
      const { feed } = context;
      const ledger = feed.newLedger('unsupported');
      try {
        return await importEvents(
          context,
          argument instanceof vscode.Uri ? argument : undefined,
          begin,
          ledger,
        );
      } finally {
        // What was not opened is kept nowhere.
        if (feed.listing() !== ledger.listing) await feed.trail.drop(ledger.listing);
      }
    },
  };
}

/** By the file's ending, what each format is called. */
const formats: Readonly<Record<AuditExportFormat, string>> = { ndjson: 'NDJSON', json: 'JSON', csv: 'CSV' };

function formatsOf(events: readonly AuditEvent[]): Exported['formats'] {
  const all = Object.entries(formats) as [AuditExportFormat, string][];
  const chunksOf =
    (format: AuditExportFormat): FileFormat['chunks'] =>
    ({ shown }) =>
      exportChunks(events.map(shown), format);
  return Object.fromEntries(all.map(([format, label]) => [format, { label, chunks: chunksOf(format) }]));
}

async function exportEvents(context: AuditContext, given: vscode.Uri | undefined): Promise<boolean> {
  const shown = await shownEvents(context.feed);
  const events = shown.rows.map(({ event }) => event);
  if (events.length === 0) {
    void context.deps.messages.info(vscode.l10n.t('No audit events to export. Load some first.'));
    return false;
  }
  const what: Exported = {
    ...{ kind: 'audit-events', formats: formatsOf(events), events: events.length },
    title:
      events.length === 1
        ? vscode.l10n.t('Export 1 audit event')
        : vscode.l10n.t('Export {0} audit events', number(events.length)),
    done: (file) =>
      events.length === 1
        ? vscode.l10n.t('Exported 1 audit event to “{0}”, with a manifest.', file)
        : vscode.l10n.t('Exported {0} audit events to “{1}”, with a manifest.', number(events.length), file),
  };
  return exportFile(context, what, shown, given);
}

async function importEvents(
  context: AuditContext,
  given: vscode.Uri | undefined,
  begin: () => () => boolean,
  ledger: Ledger,
): Promise<boolean> {
  const { deps, feed } = context;
  const uri =
    given ??
    (
      await vscode.window.showOpenDialog({
        title: vscode.l10n.t('Open exported audit events'),
        openLabel: vscode.l10n.t('Open'),
        filters: { [vscode.l10n.t('Audit events')]: ['ndjson', 'json'] },
      })
    )?.[0];
  if (!uri) return false;
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const refuse = (why: string): false => {
    void deps.messages.warn(vscode.l10n.t('Could not open {0}: {1}', name, why));
    return false;
  };
  const isCurrent = begin();
  let read: OpenedExport | undefined;
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > MAX_BYTES) return refuse(vscode.l10n.t('too large.'));
    read = await openWithProgress(uri, name, size, ledger);
  } catch (error) {
    if (error instanceof TypeError) return refuse(vscode.l10n.t('not a text file.'));
    return refuse(vscode.l10n.t('not readable ({0}).', fileError(error)));
  }
  // Cancelled: the events shown stay.
  if (!read) return false;
  if (!read.ok) {
    const reasons = {
      empty: vscode.l10n.t('no events.'),
      csv: vscode.l10n.t('a CSV file can’t be opened. Export NDJSON or JSON.'),
      other: vscode.l10n.t('not an NDJSON or JSON export of audit events.'),
    } as const;
    return refuse(reasons[read.reason]);
  }
  if (!isCurrent()) return refuse(vscode.l10n.t('other events were requested meanwhile.'));
  feed.open({ name, ledger, doubts: read.doubts });
  await vscode.commands.executeCommand(`${viewID}.focus`);
  if (read.doubts.includes('altered'))
    void deps.messages.warn(
      vscode.l10n.t('{0} does not match its manifest (different SHA-256). It may have been changed.', name),
    );
  if (read.doubts.includes('cut'))
    void deps.messages.warn(vscode.l10n.t('{0} is truncated. Only complete events were opened.', name));
  if (read.skipped > 0)
    void deps.messages.warn(
      read.skipped === 1
        ? vscode.l10n.t('Skipped 1 entry of {0} that is not an audit event.', name)
        : vscode.l10n.t('Skipped {0} entries of {1} that are not audit events.', number(read.skipped), name),
    );
  return true;
}

/** The file's events; undefined when the person cancels. */
function openWithProgress(
  uri: vscode.Uri,
  name: string,
  size: number,
  ledger: Ledger,
): Promise<OpenedExport | undefined> {
  const isLarge = size > LARGE_BYTES;
  const options: vscode.ProgressOptions = {
    location: isLarge ? vscode.ProgressLocation.Notification : { viewId: viewID },
    cancellable: isLarge,
    title: vscode.l10n.t('Opening audit events from {0}', name),
  };
  return Promise.resolve(
    vscode.window.withProgress(options, (progress, token) => {
      let reported = 0;
      const onBytes = (count: number): void => {
        const percent = Math.floor((100 * count) / Math.max(1, size));
        if (percent > reported) progress.report({ increment: percent - reported, message: `${percent} %` });
        reported = Math.max(reported, percent);
      };
      return openExport(uri, ledger, onBytes, () => token.isCancellationRequested);
    }),
  );
}
