/**
 * CSV (RFC 4180) and TSV, written by papaparse. It gets the list of cells to quote, so that NULL, absent and '' stay
 * apart: '' is always in quotes, and so is a text that reads like the one chosen for NULL or absent, which are bare.
 */
import papa from 'papaparse';
import type { JsonValue } from '../../service/json.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { valueText } from '../view/cell.ts';
import { type Chunk, textChunks } from './chunks.ts';
import { guarded } from './formulas.ts';

export interface DelimitedOptions {
  /** Text for NULL; '' by default. */
  readonly nullText?: string;
  /** Text where the record has no such column; '' by default. */
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

/** Comma separated, lines end with CR LF. */
export function csvChunks(source: RowSource, options: DelimitedOptions = {}): Generator<Chunk> {
  return delimited(source, options, ',', '\r\n');
}

/** Tab separated, quoted as spreadsheets do it, lines end with LF. */
export function tsvChunks(source: RowSource, options: DelimitedOptions = {}): Generator<Chunk> {
  return delimited(source, options, '\t', '\n');
}

/** The text of a value that is no string: quoted only where its characters ask for it. */
class Bare {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

function delimited(
  source: RowSource,
  options: DelimitedOptions,
  delimiter: string,
  newline: string,
): Generator<Chunk> {
  const { nullText = '', absentText = '', bom = false, header = true, guardFormulas = true } = options;
  const lookAlikes: ReadonlySet<unknown> = new Set(['', nullText, absentText]);
  const config = { delimiter, newline, quotes: (cell: unknown) => lookAlikes.has(cell) };
  const line = (cells: readonly unknown[]): string => papa.unparse([cells], config) + newline;
  const shown = guardFormulas ? guarded : (text: string): string => text;
  const [nullCell, absentCell] = [new Bare(nullText), new Bare(absentText)];
  const cell = (value: JsonValue | undefined): string | Bare => {
    if (typeof value === 'string') return shown(value);
    if (value === undefined) return absentCell;
    return value === null ? nullCell : new Bare(valueText(value));
  };
  const head = header ? line(source.columns.map(shown)) : '';
  return textChunks(source, (bom ? '\ufeff' : '') + head, (row) =>
    line(source.columns.map((_, column) => cell(row[column]))),
  );
}
