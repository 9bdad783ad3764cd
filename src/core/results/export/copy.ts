/** What copying puts on the clipboard. The source is the part that is selected, values hidden where a mask says so. */
import { ExactNumber, type JsonValue } from '../../service/json.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { valueText } from '../view/cell.ts';
import { inOnePiece, type Steps } from '../view/steps.ts';
import { valueKey } from '../view/values.ts';
import { isHidden } from '../view/view.ts';
import type { Chunk } from './chunks.ts';
import { type FormatFor, textOfRows } from './formats.ts';

/** The formats of a copy. All are text: the compiler rejects a binary format that the table offers for the clipboard. */
export type CopyFormat = FormatFor<'clipboard'> | 'tsvWithoutHeaders';

/**
 * The text for a format. One cell alone as TSV is its bare text, without its column's name. NULL is written as NULL in
 * TSV and CSV, absent as nothing, '' in quotes; what a spreadsheet would take for a formula stays as it is.
 */
export const copyText = (source: RowSource, format: CopyFormat): string =>
  inOnePiece(copySteps(source, format));

/** `copyText` step by step. */
export function* copySteps(source: RowSource, format: CopyFormat): Steps<string> {
  if (format.startsWith('tsv') && source.rowCount === 1 && source.columns.length === 1) {
    const value = source.value(0, 0);
    return value === null ? 'NULL' : valueText(value);
  }
  const options = { nullText: 'NULL', guardFormulas: false, header: format !== 'tsvWithoutHeaders' };
  const chunks = textOfRows(format === 'tsvWithoutHeaders' ? 'tsv' : format, source, options);
  return yield* joined(chunks);
}

/** Without the end of the last line. */
function* joined(chunks: Iterable<Chunk>): Steps<string> {
  const parts: string[] = [];
  for (const { data } of chunks) {
    parts.push(String(data));
    yield;
  }
  // Of the last part alone: an expression over all of the text would take longer than all else.
  const last = parts.pop() ?? '';
  return [...parts, last.replace(/\r?\n$/, '')].join('');
}

/** Rows of a condition made in one step. */
const ROWS_A_STEP = 200;

export interface OrChain {
  /** E.g. `id = 1 OR id = 2`; '' where nothing is left to compare with. */
  readonly text: string;
  /** Rows left out: nested, hidden or cut values cannot be compared with. */
  readonly skipped: number;
}

/**
 * A condition for WHERE that the rows meet: the dialect has no IN (D5), so an OR chain, each different value
 * once. Of several columns, AND within a row. `writeName` makes a column's name fit for a statement. The literals will
 * be in the audit trail of the query.
 */
export function* orChainSteps(source: RowSource, writeName: (name: string) => string): Steps<OrChain> {
  const names = source.columns.map(writeName);
  const terms = new Map<string, string>();
  let skipped = 0;
  for (let row = 0; row < source.rowCount; row++) {
    if (row % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
    const values = names.map((_, column) => source.value(row, column));
    const parts = values.map((value, column) =>
      isHidden(source, row, column) ? undefined : comparison(names[column] ?? '', value),
    );
    if (parts.includes(undefined)) skipped++;
    else terms.set(JSON.stringify(values.map((value) => valueKey(value ?? null))), parts.join(' AND '));
  }
  const several = names.length > 1 && terms.size > 1;
  return { text: [...terms.values()].map((term) => (several ? `(${term})` : term)).join(' OR '), skipped };
}

/** No value for a row (S35) is what NULL is in a condition. */
function comparison(name: string, value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return `${name} IS NULL`;
  // PostgreSQL has no text with NUL, and a lone half of a character would not arrive as it is.
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed()
      ? undefined
      : `${name} = '${value.replaceAll("'", "''")}'`;
  }
  if (typeof value === 'number' || value instanceof ExactNumber) return `${name} = ${value}`;
  return typeof value === 'boolean' ? `${name} = ${value}` : undefined;
}
