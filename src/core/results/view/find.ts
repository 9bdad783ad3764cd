/** Finding text and choosing rows by value, over the rows loaded. A masked source gives nothing hidden away. */
import type { JsonValue } from '../../service/json.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { valueText } from './cell.ts';
import { kindOf, valueKey } from './values.ts';
import { isHidden } from './view.ts';

export interface FindOptions {
  readonly text: string;
  readonly matchCase?: boolean;
  /** The whole text of a cell rather than a part of it. */
  readonly wholeCell?: boolean;
  /** Column indices; all if left out. */
  readonly columns?: readonly number[];
}

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Rows looked at before the caller gets a chance to do something else, or to stop. */
const ROWS_A_STEP = 500;

/**
 * The cells that hold `text`, row by row, in steps of a few hundred rows: a step may be empty. An empty text is found
 * nowhere. Hidden values are passed over.
 */
export function* findCells(source: RowSource, options: FindOptions): Generator<readonly CellPlace[]> {
  const matches = matcher(options);
  if (!matches) return;
  for (let from = 0; from < source.rowCount; from += ROWS_A_STEP) {
    const columns = options.columns ?? [...source.columns.keys()];
    const found: CellPlace[] = [];
    for (let row = from; row < Math.min(from + ROWS_A_STEP, source.rowCount); row++) {
      for (const column of columns) {
        const value = source.value(row, column);
        if (
          value !== undefined &&
          value !== null &&
          matches(valueText(value)) &&
          !isHidden(source, row, column)
        ) {
          found.push({ row, column });
        }
      }
    }
    yield found;
  }
}

function matcher({ text, matchCase, wholeCell }: FindOptions): ((cell: string) => boolean) | undefined {
  if (text === '') return undefined;
  if (matchCase) return wholeCell ? (cell) => cell === text : (cell) => cell.includes(text);
  const wanted = text.toLowerCase();
  if (wholeCell) return (cell) => cell.length <= wanted.length * 3 && cell.toLowerCase() === wanted;
  return (cell) => cell.toLowerCase().includes(wanted);
}

/** `is` and `isNot` compare as `valueKey` does; `undefined` as a value is "the record has no such column". */
export type Condition =
  | {
      readonly column: number;
      readonly test: 'is' | 'isNot';
      readonly values: readonly (JsonValue | undefined)[];
    }
  | { readonly column: number; readonly test: 'contains'; readonly text: string };

/**
 * Indices of the rows that meet every condition, in their order; of `rows` where given. A hidden value meets no
 * condition that names a value, so that trying values does not give it away.
 */
export function filterRows(
  source: RowSource,
  conditions: readonly Condition[],
  rows: Iterable<number> = Array(source.rowCount).keys(),
): Uint32Array {
  const tests = conditions.map((condition) => toTest(source, condition));
  return Uint32Array.from([...rows].filter((row) => tests.every((test) => test(row))));
}

function toTest(source: RowSource, condition: Condition): (row: number) => boolean {
  const { column } = condition;
  if (condition.test === 'contains') {
    const matches = matcher({ text: condition.text });
    return (row) => {
      const value = source.value(row, column);
      const kind = kindOf(value);
      return (
        kind !== 'null' &&
        kind !== 'absent' &&
        !isHidden(source, row, column) &&
        (matches?.(valueText(value)) ?? true)
      );
    };
  }
  const keys = new Set(condition.values.map(valueKey));
  const wanted = condition.test === 'is';
  return (row) => !isHidden(source, row, column) && keys.has(valueKey(source.value(row, column))) === wanted;
}
