/**
 * CSV (RFC 4180) and TSV. Written by hand since a library would not tell NULL, absent and '' apart: '' is always in
 * quotes, and so is a text that reads like the one chosen for NULL or absent, which are bare.
 */
import type { JsonValue } from '../../service/json.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { valueText } from '../view/cell.ts';
import { type Chunk, textChunks } from './chunks.ts';

export interface DelimitedOptions {
  /** What stands for NULL; '' if left out. */
  readonly nullText?: string;
  /** What stands where the record has no such column; '' if left out. */
  readonly absentText?: string;
  /** A byte order mark first: Excel takes the file for UTF-8 only with it. */
  readonly bom?: boolean;
  /** Whether the first line names the columns; it does if left out. */
  readonly header?: boolean;
  /**
   * Whether texts that a spreadsheet would take for a formula get an apostrophe first; they do if left out. Numbers
   * are left as they are.
   */
  readonly guardFormulas?: boolean;
}

/** What a spreadsheet takes for a formula. The wide forms are formulas too where East Asian input is common. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Comma separated, lines end with CR LF. */
export function csvChunks(source: RowSource, options: DelimitedOptions = {}): Generator<Chunk> {
  return delimited(source, options, ',', '\r\n', /[",\r\n]/);
}

/** Tab separated, quoted as spreadsheets do it, lines end with LF. */
export function tsvChunks(source: RowSource, options: DelimitedOptions = {}): Generator<Chunk> {
  return delimited(source, options, '\t', '\n', /["\t\r\n]/);
}

function delimited(
  source: RowSource,
  options: DelimitedOptions,
  separator: string,
  lineEnd: string,
  special: RegExp,
): Generator<Chunk> {
  const { nullText = '', absentText = '', bom = false, header = true, guardFormulas = true } = options;
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const plain = (text: string): string => (special.test(text) ? quoted(text) : text);
  const guarded = (text: string): string => (guardFormulas && FORMULA.test(text) ? `'${text}` : text);
  const nullCell = plain(nullText);
  const absentCell = plain(absentText);
  const textCell = (text: string): string => {
    const safe = guarded(text);
    const ambiguous = safe === '' || safe === nullText || safe === absentText;
    return ambiguous || special.test(safe) ? quoted(safe) : safe;
  };
  const cell = (value: JsonValue | undefined): string => {
    if (typeof value === 'string') return textCell(value);
    if (value === undefined) return absentCell;
    if (value === null) return nullCell;
    return plain(valueText(value));
  };
  const width = source.columns.length;
  const head = header ? source.columns.map(textCell).join(separator) + lineEnd : '';
  return textChunks(source, (bom ? '\ufeff' : '') + head, (row) => {
    let line = cell(row[0]);
    for (let column = 1; column < width; column++) line += separator + cell(row[column]);
    return line + lineEnd;
  });
}
