import * as vscode from 'vscode';
import type { Sending } from '../../core/service/networkLog.ts';

/** What a table of sendings needs to know of the window. */
export interface LogTextOptions {
  /** Of an instant in milliseconds since 1970. */
  readonly timeText: (at: number) => string;
  /** What a connection and an origin are called. */
  readonly connectionText: (sending: Sending) => readonly string[];
}

/** The sendings as text in columns, the latest last. Lines of the table only, no sentence. */
export function logTable(sendings: readonly Sending[], options: LogTextOptions): string {
  const { t } = vscode.l10n;
  const head = [
    ...[t('Time'), t('Connection'), t('Address'), t('Method'), t('Path'), t('Attempt')],
    ...[t('Status'), t('Milliseconds'), t('Bytes'), t('Request ID')],
  ];
  return inColumns([head, ...sendings.map((sending) => cellsOf(sending, options))]);
}

function cellsOf(sending: Sending, { timeText, connectionText }: LogTextOptions): string[] {
  const { at, method, template, attempt, milliseconds, result } = sending;
  const common = [timeText(at), ...connectionText(sending), method, template, String(attempt)];
  const ms = String(Math.round(milliseconds));
  switch (result.kind) {
    case 'answered':
      return [...common, String(result.status), ms, String(result.bytes), result.requestID ?? ''];
    case 'failed':
      return [...common, result.reason, ms, '', ''];
  }
}

/** Each column as wide as its widest cell; none ends in spaces. */
function inColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
