import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { type AuditExportFormat, exportChunks, readExport, vouchesFor } from '../../core/audit/exported.ts';
import type { Exported } from '../auditSource.ts';
import type { CommandTable } from '../commands.ts';
import { manifestOf } from '../replacing.ts';
import { exportFile, fileError } from './exportFile.ts';
import { type AuditParts, viewID } from './parts.ts';

/** A file read back: larger ones were not written by a person's hand, and would stop the extension host. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Writing the events shown to a file, and opening such a file again. */
export function fileCommands(parts: AuditParts): CommandTable {
  return {
    'vaultsql.audit.export': (argument) =>
      exportEvents(parts, argument instanceof vscode.Uri ? argument : undefined),
    'vaultsql.audit.import': (argument) =>
      importEvents(parts, argument instanceof vscode.Uri ? argument : undefined),
  };
}

const formats: Readonly<Record<AuditExportFormat, string>> = { ndjson: 'NDJSON', json: 'JSON', csv: 'CSV' };

async function exportEvents(parts: AuditParts, given: vscode.Uri | undefined): Promise<boolean> {
  const { events } = parts.session.snapshot();
  if (events.length === 0) {
    void parts.deps.messages.info(vscode.l10n.t('There are no audit events to export: load some first.'));
    return false;
  }
  const what: Exported = {
    ...{ kind: 'audit-events', formats, events: events.length },
    title: vscode.l10n.t('Export {0} audit events', events.length),
    chunks: ({ shown }, format) => exportChunks(events.map(shown), format as AuditExportFormat),
    done: (file) =>
      vscode.l10n.t('{0} audit events were written to {1}, with a manifest beside it.', events.length, file),
  };
  return exportFile(parts, what, given);
}

async function importEvents(parts: AuditParts, given: vscode.Uri | undefined): Promise<boolean> {
  const { deps, session } = parts;
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
    void deps.messages.warn(vscode.l10n.t('{0} was not opened: {1} The events shown stay.', name, why));
    return false;
  };
  let text: string;
  let vouched: boolean;
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > MAX_BYTES) return refuse(vscode.l10n.t('it is too large.'));
    const bytes = await vscode.workspace.fs.readFile(uri);
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    vouched = await isVouchedFor(uri, bytes);
  } catch (error) {
    if (error instanceof TypeError) return refuse(vscode.l10n.t('it is no text.'));
    return refuse(vscode.l10n.t('it could not be read ({0}).', fileError(error)));
  }
  const read = readExport(text, vouched);
  if (!read.ok) {
    const reasons = {
      empty: vscode.l10n.t('there is no event in it.'),
      csv: vscode.l10n.t('CSV holds columns, not events; export NDJSON or JSON to open it again.'),
      other: vscode.l10n.t('it is not a list of audit events, as NDJSON or JSON.'),
    } as const;
    return refuse(reasons[read.reason]);
  }
  session.open({ name, events: read.events });
  await vscode.commands.executeCommand(`${viewID}.focus`);
  if (read.skipped > 0)
    void deps.messages.warn(
      vscode.l10n.t('{0} entries of {1} are no audit events and were left out.', read.skipped, name),
    );
  return true;
}

/** Whether the manifest beside the file is that of these bytes. */
async function isVouchedFor(uri: vscode.Uri, bytes: Uint8Array): Promise<boolean> {
  let manifest: Uint8Array;
  try {
    manifest = await vscode.workspace.fs.readFile(manifestOf(uri));
  } catch {
    // Mostly there is none: the file stands for itself.
    return false;
  }
  return vouchesFor(new TextDecoder().decode(manifest), createHash('sha256').update(bytes).digest('hex'));
}
