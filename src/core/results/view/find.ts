import type { JsonValue } from '../../service/json.ts';
import { createValueRangeTest } from '../distribution/bins.ts';
import type { ValueRange } from '../distribution/scale.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { formatValueText } from './cell.ts';
import { compareDecimals, isDecimalText, toDecimal } from './decimal.ts';
import type { Steps } from './steps.ts';
import { createValueKey } from './values.ts';
import { isHidden } from './view.ts';

interface FindOptions {
  readonly text: string;
  readonly columns: readonly number[];
}

export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

const ROWS_PER_STEP = 500;
const CELLS_PER_STEP = 2000;

/**
 * Finds the cells in `columns` whose text contains `text`, ignoring case. Yields a list of positions, which may be
 * empty, for each range of rows. Hidden values, absent values and NULL are skipped. Yields nothing if `text` is empty.
 */
export function* findCells(
  source: RowSource,
  { text, columns }: FindOptions,
): Generator<readonly CellPosition[]> {
  const lowerText = text.toLowerCase();
  if (lowerText === '') return;
  const size = Math.max(1, Math.min(ROWS_PER_STEP, Math.floor(CELLS_PER_STEP / Math.max(1, columns.length))));
  for (let from = 0; from < source.rowCount; from += size) {
    const found: CellPosition[] = [];
    for (let row = from; row < Math.min(from + size, source.rowCount); row++) {
      for (const column of columns) {
        const value = source.value(row, column);
        if (value === undefined || value === null || isHidden(source, row, column)) continue;
        if (formatValueText(value).toLowerCase().includes(lowerText)) found.push({ row, column });
      }
    }
    yield found;
  }
}

type TextTest = 'contains' | 'equals' | 'greater' | 'less';

export type Condition = { readonly column: number } & (
  | {
      readonly test: 'is' | 'isNot';
      /**
       * `is` is met by a value that equals one of these values, `isNot` by one that equals none of them. Values are
       * equal if `createValueKey` returns the same key for them. `undefined` means an absent value.
       */
      readonly values: readonly (JsonValue | undefined)[];
    }
  | { readonly test: 'within'; readonly range: ValueRange }
  /** The value is absent, NULL, or an empty text. */
  | { readonly test: 'empty' }
  /** `contains` ignores case. Absent values and NULL do not meet the condition. */
  | { readonly test: TextTest; readonly text: string }
);

/**
 * Returns the indices of the rows that meet all conditions, in ascending order. Only the first `rowCount` rows are
 * tested. A hidden value meets no condition, so that trying conditions does not reveal it.
 */
export function* filterRowsSteps(
  source: RowSource,
  conditions: readonly Condition[],
  rowCount = source.rowCount,
): Steps<Uint32Array> {
  const tests = conditions.map((condition) => createRowTest(source, condition));
  const indices = new Uint32Array(rowCount);
  let count = 0;
  for (let row = 0; row < rowCount; row++) {
    if (row % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
    if (tests.every((test) => test(row))) indices[count++] = row;
  }
  return indices.slice(0, count);
}

function createRowTest(source: RowSource, condition: Condition): (row: number) => boolean {
  const { column } = condition;
  const meets = createValueTest(condition);
  return (row) => !isHidden(source, row, column) && meets(source.value(row, column));
}

function createValueTest(condition: Condition): (value: JsonValue | undefined) => boolean {
  switch (condition.test) {
    case 'is':
    case 'isNot': {
      const keys = new Set(condition.values.map(createValueKey));
      const shouldContain = condition.test === 'is';
      return (value) => keys.has(createValueKey(value)) === shouldContain;
    }
    case 'within':
      return createValueRangeTest(condition.range);
    case 'empty':
      return (value) => value === undefined || value === null || value === '';
    default: {
      const meets = createTextTest(condition.test, condition.text);
      return (value) => value !== undefined && value !== null && meets(formatValueText(value));
    }
  }
}

function createTextTest(test: TextTest, expected: string): (text: string) => boolean {
  if (test === 'contains') {
    const lower = expected.toLowerCase();
    return (text) => text.toLowerCase().includes(lower);
  }
  const number = isDecimalText(expected) ? toDecimal(expected) : undefined;
  const order = (text: string): number => {
    if (number && isDecimalText(text)) return compareDecimals(toDecimal(text), number);
    return text === expected ? 0 : text < expected ? -1 : 1;
  };
  if (test === 'equals') return (text) => order(text) === 0;
  // If `expected` is a number, a text that is not a number is neither greater nor less.
  const isComparable = (text: string): boolean => !number || isDecimalText(text);
  return (text) => isComparable(text) && (test === 'greater' ? order(text) > 0 : order(text) < 0);
}
