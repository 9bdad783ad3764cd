import { ExactNumber, type JsonValue } from '../../service/json.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { formatValueText } from '../view/cell.ts';
import { type Decimal, toDecimal } from '../view/decimal.ts';
import type { Steps } from '../view/steps.ts';
import { kindOf } from '../view/values.ts';
import { createTextElement, type ParquetElement, type ParquetValue } from './parquetFile.ts';

export interface ParquetColumn {
  readonly element: ParquetElement;
  /** Converts a value of the column for the Parquet file. NULL and absent values both become null. */
  convert(value: JsonValue | undefined): ParquetValue;
  readonly isAbsentSomewhere: boolean;
}

const DIGITS_IN_8 = 18;
const DIGITS_IN_16 = 38;

/**
 * Chooses the Parquet type of a column (0-based index) from its values. Numbers get a numeric type if one preserves all
 * of them, though not their notation, such as 1.10. The type is text if the values are of several kinds.
 */
export function* chooseParquetColumn(source: RowSource, column: number): Steps<ParquetColumn> {
  const facts = yield* collectColumnFacts(source, column);
  return {
    ...chooseParquetType(source.columns[column] ?? '', facts),
    isAbsentSomewhere: facts.isAbsentSomewhere,
  };
}

function chooseParquetType(name: string, facts: Facts): Pick<ParquetColumn, 'element' | 'convert'> {
  const optional = { name, repetition_type: 'OPTIONAL' } as const;
  const nullable =
    (convert: (value: JsonValue) => ParquetValue) =>
    (value: JsonValue | undefined): ParquetValue =>
      value === undefined || value === null ? null : convert(value);

  if (facts.kind === 'boolean') {
    return { element: { ...optional, type: 'BOOLEAN' }, convert: nullable((value) => value === true) };
  }
  if (facts.kind === 'number') {
    const { integerDigits, scale, fitsDouble } = facts;
    const digits = integerDigits + scale;
    if (scale === 0 && integerDigits <= DIGITS_IN_8) {
      return { element: { ...optional, type: 'INT64' }, convert: nullable((value) => toUnscaled(value, 0)) };
    }
    if (fitsDouble) {
      return {
        element: { ...optional, type: 'DOUBLE' },
        convert: nullable((value) => Number(formatValueText(value))),
      };
    }
    if (digits <= DIGITS_IN_16) {
      const size =
        digits <= DIGITS_IN_8
          ? ({ type: 'INT64' } as const)
          : ({ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16 } as const);
      return {
        element: { ...optional, ...size, converted_type: 'DECIMAL', precision: digits, scale },
        convert: nullable((value) => toUnscaled(value, scale)),
      };
    }
  }
  return {
    element: createTextElement(name),
    convert: nullable(formatValueText),
  };
}

interface Facts {
  readonly kind: string | undefined;
  readonly integerDigits: number;
  readonly scale: number;
  readonly fitsDouble: boolean;
  readonly isAbsentSomewhere: boolean;
}

const ROWS_PER_STEP = 500;

function* collectColumnFacts(source: RowSource, column: number): Steps<Facts> {
  const kinds = new Set<string>();
  let integerDigits = 1;
  let scale = 0;
  let fitsDouble = true;
  let isAbsentSomewhere = false;
  for (let row = 0; row < source.rowCount; row++) {
    if (row % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
    const value = source.value(row, column);
    const kind = kindOf(value);
    if (kind === 'absent') isAbsentSomewhere = true;
    if (kind === 'null' || kind === 'absent') continue;
    kinds.add(kind);
    // With several kinds, the type is text. The loop continues only until an absent value is found.
    if (kinds.size > 1 && isAbsentSomewhere) break;
    if (kinds.size > 1 || kind !== 'number') continue;
    if (value instanceof ExactNumber) fitsDouble = false;
    const decimal = toDecimal(formatValueText(value));
    integerDigits = Math.max(integerDigits, clampExponent(decimal.exponent));
    scale = Math.max(scale, scaleOf(decimal));
  }
  const [only] = kinds;
  return {
    kind: kinds.size === 1 ? only : undefined,
    integerDigits,
    scale,
    fitsDouble,
    isAbsentSomewhere,
  };
}

const clampExponent = (exponent: bigint): number =>
  Number(exponent > 1000n ? 1000n : exponent < -1000n ? -1000n : exponent);

const scaleOf = (decimal: Decimal): number =>
  decimal.digits === '' ? 0 : Math.max(0, decimal.digits.length - clampExponent(decimal.exponent));

/** Returns the number `value` multiplied by 10^`scale`. The product must be an integer. */
function toUnscaled(value: JsonValue, scale: number): bigint {
  const { negative, exponent, digits } = toDecimal(formatValueText(value));
  if (digits === '') return 0n;
  const size = BigInt(digits.padEnd(Number(exponent) + scale, '0'));
  return negative ? -size : size;
}
