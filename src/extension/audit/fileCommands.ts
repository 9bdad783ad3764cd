import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import {
  type AuditExportFormat,
  auditManifestText,
  exportChunks,
  readExport,
} from '../../core/audit/exported.ts';
import { maskedActor, maskedContent, withTexts } from '../../core/audit/masked.ts';
import type { CommandTable } from '../commands.ts';
import { type AuditParts, viewID } from './parts.ts';
import { localText } from './provenance.ts';

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
  const { deps, session, options } = parts;
  const { events, provenance, connection, local, gaps } = session.snapshot();
  if (events.length === 0) {
    void deps.messages.info(vscode.l10n.t('There are no audit events to export: load some first.'));
    return false;
  }
  const uri =
    given ??
    (await vscode.window.showSaveDialog({
      title: vscode.l10n.t('Export {0} audit events', events.length),
      saveLabel: vscode.l10n.t('Export'),
      filters: Object.fromEntries(Object.entries(formats).map(([ending, name]) => [name, [ending]])),
    }));
  if (!uri) return false;
  const ending = /\.(ndjson|json|csv)$/i.exec(uri.path)?.[1]?.toLowerCase() ?? 'ndjson';
  const format = ending as AuditExportFormat;
  const literalsMasked = given !== undefined ? deps.settings.maskLiterals() : await askMask(parts);
  if (literalsMasked === undefined) return false;
  const actorsMasked = options.masksActors();
  const { maskLiterals } = literalsMasked ? deps.language() : { maskLiterals: (text: string) => text };
  const masked = events.map((event) =>
    withTexts(event, {
      content: literalsMasked ? maskedContent(event, maskLiterals) : undefined,
      actor: actorsMasked && event.context.actor ? maskedActor(event.context.actor) : undefined,
    }),
  );
  const bytes = Buffer.from([...exportChunks(masked, format)].join('').toWellFormed());
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const manifest = auditManifestText({
    file: name,
    format,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    connection: connection?.name ?? '',
    environment: connection?.environment ?? '',
    filters: session.sentFilters(),
    filtersOverLoadedEvents: localText(local, options),
    exportedAt: new Date().toISOString(),
    events: events.length,
    loaded: provenance.loaded,
    provenance: {
      more: provenance.more,
      reason: provenance.reason,
      ...(provenance.oldest ? { oldest: provenance.oldest } : {}),
      ...(provenance.newest ? { newest: provenance.newest } : {}),
    },
    gaps: gaps.length,
    literalsMasked,
    actorsMasked,
  });
  try {
    await vscode.workspace.fs.writeFile(uri, bytes);
    await vscode.workspace.fs.writeFile(
      uri.with({ path: `${uri.path}.manifest.json` }),
      Buffer.from(manifest.toWellFormed()),
    );
  } catch (error) {
    await deps.messages.error(
      vscode.l10n.t('The audit events could not be written to {0}: {1}', name, fileError(error)),
    );
    return false;
  }
  void deps.messages.info(
    vscode.l10n.t('{0} audit events were written to {1}, with a manifest beside it.', events.length, name),
  );
  return true;
}

/** Undefined when the person leaves. */
async function askMask({ deps }: AuditParts): Promise<boolean | undefined> {
  if (!deps.settings.maskLiterals()) return false;
  const picked = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t('Mask literals'),
        description: vscode.l10n.t('values in query texts become •••'),
        masked: true,
      },
      {
        label: vscode.l10n.t('As they are'),
        description: vscode.l10n.t('the file then holds personal data'),
        masked: false,
      },
    ],
    { title: vscode.l10n.t('Query texts in the exported events') },
  );
  return picked?.masked;
}

const fileError = (error: unknown): string =>
  error instanceof vscode.FileSystemError ? error.code : error instanceof Error ? error.name : typeof error;

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
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > MAX_BYTES) return refuse(vscode.l10n.t('it is too large.'));
    text = new TextDecoder('utf-8', { fatal: true }).decode(await vscode.workspace.fs.readFile(uri));
  } catch (error) {
    if (error instanceof TypeError) return refuse(vscode.l10n.t('it is no text.'));
    return refuse(vscode.l10n.t('it could not be read ({0}).', fileError(error)));
  }
  const read = readExport(text);
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
