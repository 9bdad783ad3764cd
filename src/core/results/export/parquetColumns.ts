/** Which Parquet type holds every value of a column exactly, and the values as that type wants them. */
import { ExactNumber, type JsonValue } from '../../service/json.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { valueText } from '../view/cell.ts';
import { type Decimal, toDecimal } from '../view/decimal.ts';
import type { Steps } from '../view/steps.ts';
import { kindOf } from '../view/values.ts';
import { type ParquetElement, type ParquetValue, textElement } from './parquetFile.ts';

export interface ParquetColumn {
  readonly element: ParquetElement;
  /** null for NULL and absent alike, which the column itself does not tell apart. */
  convert(value: JsonValue | undefined): ParquetValue;
  /** Whether some record does not have it. */
  readonly isAbsentSomewhere: boolean;
}

/** Most digits of a DECIMAL that 8 and 16 bytes hold. */
const DIGITS_IN_8 = 18;
const DIGITS_IN_16 = 38;

/**
 * Looks at every value of a column. Whole numbers become INT64, numbers that a double gives back as sent DOUBLE,
 * others DECIMAL; what fits into none, and columns of several kinds, becomes text.
 */
export function* parquetColumn(source: RowSource, column: number): Steps<ParquetColumn> {
  const facts = yield* survey(source, column);
  return { ...typeOf(source.columns[column] ?? '', facts), isAbsentSomewhere: facts.isAbsentSomewhere };
}

function typeOf(name: string, facts: Facts): Pick<ParquetColumn, 'element' | 'convert'> {
  const optional = { name, repetition_type: 'OPTIONAL' } as const;
  const nullable =
    (convert: (value: JsonValue) => ParquetValue) =>
    (value: JsonValue | undefined): ParquetValue =>
      value === undefined || value === null ? null : convert(value);

  if (facts.only === 'boolean') {
    return { element: { ...optional, type: 'BOOLEAN' }, convert: nullable((value) => value === true) };
  }
  if (facts.only === 'number') {
    const { whole, scale, doubles } = facts;
    const digits = whole + scale;
    if (scale === 0 && whole <= DIGITS_IN_8) {
      return { element: { ...optional, type: 'INT64' }, convert: nullable((value) => unscaled(value, 0)) };
    }
    if (doubles) {
      return {
        element: { ...optional, type: 'DOUBLE' },
        convert: nullable((value) => Number(valueText(value))),
      };
    }
    if (digits <= DIGITS_IN_16) {
      const size =
        digits <= DIGITS_IN_8
          ? ({ type: 'INT64' } as const)
          : ({ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16 } as const);
      return {
        element: { ...optional, ...size, converted_type: 'DECIMAL', precision: digits, scale },
        convert: nullable((value) => unscaled(value, scale)),
      };
    }
  }
  return {
    element: textElement(name),
    convert: nullable(valueText),
  };
}

interface Facts {
  /** The one kind of all values; undefined where there are several or none. */
  readonly only: string | undefined;
  /** Most digits before and after the point. */
  readonly whole: number;
  readonly scale: number;
  /** Whether doubles give every number back as it was sent. */
  readonly doubles: boolean;
  readonly isAbsentSomewhere: boolean;
}

/** Values looked at in one step. */
const ROWS_A_STEP = 500;

function* survey(source: RowSource, column: number): Steps<Facts> {
  const kinds = new Set<string>();
  let whole = 1;
  let scale = 0;
  let doubles = true;
  let isAbsentSomewhere = false;
  for (let row = 0; row < source.rowCount; row++) {
    if (row % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
    const value = source.value(row, column);
    const kind = kindOf(value);
    if (kind === 'absent') isAbsentSomewhere = true;
    if (kind === 'null' || kind === 'absent') continue;
    kinds.add(kind);
    // All that is left to know is whether it is absent somewhere.
    if (kinds.size > 1 && isAbsentSomewhere) break;
    if (kinds.size > 1 || kind !== 'number') continue;
    if (value instanceof ExactNumber) doubles = false;
    const decimal = toDecimal(valueText(value));
    whole = Math.max(whole, clamp(decimal.exponent));
    scale = Math.max(scale, scaleOf(decimal));
  }
  const [only] = kinds;
  return { only: kinds.size === 1 ? only : undefined, whole, scale, doubles, isAbsentSomewhere };
}

/** Beyond a thousand it makes no difference how large it is. */
const clamp = (exponent: bigint): number =>
  Number(exponent > 1000n ? 1000n : exponent < -1000n ? -1000n : exponent);

const scaleOf = (decimal: Decimal): number =>
  decimal.digits === '' ? 0 : Math.max(0, decimal.digits.length - clamp(decimal.exponent));

/** The number times ten to the power of `scale`, which leaves no fraction. */
function unscaled(value: JsonValue, scale: number): bigint {
  const { negative, exponent, digits } = toDecimal(valueText(value));
  if (digits === '') return 0n;
  const size = BigInt(digits.padEnd(Number(exponent) + scale, '0'));
  return negative ? -size : size;
}
