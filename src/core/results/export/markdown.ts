/**
 * Writes a GitHub Flavored Markdown table. Values and column names are escaped, but a renderer may still convert some
 * of them, for example link bare URLs and email addresses.
 */
import { ExactNumber, type JsonValue } from '../../service/json.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { formatValueText } from '../view/cell.ts';
import { type Chunk, textChunks } from './chunks.ts';

interface MarkdownOptions {
  readonly nullText?: string;
  readonly absentText?: string;
}

/**
 * Yields the rows as a Markdown table. The text is empty if there are no columns, because Markdown has no table without
 * columns.
 */
export function markdownChunks(source: RowSource, options: MarkdownOptions = {}): Generator<Chunk> {
  const { nullText = 'NULL', absentText = '' } = options;
  const nullCell = nullText === '' ? '' : `*${escapeMarkdown(nullText)}*`;
  const absentCell = escapeMarkdown(absentText);
  const formatCell = (value: JsonValue | undefined): string => {
    if (value === undefined) return absentCell;
    if (value === null) return nullCell;
    return value === '' ? '""' : escapeMarkdown(formatValueText(value));
  };
  const { columns } = source;
  const formatTableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const sample = source.rows(0, 100);
  const isNumeric = (column: number): boolean =>
    sample.some((row) => isNumber(row[column])) &&
    sample.every((row) => row[column] === undefined || row[column] === null || isNumber(row[column]));
  const head =
    columns.length === 0
      ? ''
      : formatTableRow(columns.map((name) => (name === '' ? '""' : escapeMarkdown(name)))) +
        formatTableRow(columns.map((_, column) => (isNumeric(column) ? '---:' : '---')));
  return textChunks(source, head, (row) =>
    columns.length === 0 ? '' : formatTableRow(columns.map((_, column) => formatCell(row[column]))),
  );
}

const isNumber = (value: JsonValue | undefined): boolean =>
  typeof value === 'number' || value instanceof ExactNumber;

function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]<>|~&$!]/g, '\\$&')
    .replace(/^[-+#=:]/, '\\$&')
    .replace(/\r\n?|\n|\u2028|\u2029/g, '<br>')
    .replace(/\t/g, ' ');
}
