import * as vscode from 'vscode';
import { number } from '../../platform/number.ts';
import type { ExportSource, SelectedRows } from '../exportSource.ts';
import type { ExportArguments, RowChoice } from './choices.ts';

/** A result of which no more is left than what goes into the file; `hides` is the mask of the file. */
export interface ChosenSource extends ExportSource {
  readonly chosen: RowChoice;
  /** Rows that were loaded in all. */
  readonly loadedRows: number;
}

/**
 * Asks which rows, where there is a choice: those on screen are proposed. `empty`: there are none of those chosen.
 * Undefined when the person leaves.
 */
export async function chooseRows(
  source: ExportSource,
  { rows, uri }: ExportArguments,
): Promise<ChosenSource | 'empty' | undefined> {
  const hasChoice = source.shown !== undefined || source.selection !== undefined;
  // A command that names the file asks nothing: it takes what a sort or a filter has made of the rows, else all.
  const unasked = source.arranged ? 'shown' : 'loaded';
  const chosen = rows ?? (hasChoice && !uri ? await pickRows(source) : unasked);
  return chosen && narrowed(source, chosen);
}

/** What the file is made of: the beginning of a title, before the format. */
export function exportTitle({ chosen }: ChosenSource): string {
  switch (chosen) {
    case 'shown':
      return vscode.l10n.t('Export the rows shown as');
    case 'loaded':
      return vscode.l10n.t('Export the loaded rows as');
    case 'selection':
      return vscode.l10n.t('Export the selection as');
  }
}

async function pickRows({ rows, shown, selection }: ExportSource): Promise<RowChoice | undefined> {
  const items = [
    ...(shown
      ? [{ label: vscode.l10n.t('Rows shown, in this order'), rows: shown, choice: 'shown' as const }]
      : []),
    { label: vscode.l10n.t('All loaded rows'), rows, choice: 'loaded' as const },
    ...(selection
      ? [{ label: vscode.l10n.t('Selection'), rows: selection.rows, choice: 'selection' as const }]
      : []),
  ].map((item) => ({ ...item, description: sizeOf(item.rows, item.choice, selection) }));
  const title = vscode.l10n.t('Export which rows?');
  return (await vscode.window.showQuickPick(items, { title }))?.choice;
}

function sizeOf({ rowCount }: ExportSource['rows'], choice: RowChoice, selection?: SelectedRows): string {
  const rows = rowCount === 1 ? vscode.l10n.t('1 row') : vscode.l10n.t('{0} rows', number(rowCount));
  if (choice !== 'selection') return rows;
  const columns = selection?.columns.length ?? 0;
  return columns === 1
    ? vscode.l10n.t('{0}, 1 column', rows)
    : vscode.l10n.t('{0}, {1} columns', rows, number(columns));
}

function narrowed(source: ExportSource, chosen: RowChoice): ChosenSource | 'empty' {
  const { rows: loaded, shown = loaded, selection } = source;
  const picked = { shown: { rows: shown }, loaded: { rows: loaded }, selection }[chosen];
  if (!picked || picked.rows.rowCount === 0) return 'empty';
  return {
    ...source,
    ...picked,
    chosen,
    loadedRows: loaded.rowCount,
    hides: source.hasPlainLiterals ? () => true : source.hides,
    complete: source.complete && picked.rows.rowCount === loaded.rowCount,
  };
}
