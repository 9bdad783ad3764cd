/** Which Parquet type holds every value of a column exactly, and the values as that type wants them. */
import { ExactNumber, type JsonValue } from '../../service/json.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { valueText } from '../view/cell.ts';
import { type Decimal, toDecimal } from '../view/decimal.ts';
import { kindOf } from '../view/values.ts';

/** An element of Parquet's schema, as its own format names the fields. */
export interface ParquetElement {
  readonly name: string;
  readonly type?: 'BOOLEAN' | 'INT64' | 'DOUBLE' | 'BYTE_ARRAY' | 'FIXED_LEN_BYTE_ARRAY';
  readonly type_length?: number;
  readonly converted_type?: 'UTF8' | 'DECIMAL';
  readonly precision?: number;
  readonly scale?: number;
  readonly repetition_type?: 'OPTIONAL';
  readonly num_children?: number;
}

/** What a cell becomes; null for NULL and absent alike, which Parquet does not tell apart. */
export type ParquetValue = string | number | bigint | boolean | null;

export interface ParquetColumn {
  readonly element: ParquetElement;
  convert(value: JsonValue | undefined): ParquetValue;
}

/** Most digits of a DECIMAL that 8 and 16 bytes hold. */
const DIGITS_IN_8 = 18;
const DIGITS_IN_16 = 38;

/**
 * Looks at every value of a column. Whole numbers become INT64, numbers that a double gives back as sent DOUBLE,
 * others DECIMAL; what fits into none, and columns of several kinds, becomes text.
 */
export function parquetColumn(source: RowSource, column: number): ParquetColumn {
  const name = source.columns[column] ?? '';
  const facts = survey(source, column);
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
    element: { ...optional, type: 'BYTE_ARRAY', converted_type: 'UTF8' },
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
}

function survey(source: RowSource, column: number): Facts {
  const kinds = new Set<string>();
  let whole = 1;
  let scale = 0;
  let doubles = true;
  for (let row = 0; row < source.rowCount; row++) {
    const value = source.value(row, column);
    const kind = kindOf(value);
    if (kind === 'null' || kind === 'absent') continue;
    kinds.add(kind);
    if (kinds.size > 1) break;
    if (kind !== 'number') continue;
    if (value instanceof ExactNumber) doubles = false;
    const decimal = toDecimal(valueText(value));
    whole = Math.max(whole, clamp(decimal.exponent));
    scale = Math.max(scale, scaleOf(decimal));
  }
  const [only] = kinds;
  return { only: kinds.size === 1 ? only : undefined, whole, scale, doubles };
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
