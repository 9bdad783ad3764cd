import type { FieldTerm, ReadTerm } from '../../query/auditQuery.ts';
import { createValueTest, type ValueTest } from '../../query/valueTests.ts';
import type { ColumnRead } from '../../table/queryReads.ts';
import { createSqlQueryRowTests } from '../aggregates/queryCodes.ts';
import type { TextReads } from '../aggregates/textReads.ts';
import { type Bits, hasBit, setBit, wordCountFor } from '../columns/bits.ts';
import type { CodedField, Columns } from '../columns/columns.ts';

/** Starting at row `from`, sets in `rows` the bits of the rows that meet a field term. */
export function markFieldTerm(columns: Columns, term: FieldTerm, from: number, rows: Bits): void {
  const coded = columns.coded.get(term.field);
  if (coded) markCoded(coded, term, from, rows);
  else if (term.isNegated) {
    const hits = new Uint32Array(wordCountFor(columns.size));
    markText(columns, term, from, hits);
    for (let row = from; row < columns.size; row++) if (!hasBit(hits, row)) setBit(rows, row);
  } else markText(columns, term, from, rows);
}

function markCoded({ codes, entries }: CodedField, term: FieldTerm, from: number, rows: Bits): void {
  const test = createValueTest(term.values);
  const isList = entries.length > 0;
  const meets = Uint8Array.from(codes.values, (value, code) => {
    const isMet = isList && value !== undefined ? (entries[code] ?? []).some(test) : test(value);
    return isMet === term.isNegated ? 0 : 1;
  });
  const { numbers } = codes;
  for (let row = from; row < numbers.length; row++) if (meets[numbers[row] ?? 0] === 1) setBit(rows, row);
}

const MAX_SEARCHES = 8;

function markText(columns: Columns, { field, values }: FieldTerm, from: number, rows: Bits): void {
  const column = columns.texts.get(field);
  const exact = values.filter((value) => value.kind === 'text' || value.kind === 'absent');
  if (exact.length < values.length || exact.length > MAX_SEARCHES) {
    column?.markMatching(createValueTest(values), from, rows);
    return;
  }
  const texts = exact.map((value) => (value.kind === 'text' ? value.text : undefined));
  column?.markEqual(new Set(texts), from, rows);
}

/** Returns the text in lower case. Terms about reads ignore case, as SQL does in names that are not quoted. */
const foldNameCase = (text: string): string => text.toLowerCase();

type ReadTest = (read: ColumnRead) => boolean;

function readTestOf({ part, values }: ReadTerm): ReadTest {
  const test: ValueTest = createValueTest(values, foldNameCase);
  switch (part) {
    case 'table':
      return ({ tables }) => tables.some(test);
    case 'column':
      // A read of all columns includes the column that the term names.
      return ({ column }) => column !== '' && (column === '*' || test(column));
    case 'level':
      // A read without a column matches no level, not even an absent one.
      return ({ column, level }) => column !== '' && test(level);
  }
}

/**
 * Adds to `rows` the rows, from `from` on, whose query has at least one read that meets all `terms`. A negated term
 * must be passed alone: then the rows without a read that matches its values are added, including rows without a query.
 */
export function markReadTerms(
  columns: Columns,
  reads: TextReads,
  terms: readonly ReadTerm[],
  from: number,
  rows: Bits,
): void {
  const tests = terms.map(readTestOf);
  const isNegated = terms[0]?.isNegated === true;
  const { texts, isQuery } = createSqlQueryRowTests(columns);
  const known = new Uint8Array(columns.content.distinctCount + 1);
  const isMet = (text: number): boolean => {
    if (known[text] === 0) {
      const found = reads.getColumnReadsOfText(text).some((read) => tests.every((test) => test(read)));
      known[text] = found ? 1 : 2;
    }
    return known[text] === 1;
  };
  for (let row = from; row < columns.size; row++) {
    const text = texts[row] ?? 0;
    if ((isQuery(row, text) && isMet(text)) !== isNegated) setBit(rows, row);
  }
}
