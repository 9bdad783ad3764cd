/**
 * Exact decimal numbers of any length. If they were compared as doubles, 9007199254740992 and 9007199254740993 would be
 * equal.
 */
import type { ExactNumber } from '../../service/json.ts';

/**
 * The number `0.digits × 10^exponent`, or `-0.digits × 10^exponent` if `negative` is true. `digits` neither begins nor
 * ends with a zero, and is empty for zero.
 */
export interface Decimal {
  readonly negative: boolean;
  readonly exponent: bigint;
  readonly digits: string;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

export const isDecimalText = (text: string): boolean => NUMBER.test(text);

/**
 * Parses a decimal number in the notation of JSON; leading zeros are accepted, too. Throws a RangeError for any other
 * text.
 */
export function toDecimal(text: string): Decimal {
  const [, sign, whole, fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole === undefined) throw new RangeError('not a number');
  const all = whole + fraction;
  const digits = all.replace(/^0+/, '');
  const leading = all.length - digits.length;
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return { negative: false, exponent: 0n, digits: '' };
  return {
    negative: sign === '-',
    exponent: BigInt(exponent) + BigInt(whole.length - leading),
    digits: significant,
  };
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  const signs = getSign(a) - getSign(b);
  if (signs !== 0) return signs;
  if (a.exponent !== b.exponent) return a.exponent < b.exponent === a.negative ? 1 : -1;
  // `digits` are decimal places, so they have the same order as text and as numbers: 0.12 is less than 0.123.
  const order = a.digits < b.digits ? -1 : a.digits > b.digits ? 1 : 0;
  return a.negative ? -order : order;
}

const getSign = ({ negative, digits }: Decimal): number => (digits === '' ? 0 : negative ? -1 : 1);

export function compareNumbers(a: number | ExactNumber, b: number | ExactNumber): number {
  // The parser stores a number as a double only if the double is printed as the same text, so comparing doubles is
  // exact.
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareDecimals(toDecimal(String(a)), toDecimal(String(b)));
}

/**
 * Returns a text that is the same for equal numbers, however they are written (1.10 and 1.1, 1e2 and 100), and
 * different for others. Throws a RangeError if `toDecimal` does not accept `text`.
 */
export function decimalKey(text: string): string {
  const { negative, exponent, digits } = toDecimal(text);
  return digits === '' ? '0' : `${negative ? '-' : ''}0.${digits}e${exponent}`;
}
