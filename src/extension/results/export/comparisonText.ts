import * as vscode from 'vscode';
import type { Comparison } from '../../../core/results/view/compare.ts';
import { maskRows } from '../../../core/results/view/mask.ts';
import { MASK_TEXT, type MaskedSource } from '../../../core/results/view/view.ts';
import { type JsonValue, stringifyJson } from '../../../core/service/json.ts';
import { formatNumber } from '../../platform/number.ts';
import { formatTarget } from '../../targets/targets.ts';
import type { ExportSource } from '../exportSource.ts';

const MAX_ROWS_PER_GROUP = 500;
const MAX_VALUE_LENGTH = 200;

const MISLEADING_CHARACTERS = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Returns a comparison of two results as plain text. Masked values stay masked, even if the user has revealed them.
 * `key` contains the names of the columns that identify a row. `formatTime` takes milliseconds since 1970.
 */
export function formatComparison(
  before: ExportSource,
  after: ExportSource,
  key: readonly string[],
  comparison: Comparison,
  formatTime: (ms: number) => string,
): string {
  const { added, removed, changed, same, unclear } = comparison;
  const beforeRows = maskRows(before.rows, before.isValueMasked);
  const afterRows = maskRows(after.rows, after.isValueMasked);
  const counts = [
    vscode.l10n.t('Added: {0}', added.length),
    vscode.l10n.t('Removed: {0}', removed.length),
    vscode.l10n.t('Changed: {0}', changed.length),
    vscode.l10n.t('Unchanged: {0}', same),
  ];
  const unclearRows = unclear.before.length + unclear.after.length;
  const changes = changed.map(({ before: from, after: to, columns }) => () => [
    key.map((name) => `${name} = ${cellText(afterRows, to, name)}`).join(', '),
    ...columns.map(
      (name) => `  ${name}: ${cellText(beforeRows, from, name)} → ${cellText(afterRows, to, name)}`,
    ),
  ]);
  const rowsOf = (source: MaskedSource, rows: readonly number[]) =>
    rows.map((row) => () => [formatRecord(source, row)]);
  return [
    vscode.l10n.t('Two results compared by {0}', key.join(', ')),
    '',
    ...describeSource(vscode.l10n.t('Before'), before, formatTime),
    ...describeSource(vscode.l10n.t('After'), after, formatTime),
    '',
    ...counts,
    ...(unclearRows > 0
      ? [vscode.l10n.t('Not comparable: {0} (key value missing or not unique)', unclearRows)]
      : []),
    ...createSectionLines(vscode.l10n.t('Changed'), changes),
    ...createSectionLines(vscode.l10n.t('Added'), rowsOf(afterRows, added)),
    ...createSectionLines(vscode.l10n.t('Removed'), rowsOf(beforeRows, removed)),
    ...createSectionLines(vscode.l10n.t('Not comparable, before'), rowsOf(beforeRows, unclear.before)),
    ...createSectionLines(vscode.l10n.t('Not comparable, after'), rowsOf(afterRows, unclear.after)),
    '',
  ].join('\n');
}

function describeSource(name: string, source: ExportSource, formatTime: (ms: number) => string): string[] {
  const { rows, isComplete, target, startedAt: askedAt, statement } = source;
  const loaded = isComplete
    ? vscode.l10n.t('all {0} rows', formatNumber(rows.rowCount))
    : vscode.l10n.t('the {0} rows loaded, not all of the result', formatNumber(rows.rowCount));
  return [
    `${name}: ${formatTarget(target)} · ${formatTime(askedAt)} · ${loaded}`,
    ...statement.split(/\r\n?|\n/).map((line) => `  ${line}`),
  ];
}

function createSectionLines(title: string, entries: readonly (() => string[])[]): string[] {
  if (entries.length === 0) return [];
  const omittedCount = entries.length - MAX_ROWS_PER_GROUP;
  return [
    '',
    `${title} (${entries.length})`,
    ...entries.slice(0, MAX_ROWS_PER_GROUP).flatMap((entry) => entry().map((line) => `  ${line}`)),
    ...(omittedCount > 0 ? [`  ${vscode.l10n.t('… and {0} more', omittedCount)}`] : []),
  ];
}

const formatRecord = (source: MaskedSource, row: number): string =>
  source.columns
    .filter((_, column) => source.value(row, column) !== undefined)
    .map((name) => `${name}: ${cellText(source, row, name)}`)
    .join(', ');

function cellText(source: MaskedSource, row: number, name: string): string {
  const column = source.columns.indexOf(name);
  const value = column < 0 ? undefined : source.value(row, column);
  if (value === undefined) return vscode.l10n.t('(absent)');
  return source.hidden(row, column) ? MASK_TEXT : toShortJson(value);
}

function toShortJson(value: JsonValue): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : stringifyJson(value);
  const short = text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
  return short.replace(
    MISLEADING_CHARACTERS,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
