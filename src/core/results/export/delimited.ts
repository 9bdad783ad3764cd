/** Writes CSV and TSV. An empty text is quoted. NULL and absent values are empty without quotes by default. */
import papa from 'papaparse';
import type { JsonValue } from '../../service/json.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { formatValueText } from '../view/cell.ts';
import { type Chunk, textChunks } from './chunks.ts';
import { escapeFormula } from './formulas.ts';

export interface DelimitedOptions {
  readonly nullText?: string;
  readonly absentText?: string;
  /** Whether the file begins with a byte order mark, so that Excel reads it as UTF-8. */
  readonly bom?: boolean;
  readonly header?: boolean;
  /**
   * Whether to put an apostrophe before texts and column names that a spreadsheet may take for formulas. Default: true.
   */
  readonly guardFormulas?: boolean;
}

export function csvChunks(source: RowSource, options: DelimitedOptions = {}): Generator<Chunk> {
  return delimitedChunks(source, options, ',', '\r\n');
}

export function tsvChunks(source: RowSource, options: DelimitedOptions = {}): Generator<Chunk> {
  return delimitedChunks(source, options, '\t', '\n');
}

class NonTextCell {
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
  const formatLine = (cells: readonly unknown[]): string => papa.unparse([cells], config) + newline;
  const escapeText = guardFormulas ? escapeFormula : (text: string): string => text;
  const [nullCell, absentCell] = [new NonTextCell(nullText), new NonTextCell(absentText)];
  const cell = (value: JsonValue | undefined): string | NonTextCell => {
    if (typeof value === 'string') return escapeText(value);
    if (value === undefined) return absentCell;
    return value === null ? nullCell : new NonTextCell(formatValueText(value));
  };
  const head = header ? formatLine(source.columns.map(escapeText)) : '';
  return textChunks(source, (bom ? '\ufeff' : '') + head, (row) =>
    formatLine(source.columns.map((_, column) => cell(row[column]))),
  );
}
