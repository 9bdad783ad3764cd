/** Finding text and choosing rows by value, over the rows loaded. A masked source gives nothing hidden away. */
import type { JsonValue } from '../../service/json.ts';
import { rangeTest } from '../distribution/bins.ts';
import type { ValueRange } from '../distribution/scale.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { valueText } from './cell.ts';
import { compareDecimals, isDecimalText, toDecimal } from './decimal.ts';
import type { Steps } from './steps.ts';
import { valueKey } from './values.ts';
import { isHidden } from './view.ts';

export interface FindOptions {
  readonly text: string;
  /** Column indices. */
  readonly columns: readonly number[];
}

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Rows looked at before the caller gets a chance to do something else, or to stop. */
const ROWS_A_STEP = 500;
/** Cells looked at likewise: a wide result has fewer rows in a step. */
const CELLS_A_STEP = 2000;

/**
 * The cells that hold `text`, row by row, in steps of a few hundred rows: a step may be empty. An empty text is found
 * nowhere. Hidden values are passed over.
 */
export function* findCells(
  source: RowSource,
  { text, columns }: FindOptions,
): Generator<readonly CellPlace[]> {
  const wanted = text.toLowerCase();
  if (wanted === '') return;
  const size = Math.max(1, Math.min(ROWS_A_STEP, Math.floor(CELLS_A_STEP / Math.max(1, columns.length))));
  for (let from = 0; from < source.rowCount; from += size) {
    const found: CellPlace[] = [];
    for (let row = from; row < Math.min(from + size, source.rowCount); row++) {
      for (const column of columns) {
        const value = source.value(row, column);
        if (value === undefined || value === null || isHidden(source, row, column)) continue;
        if (valueText(value).toLowerCase().includes(wanted)) found.push({ row, column });
      }
    }
    yield found;
  }
}

/** A condition that a person types: `text` is what was typed. */
type TextTest = 'contains' | 'equals' | 'greater' | 'less';

export type Condition = { readonly column: number } & (
  | {
      readonly test: 'is' | 'isNot';
      /** They compare as `valueKey` does; `undefined` is "the record has no such column". */
      readonly values: readonly (JsonValue | undefined)[];
    }
  /** Of the range's own kind alone: a text is in no range of numbers. */
  | { readonly test: 'within'; readonly range: ValueRange }
  /** Absent, NULL, or a text without a character. */
  | { readonly test: 'empty' }
  /** Absent and NULL meet none of them. */
  | { readonly test: TextTest; readonly text: string }
);

/**
 * Indices of the rows that meet every condition, in their order. A hidden value meets no condition, so that trying
 * values does not give it away.
 */
export function* filterSteps(
  source: RowSource,
  conditions: readonly Condition[],
  rowCount = source.rowCount,
): Steps<Uint32Array> {
  const tests = conditions.map((condition) => toTest(source, condition));
  const kept = new Uint32Array(rowCount);
  let count = 0;
  for (let row = 0; row < rowCount; row++) {
    if (row % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
    if (tests.every((test) => test(row))) kept[count++] = row;
  }
  return kept.slice(0, count);
}

function toTest(source: RowSource, condition: Condition): (row: number) => boolean {
  const { column } = condition;
  const meets = valueTest(condition);
  return (row) => !isHidden(source, row, column) && meets(source.value(row, column));
}

function valueTest(condition: Condition): (value: JsonValue | undefined) => boolean {
  switch (condition.test) {
    case 'is':
    case 'isNot': {
      const keys = new Set(condition.values.map(valueKey));
      const wanted = condition.test === 'is';
      return (value) => keys.has(valueKey(value)) === wanted;
    }
    case 'within':
      return rangeTest(condition.range);
    case 'empty':
      return (value) => value === undefined || value === null || value === '';
    default: {
      const meets = textTest(condition.test, condition.text);
      return (value) => value !== undefined && value !== null && meets(valueText(value));
    }
  }
}

/** Two numbers compare by their exact values, whether they are texts or not; anything else by code units. */
function textTest(test: TextTest, wanted: string): (text: string) => boolean {
  if (test === 'contains') {
    const lower = wanted.toLowerCase();
    return (text) => text.toLowerCase().includes(lower);
  }
  const number = isDecimalText(wanted) ? toDecimal(wanted) : undefined;
  const order = (text: string): number => {
    if (number && isDecimalText(text)) return compareDecimals(toDecimal(text), number);
    return text === wanted ? 0 : text < wanted ? -1 : 1;
  };
  if (test === 'equals') return (text) => order(text) === 0;
  // A text is neither more nor less than a number.
  const isComparable = (text: string): boolean => !number || isDecimalText(text);
  return (text) => isComparable(text) && (test === 'greater' ? order(text) > 0 : order(text) < 0);
}
