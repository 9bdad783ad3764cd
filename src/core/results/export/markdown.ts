/**
 * Writes a GitHub Flavored Markdown table in which the values are escaped, so that they are not interpreted as markup
 * or as icons of an editor. A renderer may still link bare URLs, email addresses and mentions, and replace emoji codes.
 */
import { ExactNumber, type JsonValue } from '../../service/json.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { valueText } from '../view/cell.ts';
import { type Chunk, textChunks } from './chunks.ts';

interface MarkdownOptions {
  /** Text for NULL, written in italics. Default: `NULL`. */
  readonly nullText?: string;
  /** Text for values that the record does not have. Default: empty. */
  readonly absentText?: string;
}

/**
 * Yields the rows as a Markdown table. The chunks are empty if there are no columns, because Markdown has no table
 * without columns.
 */
export function markdownChunks(source: RowSource, options: MarkdownOptions = {}): Generator<Chunk> {
  const { nullText = 'NULL', absentText = '' } = options;
  const nullCell = nullText === '' ? '' : `*${escapeMarkdown(nullText)}*`;
  const absentCell = escapeMarkdown(absentText);
  const cell = (value: JsonValue | undefined): string => {
    if (value === undefined) return absentCell;
    if (value === null) return nullCell;
    return value === '' ? '""' : escapeMarkdown(valueText(value));
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
      : line(columns.map((name) => (name === '' ? '""' : escapeMarkdown(name)))) +
        line(columns.map((_, column) => (isNumeric(column) ? '---:' : '---')));
  return textChunks(source, head, (row) =>
    columns.length === 0 ? '' : line(columns.map((_, column) => cell(row[column]))),
  );
}

const isNumber = (value: JsonValue | undefined): boolean =>
  typeof value === 'number' || value instanceof ExactNumber;

/**
 * Escapes the punctuation that could begin markup within a line or end a cell, and replaces line breaks by `<br>` and
 * tabs by spaces.
 */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]<>|~&$!]/g, '\\$&')
    .replace(/^[-+#=:]/, '\\$&')
    .replace(/\r\n?|\n|\u2028|\u2029/g, '<br>')
    .replace(/\t/g, ' ');
}
