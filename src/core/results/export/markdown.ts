/** A table of GitHub Flavored Markdown in which every value stays text: no link, no markup, no icon of an editor. */
import { ExactNumber, type JsonValue } from '../../service/json.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { valueText } from '../view/cell.ts';
import { type Chunk, textChunks } from './chunks.ts';

interface MarkdownOptions {
  /** Text for NULL, in italics; `NULL` by default. */
  readonly nullText?: string;
  /** Text where the record has no such column; empty by default. */
  readonly absentText?: string;
}

/** An empty table where there are no columns is no table: gives nothing then. */
export function markdownChunks(source: RowSource, options: MarkdownOptions = {}): Generator<Chunk> {
  const { nullText = 'NULL', absentText = '' } = options;
  const nullCell = nullText === '' ? '' : `*${escaped(nullText)}*`;
  const absentCell = escaped(absentText);
  const cell = (value: JsonValue | undefined): string => {
    if (value === undefined) return absentCell;
    if (value === null) return nullCell;
    return value === '' ? '""' : escaped(valueText(value));
  };
  const { columns } = source;
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const sample = source.rows(0, 100);
  const isNumeric = (column: number): boolean =>
    sample.some((row) => isNumber(row[column])) &&
    sample.every((row) => row[column] === undefined || row[column] === null || isNumber(row[column]));
  const head =
    columns.length === 0
      ? ''
      : line(columns.map((name) => (name === '' ? '""' : escaped(name)))) +
        line(columns.map((_, column) => (isNumeric(column) ? '---:' : '---')));
  return textChunks(source, head, (row) =>
    columns.length === 0 ? '' : line(columns.map((_, column) => cell(row[column]))),
  );
}

const isNumber = (value: JsonValue | undefined): boolean =>
  typeof value === 'number' || value instanceof ExactNumber;

/** CommonMark lets every ASCII punctuation be escaped; these can begin something within a line or end the cell. */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<>|~&$!]/g, '\\$&')
    .replace(/^[-+#=:]/, '\\$&')
    .replace(/\r\n?|\n|\u2028|\u2029/g, '<br>')
    .replace(/\t/g, ' ');
}
