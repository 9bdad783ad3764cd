import * as vscode from 'vscode';
import type { Comparison } from '../../../core/results/view/compare.ts';
import { maskedRows } from '../../../core/results/view/mask.ts';
import { MASK_TEXT, type MaskedSource } from '../../../core/results/view/view.ts';
import { type JsonValue, stringifyJson } from '../../../core/service/json.ts';
import { number } from '../../platform/number.ts';
import { targetLabel } from '../../targets/targets.ts';
import type { ExportSource } from '../exportSource.ts';

/** Maximum number of rows in each section of a comparison, so that the text stays readable. */
const MAX_ROWS_PER_GROUP = 500;
/** Maximum length of a value in a comparison, in UTF-16 code units. The rest is truncated. */
const MAX_VALUE_LENGTH = 200;

/** Characters that would change the text direction or the lines of the surrounding text. */
const misleading = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Returns a comparison of two results as plain text: which results were compared, the numbers of rows, then the rows.
 * Values are written as JSON, so that NULL, '' and 1 can be told from texts. Masked values are masked. `key` names the
 * columns that identify a row; `timeOf` formats a time in milliseconds since 1970.
 */
export function comparisonText(
  before: ExportSource,
  after: ExportSource,
  key: readonly string[],
  comparison: Comparison,
  timeOf: (ms: number) => string,
): string {
  const { added, removed, changed, same, unclear } = comparison;
  const old = maskedRows(before.rows, before.hides);
  const now = maskedRows(after.rows, after.hides);
  const counts = [
    vscode.l10n.t('Added: {0}', added.length),
    vscode.l10n.t('Removed: {0}', removed.length),
    vscode.l10n.t('Changed: {0}', changed.length),
    vscode.l10n.t('Unchanged: {0}', same),
  ];
  const unclearRows = unclear.before.length + unclear.after.length;
  const changes = changed.map(({ before: from, after: to, columns }) => () => [
    key.map((name) => `${name} = ${cellText(now, to, name)}`).join(', '),
    ...columns.map((name) => `  ${name}: ${cellText(old, from, name)} → ${cellText(now, to, name)}`),
  ]);
  const rowsOf = (source: MaskedSource, rows: readonly number[]) =>
    rows.map((row) => () => [recordText(source, row)]);
  return [
    vscode.l10n.t('Two results compared by {0}', key.join(', ')),
    '',
    ...aboutSource(vscode.l10n.t('Before'), before, timeOf),
    ...aboutSource(vscode.l10n.t('After'), after, timeOf),
    '',
    ...counts,
    ...(unclearRows > 0
      ? [vscode.l10n.t('Not comparable: {0} (key value missing or not unique)', unclearRows)]
      : []),
    ...section(vscode.l10n.t('Changed'), changes),
    ...section(vscode.l10n.t('Added'), rowsOf(now, added)),
    ...section(vscode.l10n.t('Removed'), rowsOf(old, removed)),
    ...section(vscode.l10n.t('Not comparable, before'), rowsOf(old, unclear.before)),
    ...section(vscode.l10n.t('Not comparable, after'), rowsOf(now, unclear.after)),
    '',
  ].join('\n');
}

function aboutSource(name: string, source: ExportSource, timeOf: (ms: number) => string): string[] {
  const { rows, complete, target, askedAt, statement } = source;
  const loaded = complete
    ? vscode.l10n.t('all {0} rows', number(rows.rowCount))
    : vscode.l10n.t('the {0} rows loaded, not all of the result', number(rows.rowCount));
  return [
    `${name}: ${targetLabel(target)} · ${timeOf(askedAt)} · ${loaded}`,
    ...statement.split(/\r\n?|\n/).map((line) => `  ${line}`),
  ];
}

function section(title: string, entries: readonly (() => string[])[]): string[] {
  if (entries.length === 0) return [];
  const left = entries.length - MAX_ROWS_PER_GROUP;
  return [
    '',
    `${title} (${entries.length})`,
    ...entries.slice(0, MAX_ROWS_PER_GROUP).flatMap((entry) => entry().map((line) => `  ${line}`)),
    ...(left > 0 ? [`  ${vscode.l10n.t('… and {0} more', left)}`] : []),
  ];
}

const recordText = (source: MaskedSource, row: number): string =>
  source.columns
    .filter((_, column) => source.value(row, column) !== undefined)
    .map((name) => `${name}: ${cellText(source, row, name)}`)
    .join(', ');

function cellText(source: MaskedSource, row: number, name: string): string {
  const column = source.columns.indexOf(name);
  const value = column < 0 ? undefined : source.value(row, column);
  if (value === undefined) return vscode.l10n.t('(absent)');
  return source.hidden(row, column) ? MASK_TEXT : valueAsJson(value);
}

function valueAsJson(value: JsonValue): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : stringifyJson(value);
  const short = text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
  return short.replace(misleading, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
