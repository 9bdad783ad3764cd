import { ExactNumber, type JsonValue } from '../../service/json.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { formatValueText } from '../view/cell.ts';
import { runToEnd, type Steps } from '../view/steps.ts';
import { createValueKey } from '../view/values.ts';
import { isHidden } from '../view/view.ts';
import type { Chunk } from './chunks.ts';
import { type FormatFor, textChunksOfRows } from './formats.ts';

export type CopyFormat = FormatFor<'clipboard'> | 'tsvWithoutHeaders';

/**
 * Returns the text to put on the clipboard when `source` is copied. In TSV, a single cell is neither quoted nor
 * preceded by a header. Texts that a spreadsheet may take for formulas are not changed.
 */
export const formatForClipboard = (source: RowSource, format: CopyFormat): string =>
  runToEnd(clipboardTextSteps(source, format));

export function* clipboardTextSteps(source: RowSource, format: CopyFormat): Steps<string> {
  if (format.startsWith('tsv') && source.rowCount === 1 && source.columns.length === 1) {
    const value = source.value(0, 0);
    return value === null ? 'NULL' : formatValueText(value);
  }
  const options = { nullText: 'NULL', guardFormulas: false, header: format !== 'tsvWithoutHeaders' };
  const chunks = textChunksOfRows(format === 'tsvWithoutHeaders' ? 'tsv' : format, source, options);
  return yield* joinChunks(chunks);
}

function* joinChunks(chunks: Iterable<Chunk>): Steps<string> {
  const parts: string[] = [];
  for (const { data } of chunks) {
    parts.push(String(data));
    yield;
  }
  // Only the last part is searched for the final line break, because searching the whole text would be slow.
  const last = parts.pop() ?? '';
  return [...parts, last.replace(/\r?\n$/, '')].join('');
}

const ROWS_PER_STEP = 200;

export interface WhereCondition {
  readonly text: string;
  /** Number of rows left out because a condition can't compare one of their values, such as a nested or masked one. */
  readonly skippedRows: number;
}

/**
 * Creates a condition for a WHERE clause, without the keyword. It matches the rows of `source` that are not skipped,
 * and is empty if there are none. The dialect has no IN (D5), so the condition is an OR chain. `quoteName` quotes a
 * column's name as needed.
 */
export function* whereConditionSteps(
  source: RowSource,
  quoteName: (name: string) => string,
): Steps<WhereCondition> {
  const names = source.columns.map(quoteName);
  const terms = new Map<string, string>();
  let skipped = 0;
  for (let row = 0; row < source.rowCount; row++) {
    if (row % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
    const values = names.map((_, column) => source.value(row, column));
    const parts = values.map((value, column) =>
      isHidden(source, row, column) ? undefined : toSqlComparison(names[column] ?? '', value),
    );
    if (parts.includes(undefined)) skipped++;
    else terms.set(JSON.stringify(values.map((value) => createValueKey(value ?? null))), parts.join(' AND '));
  }
  const several = names.length > 1 && terms.size > 1;
  return {
    text: [...terms.values()].map((term) => (several ? `(${term})` : term)).join(' OR '),
    skippedRows: skipped,
  };
}

function toSqlComparison(name: string, value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return `${name} IS NULL`;
  // A text in PostgreSQL can't contain U+0000, and an unpaired surrogate would be replaced when the query is sent.
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed()
      ? undefined
      : `${name} = '${value.replaceAll("'", "''")}'`;
  }
  if (typeof value === 'number' || value instanceof ExactNumber) return `${name} = ${value}`;
  return typeof value === 'boolean' ? `${name} = ${value}` : undefined;
}
