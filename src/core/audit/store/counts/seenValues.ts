import { type FieldID, isNeitherAbsentNorEmptyObject } from '../../table/fields.ts';
import type { SeenValue } from '../../table/trail.ts';
import type { CodedField, Columns } from '../columns/columns.ts';

export const MAX_VALUES = 10_000;

/** Returns the distinct values of a field in all rows, the most frequent first and at most `MAX_VALUES`. */
export function listSeenValues(columns: Columns, field: FieldID): readonly SeenValue[] {
  const coded = columns.coded.get(field);
  const counts = coded ? codedValues(coded) : textValues(columns, field);
  return counts.sort(compareByFrequency).slice(0, MAX_VALUES);
}

/**
 * Compares two values for sorting: the most frequent first. Among equally frequent ones, undefined comes first, and the
 * others are compared as text.
 */
export function compareByFrequency(a: Pick<SeenValue, 'value' | 'count'>, b: typeof a): number {
  if (a.count !== b.count) return b.count - a.count;
  if (a.value === undefined || b.value === undefined)
    return Number(b.value === undefined) - Number(a.value === undefined);
  return a.value < b.value ? -1 : Number(a.value > b.value);
}

const toSearchableEntries = (value: string | undefined): readonly string[] =>
  isNeitherAbsentNorEmptyObject(value) && value !== '' ? [value] : [];

function codedValues({ field, codes, entries: parts }: CodedField): SeenValue[] {
  const counts = new Uint32Array(codes.values.length);
  for (const number of codes.numbers) counts[number] = (counts[number] ?? 0) + 1;
  return codes.values.flatMap((value, number) => {
    const count = counts[number] ?? 0;
    const own = field.each ? (parts[number] ?? []) : toSearchableEntries(value);
    return count > 0 ? [{ value, entries: own, count }] : [];
  });
}

function textValues({ texts, size }: Columns, field: FieldID): SeenValue[] {
  const column = texts.get(field);
  const counts = new Map<string | undefined, number>();
  for (let row = 0; row < size; row++) {
    const value = column?.at(row);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return Array.from(counts, ([value, count]) => ({ value, entries: toSearchableEntries(value), count }));
}
