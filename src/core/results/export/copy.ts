/** Creates the text that copying puts on the clipboard. */
import { ExactNumber, type JsonValue } from '../../service/json.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { valueText } from '../view/cell.ts';
import { runAll, type Steps } from '../view/steps.ts';
import { valueKey } from '../view/values.ts';
import { isHidden } from '../view/view.ts';
import type { Chunk } from './chunks.ts';
import { type FormatFor, textChunksOfRows } from './formats.ts';

/**
 * The formats of a copy. All are text: the compiler rejects a binary format that the table offers for the clipboard.
 */
export type CopyFormat = FormatFor<'clipboard'> | 'tsvWithoutHeaders';

/**
 * Returns the text of `source` in a format, without the line break that ends its last line. A single cell as TSV is its
 * plain text (`NULL` for NULL), without quotes and the column's name. Otherwise, TSV and CSV contain NULL for NULL,
 * nothing for an absent value, and quotes for an empty text. Texts that a spreadsheet would take for formulas are not
 * changed.
 */
export const copyText = (source: RowSource, format: CopyFormat): string => runAll(copySteps(source, format));

/** Creates the text of `copyText` in steps. */
export function* copySteps(source: RowSource, format: CopyFormat): Steps<string> {
  if (format.startsWith('tsv') && source.rowCount === 1 && source.columns.length === 1) {
    const value = source.value(0, 0);
    return value === null ? 'NULL' : valueText(value);
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
  // Only the last part is searched, because a pattern over the whole text would take longer than everything else.
  const last = parts.pop() ?? '';
  return [...parts, last.replace(/\r?\n$/, '')].join('');
}

const ROWS_PER_STEP = 200;

export interface OrChain {
  /** The condition, such as `id = 1 OR id = 2`; empty if there is nothing to compare with. */
  readonly text: string;
  /**
   * Number of rows left out because they contain a value that can't be compared with: a nested or hidden one, or a text
   * that PostgreSQL can't store.
   */
  readonly skipped: number;
}

/**
 * Creates the condition of a WHERE clause that the rows of `source` meet, except for rows that are skipped. The dialect
 * has no IN (D5), so it is an OR chain with each different value once. The values of several columns in a row are
 * combined by AND. `writeName` quotes a column's name for a statement as needed. If the query is run, its audit event
 * contains the literals.
 */
export function* whereConditionSteps(source: RowSource, writeName: (name: string) => string): Steps<OrChain> {
  const names = source.columns.map(writeName);
  const terms = new Map<string, string>();
  let skipped = 0;
  for (let row = 0; row < source.rowCount; row++) {
    if (row % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
    const values = names.map((_, column) => source.value(row, column));
    const parts = values.map((value, column) =>
      isHidden(source, row, column) ? undefined : toSqlComparison(names[column] ?? '', value),
    );
    if (parts.includes(undefined)) skipped++;
    else terms.set(JSON.stringify(values.map((value) => valueKey(value ?? null))), parts.join(' AND '));
  }
  const several = names.length > 1 && terms.size > 1;
  return { text: [...terms.values()].map((term) => (several ? `(${term})` : term)).join(' OR '), skipped };
}

/**
 * Returns the comparison of a column with a value; undefined if the value can't be compared with. An absent value (S35)
 * is compared like NULL.
 */
function toSqlComparison(name: string, value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return `${name} IS NULL`;
  // PostgreSQL has no text with NUL, and an unpaired surrogate would be replaced when the query is sent.
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed()
      ? undefined
      : `${name} = '${value.replaceAll("'", "''")}'`;
  }
  if (typeof value === 'number' || value instanceof ExactNumber) return `${name} = ${value}`;
  return typeof value === 'boolean' ? `${name} = ${value}` : undefined;
}
