import { findQueryText } from '../audit/feed/queryOf.ts';
import { parseQueryReads } from '../audit/table/queryReads.ts';
import { ExactNumber, isJsonObject, type JsonValue } from '../service/json.ts';
import type { AuditEvent, QueryResult } from '../service/types.ts';
import { isPlainName } from '../sql/dialect/identifier.ts';
import type { RequestOutcome } from './requests.ts';
import type { LargeLimit, NullForm, NumberForm } from './rules.ts';

type QueryResponse = RequestOutcome<QueryResult>;

export const MAX_RECORDS = 25;
export const LARGE_NUMBER = '9007199254740993';

/**
 * Searches successful audited queries of the vault for a table whose name needs no quotes, and returns the name;
 * undefined if none is found. At most one table of each query is considered.
 */
export function findAuditedTable(events: readonly AuditEvent[], vaultID: string): string | undefined {
  for (const event of events) {
    if (event.request.vaultID !== vaultID || event.response.code !== 200) continue;
    const { reads } = parseQueryReads(findQueryText(event) ?? '');
    const table = reads.flatMap(({ tables }) => (tables.length === 1 ? tables : []))[0];
    if (table !== undefined && isPlainName(table)) return table;
  }
  return undefined;
}

/**
 * Returns the names of the columns that have only numbers in the records, and of those that have only text. Nulls do
 * not count. A column that has only nulls is left out, and so is one whose name needs quotes.
 */
export function classifyColumns({ records }: QueryResult): {
  readonly numbers: readonly string[];
  readonly texts: readonly string[];
} {
  const kinds = new Map<string, Set<string>>();
  for (const [name, value] of (records ?? []).flatMap(({ fields }) => fields))
    if (value !== null) kinds.set(name, (kinds.get(name) ?? new Set()).add(valueKindOf(value)));
  const all = (kind: string): readonly string[] =>
    [...kinds].flatMap(([name, found]) =>
      found.size === 1 && found.has(kind) && isPlainName(name) ? [name] : [],
    );
  return { numbers: all('number'), texts: all('text') };
}

function valueKindOf(value: JsonValue): 'number' | 'text' | 'other' {
  if (typeof value === 'number' || value instanceof ExactNumber) return 'number';
  return typeof value === 'string' ? 'text' : 'other';
}

export const getAcceptedResults = (response: QueryResponse): readonly QueryResult[] =>
  response.kind === 'accepted' ? [response.value] : [];

export const hasDocumentedForm = (value: JsonValue): boolean =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'number' ||
  value instanceof ExactNumber ||
  isJsonObject(value);

/**
 * Returns how a service treated a LIMIT over 25, from the response to such a query; undefined if that can't be
 * determined. `hasMoreRows` is true if the table is known to have more than 25 rows.
 */
export function findLargeLimitHandling(large: QueryResponse, hasMoreRows: boolean): LargeLimit | undefined {
  if (large.kind === 'refused') return 'refused';
  return large.kind === 'accepted' && hasMoreRows && (countRecords(large) ?? 0) <= MAX_RECORDS
    ? 'cut'
    : undefined;
}

/**
 * Returns whether OFFSET works, from the responses for a first page and the page after it. `ignored`: both have the
 * same records, in any order. `unknown`: one has no records, or the first has two equal ones.
 */
export function compareOffsetPages(
  firstPage: QueryResponse,
  secondPage: QueryResponse,
): 'works' | 'ignored' | 'unknown' {
  const [rows, others] = [firstPage, secondPage].map((response) =>
    getAcceptedResults(response).flatMap(({ records }) => (records ?? []).map(recordText)),
  );
  if (!rows || !others || rows.length === 0 || others.length === 0) return 'unknown';
  if (new Set(rows).size < rows.length) return 'unknown';
  return JSON.stringify(rows.toSorted()) === JSON.stringify(others.toSorted()) ? 'ignored' : 'works';
}

/**
 * Returns how a column without a value appears: `null` if any value in the records is null, otherwise `absent` if the
 * records differ in their number of columns, otherwise undefined.
 */
export function findNullForm(records: NonNullable<QueryResult['records']>): NullForm | undefined {
  if (records.some(({ fields }) => fields.some(([, value]) => value === null))) return 'null';
  return new Set(records.map(({ fields }) => fields.length)).size > 1 ? 'absent' : undefined;
}

export function classifyProbeNumber(value: JsonValue | undefined): NumberForm | undefined {
  if (value instanceof ExactNumber) return value.text === LARGE_NUMBER ? 'exact' : undefined;
  if (value === Number(LARGE_NUMBER)) return 'rounded';
  return value === LARGE_NUMBER ? 'text' : undefined;
}

/**
 * Returns the value of the first column in the first record as an integer; undefined if it is neither a safe integer
 * nor the decimal digits of one.
 */
export function readCount({ records }: QueryResult): number | undefined {
  const value = records?.[0]?.fields[0]?.[1];
  const count = Number(value instanceof ExactNumber ? value.text : value);
  const isCount = typeof value === 'number' || value instanceof ExactNumber || /^\d+$/.test(String(value));
  return isCount && Number.isSafeInteger(count) ? count : undefined;
}

export const countRecords = (response: RequestOutcome<QueryResult>): number | undefined =>
  response.kind === 'accepted' ? (response.value.records ?? []).length : undefined;

const recordText = ({ fields }: { readonly fields: readonly (readonly [string, JsonValue])[] }): string =>
  JSON.stringify(fields);
