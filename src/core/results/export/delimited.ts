/**
 * Writes CSV (RFC 4180) and TSV with papaparse. Which cells are quoted is decided here, so that NULL, absent values and
 * empty texts can be told apart: an empty text is always quoted, and so is a text that is equal to the one chosen for
 * NULL or for absent values, which are quoted only if their characters require it.
 */
import papa from 'papaparse';
import type { JsonValue } from '../../service/json.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { valueText } from '../view/cell.ts';
import { type Chunk, textChunks } from './chunks.ts';
import { escapeFormula } from './formulas.ts';

export interface DelimitedOptions {
  /** Text for NULL. Default: empty. */
  readonly nullText?: string;
  /** Text for values that the record does not have. Default: empty. */
  readonly absentText?: string;
  /** Whether the file begins with a byte order mark, so that Excel reads it as UTF-8. Default: false. */
  readonly bom?: boolean;
  /** Whether the first line contains the names of the columns. Default: true. */
  readonly header?: boolean;
  /**
   * Whether an apostrophe is put before texts that a spreadsheet would take for formulas. Numbers are not changed.
   * Default: true.
   */
  readonly guardFormulas?: boolean;
}

/** Yields the rows as comma-separated values. Lines end with CR LF. */
export function csvChunks(source: RowSource, options: DelimitedOptions = {}): Generator<Chunk> {
  return delimitedChunks(source, options, ',', '\r\n');
}

/** Yields the rows as tab-separated values, quoted like CSV. Lines end with LF. */
export function tsvChunks(source: RowSource, options: DelimitedOptions = {}): Generator<Chunk> {
  return delimitedChunks(source, options, '\t', '\n');
}

/** The text of a value that is not a string. It is quoted only if its characters require it. */
class UnquotedText {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

function delimitedChunks(
  source: RowSource,
  options: DelimitedOptions,
  delimiter: string,
  newline: string,
): Generator<Chunk> {
  const { nullText = '', absentText = '', bom = false, header = true, guardFormulas = true } = options;
  const lookAlikes: ReadonlySet<unknown> = new Set(['', nullText, absentText]);
  const config = { delimiter, newline, quotes: (cell: unknown) => lookAlikes.has(cell) };
  const line = (cells: readonly unknown[]): string => papa.unparse([cells], config) + newline;
  const escapeText = guardFormulas ? escapeFormula : (text: string): string => text;
  const [nullCell, absentCell] = [new UnquotedText(nullText), new UnquotedText(absentText)];
  const cell = (value: JsonValue | undefined): string | UnquotedText => {
    if (typeof value === 'string') return escapeText(value);
    if (value === undefined) return absentCell;
    return value === null ? nullCell : new UnquotedText(valueText(value));
  };
  const head = header ? line(source.columns.map(escapeText)) : '';
  return textChunks(source, (bom ? '\ufeff' : '') + head, (row) =>
    line(source.columns.map((_, column) => cell(row[column]))),
  );
}
