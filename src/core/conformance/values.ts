/** What records show: the columns of a table, the forms of values, and whether LIMIT and OFFSET work (S35, S36). */
import { queryOf } from '../audit/feed/queryOf.ts';
import { readQuery } from '../audit/table/queryReads.ts';
import { ExactNumber, isJsonObject, type JsonValue } from '../service/json.ts';
import type { AuditEvent, QueryResult } from '../service/types.ts';
import { isPlainName } from '../sql/dialect/identifier.ts';
import type { Response } from './requests.ts';
import type { LargeLimit, NullForm, NumberForm } from './rules.ts';

type QueryResponse = Response<QueryResult>;

/** Records per response at most (S36). */
export const MAX_RECORDS = 25;
/** An integer that a double can't represent: the nearest one ends in 2. */
export const LARGE_NUMBER = '9007199254740993';

/** Returns a table of the vault that an audited query reads, written as in a statement, or undefined if there is none. */
export function findAuditedTable(events: readonly AuditEvent[], vaultID: string): string | undefined {
  for (const event of events) {
    if (event.request.vaultID !== vaultID || event.response.code !== 200) continue;
    const { reads } = readQuery(queryOf(event) ?? '');
    const table = reads.flatMap(({ tables }) => (tables.length === 1 ? tables : []))[0];
    if (table !== undefined && isPlainName(table)) return table;
  }
  return undefined;
}

/** Names of the columns whose values in the records are all numbers, or all text, if they need no quotes. */
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

export const resultsOf = (response: QueryResponse): readonly QueryResult[] =>
  response.kind === 'accepted' ? [response.value] : [];

/** Whether a value has a documented form: a number, a text, or a nested object, or nothing (S35). */
export const hasDocumentedForm = (value: JsonValue): boolean =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'number' ||
  value instanceof ExactNumber ||
  isJsonObject(value);

export function findLargeLimitHandling(large: QueryResponse, isLong: boolean): LargeLimit | undefined {
  if (large.kind === 'refused') return 'refused';
  return large.kind === 'accepted' && isLong && (countRecords(large) ?? 0) <= MAX_RECORDS ? 'cut' : undefined;
}

/**
 * Whether OFFSET works, from two pages of a table that has more rows than both. Rows of a page that equal each other can't show
 * it, nor does a page that is empty.
 */
export function compareOffsetPages(one: QueryResponse, next: QueryResponse): 'works' | 'ignored' | 'unknown' {
  const [rows, others] = [one, next].map((response) =>
    resultsOf(response).flatMap(({ records }) => (records ?? []).map(recordText)),
  );
  if (!rows || !others || rows.length === 0 || others.length === 0) return 'unknown';
  if (new Set(rows).size < rows.length) return 'unknown';
  return JSON.stringify(rows.toSorted()) === JSON.stringify(others.toSorted()) ? 'ignored' : 'works';
}

/** How columns without a value appear: as null, or not at all if records differ in their columns. */
export function findNullForm(records: NonNullable<QueryResult['records']>): NullForm | undefined {
  if (records.some(({ fields }) => fields.some(([, value]) => value === null))) return 'null';
  return new Set(records.map(({ fields }) => fields.length)).size > 1 ? 'absent' : undefined;
}

export function classifyLargeNumber(value: JsonValue | undefined): NumberForm | undefined {
  if (value instanceof ExactNumber) return value.text === LARGE_NUMBER ? 'exact' : undefined;
  if (value === Number(LARGE_NUMBER)) return 'rounded';
  return value === LARGE_NUMBER ? 'text' : undefined;
}

/** The only value of a response as a count, or undefined if there is none. */
export function readCount({ records }: QueryResult): number | undefined {
  const value = records?.[0]?.fields[0]?.[1];
  const count = Number(value instanceof ExactNumber ? value.text : value);
  return value !== undefined && value !== null && Number.isSafeInteger(count) ? count : undefined;
}

export const countRecords = (response: Response<QueryResult>): number | undefined =>
  response.kind === 'accepted' ? (response.value.records ?? []).length : undefined;

const recordText = ({ fields }: { readonly fields: readonly (readonly [string, JsonValue])[] }): string =>
  JSON.stringify(fields);
