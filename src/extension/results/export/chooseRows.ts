import * as vscode from 'vscode';
import { formatNumber } from '../../platform/number.ts';
import type { ExportSource, SelectedRows } from '../exportSource.ts';
import type { ExportArguments, RowChoice } from './choices.ts';

export interface ChosenSource extends ExportSource {
  readonly chosen: RowChoice;
  readonly loadedRowCount: number;
}

/**
 * Resolves to the rows to export. If `rows` is undefined, the user picks them, unless there is no choice or `uri` is
 * given. Resolves to `empty` if there are no such rows, and to undefined if the user cancels.
 */
export async function chooseRows(
  source: ExportSource,
  { rows, uri }: ExportArguments,
): Promise<ChosenSource | 'empty' | undefined> {
  const hasChoice = source.displayedRows !== undefined || source.selection !== undefined;
  // If the caller names the file, the user is not prompted. Sorted or filtered rows are then exported as displayed,
  // otherwise all loaded rows.
  const defaultChoice = source.isSortedOrFiltered ? 'shown' : 'loaded';
  const chosen = rows ?? (hasChoice && !uri ? await pickRows(source) : defaultChoice);
  return chosen && selectRowsOfChoice(source, chosen);
}

export function createExportTitle({ chosen }: ChosenSource): string {
  switch (chosen) {
    case 'shown':
      return vscode.l10n.t('Export the rows shown as');
    case 'loaded':
      return vscode.l10n.t('Export the loaded rows as');
    case 'selection':
      return vscode.l10n.t('Export the selection as');
  }
}

async function pickRows({ rows, displayedRows, selection }: ExportSource): Promise<RowChoice | undefined> {
  const items = [
    ...(displayedRows
      ? [{ label: vscode.l10n.t('Rows shown, in this order'), rows: displayedRows, choice: 'shown' as const }]
      : []),
    { label: vscode.l10n.t('All loaded rows'), rows, choice: 'loaded' as const },
    ...(selection
      ? [{ label: vscode.l10n.t('Selection'), rows: selection.rows, choice: 'selection' as const }]
      : []),
  ].map((item) => ({ ...item, description: formatRowAndColumnCount(item.rows, item.choice, selection) }));
  const title = vscode.l10n.t('Export which rows?');
  return (await vscode.window.showQuickPick(items, { title }))?.choice;
}

function formatRowAndColumnCount(
  { rowCount }: ExportSource['rows'],
  choice: RowChoice,
  selection?: SelectedRows,
): string {
  const rows = rowCount === 1 ? vscode.l10n.t('1 row') : vscode.l10n.t('{0} rows', formatNumber(rowCount));
  if (choice !== 'selection') return rows;
  const columns = selection?.columns.length ?? 0;
  return columns === 1
    ? vscode.l10n.t('{0}, 1 column', rows)
    : vscode.l10n.t('{0}, {1} columns', rows, formatNumber(columns));
}

function selectRowsOfChoice(source: ExportSource, chosen: RowChoice): ChosenSource | 'empty' {
  const { rows: loaded, displayedRows = loaded, selection } = source;
  const picked = { shown: { rows: displayedRows }, loaded: { rows: loaded }, selection }[chosen];
  if (!picked || picked.rows.rowCount === 0) return 'empty';
  return {
    ...source,
    ...picked,
    chosen,
    loadedRowCount: loaded.rowCount,
    isValueMasked: source.hasPlainLiterals ? () => true : source.isValueMasked,
    isComplete: source.isComplete && picked.rows.rowCount === loaded.rowCount,
  };
}
