import * as vscode from 'vscode';
import { type ExportFormat, getFormatFacts } from '../../core/results/export/formats.ts';
import { createDefaultExportUri } from '../platform/exportLocation.ts';
import type { Exportable, MaskQuestion } from './exportable.ts';

const describeFormats = (): Readonly<Record<ExportFormat, string>> => ({
  csv: vscode.l10n.t('Comma-separated, for spreadsheets and databases'),
  tsv: vscode.l10n.t('Tab-separated'),
  json: vscode.l10n.t('One list of objects; numbers exactly as received'),
  ndjson: vscode.l10n.t('One JSON object on each line'),
  markdown: vscode.l10n.t('A table to paste into a note'),
  xlsx: vscode.l10n.t('Numbers that Excel would round become text'),
  parquet: vscode.l10n.t('Typed columns; absent values become NULL'),
});

export async function pickFormat<Format extends ExportFormat>(
  title: string,
  formats: readonly Format[],
): Promise<Format | undefined> {
  const texts = describeFormats();
  const items = formats.map((format) => ({
    label: getFormatFacts(format).label,
    detail: texts[format],
    format,
  }));
  return (await vscode.window.showQuickPick(items, { title, matchOnDetail: true }))?.format;
}

/** Asks the user whether to mask values in the file. Undefined if the user cancels. */
export async function pickMasking({ title, masked, plain }: MaskQuestion): Promise<boolean | undefined> {
  const items = [
    { ...masked, isMasked: true },
    { ...plain, isMasked: false },
  ];
  return (await vscode.window.showQuickPick(items, { title }))?.isMasked;
}

export function pickSaveLocation<Format extends ExportFormat>(
  { fileTitle, fileNameWithoutExtension }: Pick<Exportable<Format>, 'fileTitle' | 'fileNameWithoutExtension'>,
  format: Format,
): Thenable<vscode.Uri | undefined> {
  const { extension, label } = getFormatFacts(format);
  return vscode.window.showSaveDialog({
    title: fileTitle(label),
    saveLabel: vscode.l10n.t('Export'),
    defaultUri: createDefaultExportUri(`${fileNameWithoutExtension}.${extension}`),
    filters: { [label]: [extension] },
  });
}

export function findFormatOfFileOrFirst<Format extends ExportFormat>(
  formats: readonly Format[],
  { path }: vscode.Uri,
): Format | undefined {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase();
  return formats.find((format) => getFormatFacts(format).extension === ending) ?? formats[0];
}
