import * as vscode from 'vscode';
import type { Sending } from '../../core/service/networkLog.ts';

/** What a table of sendings needs to know of the window. */
interface LogTextOptions {
  /** Of an instant in milliseconds since 1970. */
  readonly timeText: (at: number) => string;
  /** What a connection and an origin are called. */
  readonly connectionText: (sending: Sending) => readonly string[];
}

/** The sendings as text in columns, the latest last. Lines of the table only, no sentence. */
export function logTable(sendings: readonly Sending[], options: LogTextOptions): string {
  const { t } = vscode.l10n;
  const head = [
    ...[t('Time'), t('Method'), t('Path'), t('Status'), t('Milliseconds'), t('Bytes'), t('Attempt')],
    ...[t('Connection'), t('Address'), t('Request ID')],
  ];
  return inColumns([head, ...sendings.map((sending) => cellsOf(sending, options))]);
}

function cellsOf(sending: Sending, { timeText, connectionText }: LogTextOptions): string[] {
  const { at, method, template, attempt, milliseconds, result } = sending;
  const ms = String(Math.round(milliseconds));
  // What a person looks for first comes first: a narrow window cuts off the end.
  const row = (status: string, bytes: string, requestID: string): string[] => [
    ...[timeText(at), method, template, status, ms, bytes, String(attempt)],
    ...[...connectionText(sending), requestID],
  ];
  switch (result.kind) {
    case 'answered':
      return row(String(result.status), String(result.bytes), result.requestID ?? '');
    case 'failed':
      return row(result.reason, '', '');
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
