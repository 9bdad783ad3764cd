import { ExactNumber, type JsonValue } from '../../service/json.ts';
import { compareDecimals, type Decimal, toDecimal } from '../view/decimal.ts';
import type { Edge, Scale } from './scale.ts';

interface NumberPosition {
  /** The nearest double, for a fast comparison. If it is the same for two numbers, their texts decide. */
  readonly nearestDouble: number;
  readonly text: string;
}

const MAX_DIGITS = 100n;

export const toNumberPosition = (text: string): NumberPosition => ({ nearestDouble: Number(text), text });

export const numberScale: Scale<NumberPosition> = {
  positionOf(value: JsonValue | undefined) {
    const isNumber = typeof value === 'number' || value instanceof ExactNumber;
    return isNumber ? toNumberPosition(String(value)) : undefined;
  },
  compare(a, b) {
    if (a.nearestDouble < b.nearestDouble) return -1;
    return a.nearestDouble > b.nearestDouble ? 1 : compareDecimals(toDecimal(a.text), toDecimal(b.text));
  },
  createRange: (from, to) => ({ axis: 'number', from: from.text, to: to.text }),
  createEdges(min, max, maxBins) {
    const width = findBinWidth(toDecimal(min.text), toDecimal(max.text), maxBins);
    if (!width || width.first === width.last) return undefined;
    const { first, last, times, exponent } = width;
    const edges: Edge<NumberPosition>[] = [];
    for (let at = first; at <= last + 1n; at++) {
      const text = formatDecimal(at * times, exponent);
      edges.push({ position: toNumberPosition(text), text });
    }
    return edges;
  },
};

/**
 * A bin width of `times × 10^exponent`. `first` and `last` are the indexes of the bins that contain the smallest and
 * the largest value. Bin 0 begins at the number 0, so indexes can be negative.
 */
interface Width {
  readonly times: bigint;
  readonly exponent: bigint;
  readonly first: bigint;
  readonly last: bigint;
}

function findBinWidth(min: Decimal, max: Decimal, maxBins: number): Width | undefined {
  const top = [min, max].reduce(
    (most, { digits, exponent }) =>
      digits !== '' && (most === undefined || exponent > most) ? exponent : most,
    undefined as bigint | undefined,
  );
  if (top === undefined) return undefined;
  let found: Width | undefined;
  for (let exponent = top - countSharedLeadingDigits(min, max); exponent > top - MAX_DIGITS; exponent--) {
    for (const times of [5n, 2n, 1n]) {
      const [first, last] = [min, max].map((value) =>
        floorDivide(floorDivideByPowerOfTen(value, exponent), times),
      );
      if (first === undefined || last === undefined) return undefined;
      if (last - first >= BigInt(maxBins)) return found;
      found = { times, exponent, first, last };
    }
  }
  return found;
}

function countSharedLeadingDigits(a: Decimal, b: Decimal): bigint {
  if (a.negative !== b.negative || a.exponent !== b.exponent) return 0n;
  let count = 0;
  while (count < a.digits.length && a.digits[count] === b.digits[count]) count++;
  return BigInt(count);
}

function floorDivideByPowerOfTen({ negative, exponent, digits }: Decimal, unit: bigint): bigint {
  const length = Number(exponent - unit);
  const whole = length > 0 ? BigInt(digits.slice(0, length).padEnd(length, '0') || '0') : 0n;
  const hasRest = digits.length > Math.max(0, length);
  return negative ? -whole - (hasRest ? 1n : 0n) : whole;
}

const floorDivide = (value: bigint, divisor: bigint): bigint => {
  const quotient = value / divisor;
  return value < 0n && quotient * divisor !== value ? quotient - 1n : quotient;
};

const MAX_PLAIN_DIGITS = 21n;

function formatDecimal(value: bigint, exponent: bigint): string {
  if (value === 0n) return '0';
  const sign = value < 0n ? '-' : '';
  const all = String(value < 0n ? -value : value);
  const digits = all.replace(/0+$/, '');
  const shift = exponent + BigInt(all.length - digits.length);
  const point = shift + BigInt(digits.length);
  if (shift >= 0n && point <= MAX_PLAIN_DIGITS) return sign + digits + '0'.repeat(Number(shift));
  if (shift < 0n && point > 0n)
    return `${sign}${digits.slice(0, Number(point))}.${digits.slice(Number(point))}`;
  if (shift < 0n && point > -6n) return `${sign}0.${'0'.repeat(Number(-point))}${digits}`;
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${sign}${digits[0]}${fraction}e${point - 1n}`;
}
