import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { copyText } from '../../core/results/copy.ts';
import { csvChunks } from '../../core/results/export/delimited.ts';
import { jsonChunks } from '../../core/results/export/jsonText.ts';
import type { RowSource } from '../../core/results/rowStore.ts';
import type { AuditMode } from '../../protocol/audit.ts';
import type { Deps } from '../deps.ts';
import { sourceOf, type Table } from './eventRows.ts';

type Format = 'csv' | 'json' | 'markdown';

/** The rows shown as one text: CSV with formulas guarded, JSON, or a Markdown table. */
export function exportText(rows: RowSource, format: Format): string {
  if (format === 'markdown') return `${copyText(rows, 'markdown')}\n`;
  const chunks = format === 'csv' ? csvChunks(rows) : jsonChunks(rows);
  let text = '';
  for (const { data } of chunks) text += String(data);
  return text;
}

/** Writes what the table shows to a file that the person chooses; says where, and the file's SHA-256. */
export async function exportTable(deps: Deps, table: Table, mode: AuditMode): Promise<void> {
  const formats: readonly (vscode.QuickPickItem & { readonly format: Format })[] = [
    { label: 'CSV', format: 'csv', description: vscode.l10n.t('for spreadsheets') },
    { label: 'JSON', format: 'json', description: vscode.l10n.t('one object for each row') },
    { label: 'Markdown', format: 'markdown', description: vscode.l10n.t('a table for a report') },
  ];
  const picked = await vscode.window.showQuickPick(formats, {
    title: vscode.l10n.t('Export what the table shows'),
  });
  if (!picked) return;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const name = mode === 'readers' ? 'who-read-what' : 'audit-events';
  const ending = picked.format === 'markdown' ? 'md' : picked.format;
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export what the table shows'),
    saveLabel: vscode.l10n.t('Export'),
    defaultUri: vscode.Uri.joinPath(folder, `${name}.${ending}`),
    filters: { [picked.label]: [ending] },
  });
  if (!uri) return;
  const all = table.columns.map((_, index) => index);
  const bytes = Buffer.from(exportText(sourceOf(table, 0, table.rowCount, all), picked.format));
  try {
    await vscode.workspace.fs.writeFile(uri, bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    await deps.messages.error(vscode.l10n.t('The file could not be written: {0}', why));
    return;
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const open = {
    label: vscode.l10n.t('Open'),
    run: () => vscode.commands.executeCommand('vscode.open', uri),
  };
  const file = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  await deps.messages.info(
    vscode.l10n.t('Exported {0} rows to “{1}”, SHA-256 {2}.', table.rowCount, file, sha256),
    open,
  );
}
