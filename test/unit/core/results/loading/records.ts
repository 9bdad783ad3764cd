/** Records and answers for the tests of results. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Row } from '../../../../../src/core/results/loading/columnUnion.ts';
import type { Pager } from '../../../../../src/core/results/loading/pager.ts';
import { createRowStore, type RowStore } from '../../../../../src/core/results/loading/rowStore.ts';
import type { Outcome } from '../../../../../src/core/service/errors.ts';
import { ExactNumber, type JsonValue } from '../../../../../src/core/service/json.ts';
import { parseJson } from '../../../../../src/core/service/parseJson.ts';
import type { Field, QueryRecord, QueryResult } from '../../../../../src/core/service/types.ts';

export const json = (text: string): JsonValue => {
  const parsed = parseJson(text);
  assert.ok(parsed.ok);
  return parsed.value;
};

/** A record of the fields given; undefined leaves a column out. */
export const record = (fields: Readonly<Record<string, JsonValue | undefined>>): QueryRecord => ({
  fields: Object.entries(fields).filter((field): field is [string, JsonValue] => field[1] !== undefined),
});

export const answered = (
  records: readonly QueryRecord[] | null,
): Outcome<QueryResult> & { readonly ok: true } => ({
  ok: true,
  value: { records },
  exchange: { status: 200, milliseconds: 1, bytes: 1 },
});

/** Records `from` … `to` − 1 with their number as `id`. */
export const numbered = (from: number, to: number): QueryRecord[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) =>
    record({ id: from + i, name: `person ${from + i}` }),
  );

/** A store of rows given column by column name; undefined is absent. */
export function storeOf(
  records: readonly Readonly<Record<string, JsonValue | undefined>>[],
  pageSize = 25,
): RowStore {
  const store = createRowStore();
  for (let offset = 0; offset < records.length; offset += pageSize) {
    store.addPage(offset, records.slice(offset, offset + pageSize).map(record));
  }
  return store;
}

/** Any value as it comes from an answer: exact numbers, nested, hostile texts. */
export const anyValue: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue().map((value) => json(JSON.stringify(value))) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        '9007199254740993',
        '1.10',
        '-0',
        '1e400',
        '12345678901234567890.5',
        '{"b":1.10,"2":[1],"1":null}',
      )
      .map(json),
  },
);

/** Any record over a few columns, some of them with awkward names. */
export const anyRecord: fc.Arbitrary<QueryRecord> = fc
  .uniqueArray(fc.tuple(fc.constantFrom('id', 'name', '__proto__', '2', '1', 'constructor', ''), anyValue), {
    selector: ([name]) => name,
    maxLength: 6,
  })
  .map((fields) => ({ fields }));

/** The value of a column as the record has it. */
export const fieldOf = ({ fields }: QueryRecord, name: string): JsonValue | undefined =>
  fields.find((field: Field) => field[0] === name)?.[1];

/** A row as wide as the columns are: a shorter one lacks the columns at its end. */
export const padded = (row: Row, width: number): Row => Array.from({ length: width }, (_, at) => row[at]);

export const exact = (text: string): ExactNumber => new ExactNumber(text);

/** The rows of the page that a pager shows. */
export function shownRows(pager: Pager): readonly Row[] {
  const { firstRow, rowCount } = pager.state();
  const { rows } = pager.result;
  const all = rows.rows(0, rows.rowCount);
  const start = all.findIndex((_, index) => rows.rowNumberOf(index) === firstRow);
  return start < 0 ? [] : all.slice(start, start + rowCount);
}
