import type { TrailFilters } from '../../table/filter.ts';
import { type FieldCounts, findUnusualValues, type UnusualResult } from '../../unusual/significance.ts';
import { type Bits, hasBit } from '../columns/bits.ts';
import type { CodedField, Columns } from '../columns/columns.ts';
import { foldCaseAndLineFeeds } from '../columns/searchable.ts';
import { containsText } from '../columns/textColumn.ts';
import type { TurnTaking } from './aggregateReads.ts';

interface ComparedRows {
  readonly rows: Uint32Array;
  readonly size: number;
  readonly filters: TrailFilters;
  /** Rows to leave out, on both sides of the comparison. Ignored if it contains all of `rows`. */
  readonly own?: Bits | undefined;
}

/**
 * Returns values that are significantly more frequent in `rows` than in the other rows of the listing, without fields
 * that the filters name. Awaits `turn` before each field; returns undefined if `isStopped` then returns true.
 */
export async function findUnusualInRows(
  { coded }: Columns,
  { rows: all, size, filters, own }: ComparedRows,
  { turn, isStopped }: TurnTaking,
): Promise<UnusualResult | undefined> {
  const others = own ? all.filter((row) => !hasBit(own, row)) : all;
  const omitted = own && others.length > 0 ? own : undefined;
  const rows = omitted ? others : all;
  const leftOut = omitted ? countRows(omitted, size) : 0;
  const sizes = { here: rows.length, rest: size - rows.length - leftOut };
  const terms = filters.terms ?? [];
  const needles = terms.flatMap((term) => (term.kind === 'text' ? [foldCaseAndLineFeeds(term.text)] : []));
  const named = new Set([
    ...filters.fields.keys(),
    ...terms.flatMap((term) => ('field' in term ? [term.field] : [])),
  ]);
  const fields: FieldCounts[] = [];
  for (const [id, column] of coded) {
    if (named.has(id) || sizes.here === 0 || sizes.rest === 0) continue;
    await turn();
    if (isStopped()) return undefined;
    fields.push(countFieldValues(column, rows, size, omitted));
  }
  const isSearched = (value: string | undefined): boolean =>
    needles.some((needle) => containsText(value, needle));
  return { sizes, leftOut, values: findUnusualValues(fields, sizes, isSearched) };
}

function countFieldValues(
  { field, codes }: CodedField,
  rows: Uint32Array,
  size: number,
  omitted: Bits | undefined,
): FieldCounts {
  const { numbers } = codes;
  const values = codes.values.slice();
  const here = new Uint32Array(values.length);
  const rest = new Uint32Array(values.length);
  for (let row = 0; row < size; row++)
    if (!omitted || !hasBit(omitted, row)) changeCount(rest, numbers[row] ?? 0, 1);
  for (const row of rows) {
    const number = numbers[row] ?? 0;
    changeCount(here, number, 1);
    changeCount(rest, number, -1);
  }
  return { field: field.id, values, here, rest };
}

function countRows(rows: Bits, size: number): number {
  let found = 0;
  for (let row = 0; row < size; row++) if (hasBit(rows, row)) found++;
  return found;
}

function changeCount(counts: Uint32Array, number: number, by: 1 | -1): void {
  counts[number] = (counts[number] ?? 0) + by;
}
