import * as vscode from 'vscode';
import type { RequestAttempt } from '../../core/service/networkLog.ts';

interface LogTextOptions {
  readonly timeText: (at: number) => string;
  readonly connectionText: (attempt: RequestAttempt) => readonly string[];
}

export function formatLogTable(attempts: readonly RequestAttempt[], options: LogTextOptions): string {
  const { t } = vscode.l10n;
  const head = [
    ...[t('Time'), t('Method'), t('Path'), t('Status'), t('Milliseconds'), t('Bytes'), t('Attempt')],
    ...[t('Connection'), t('Address'), t('Request ID')],
  ];
  return alignColumns([head, ...attempts.map((attempt) => createCells(attempt, options))]);
}

function createCells(logged: RequestAttempt, { timeText, connectionText }: LogTextOptions): string[] {
  const { at, method, template, attempt, milliseconds, result } = logged;
  const ms = String(Math.round(milliseconds));
  // The first columns are those that users look for, because a narrow window cuts off the end of a line.
  const row = (status: string, bytes: string, requestID: string): string[] => [
    ...[timeText(at), method, template, status, ms, bytes, String(attempt)],
    ...[...connectionText(logged), requestID],
  ];
  switch (result.kind) {
    case 'answered':
      return row(String(result.status), String(result.bytes), result.requestID ?? '');
    case 'failed':
      return row(result.reason, '', '');
  }
}

function alignColumns(rows: readonly (readonly string[])[]): string {
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
