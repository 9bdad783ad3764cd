/**
 * A set of rows as a bit map: one bit per row, 32 per word, the lowest bit first. Bits beyond the last row are 0.
 */
export type Bits = Uint32Array;

export const wordCountFor = (rows: number): number => (rows + 31) >>> 5;

export function allBits(rows: number): Bits {
  const bits = new Uint32Array(wordCountFor(rows)).fill(0xffff_ffff);
  const over = rows & 31;
  if (over > 0) bits[bits.length - 1] = (1 << over) - 1;
  return bits;
}

export function setBit(bits: Bits, row: number): void {
  bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
}

export const hasBit = (bits: Bits, row: number): boolean =>
  ((bits[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0;

export function intersectInPlace(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) & (other[word] ?? 0);
}

export const intersect = (bits: Bits, other: Bits): Bits =>
  bits.map((word, index) => word & (other[index] ?? 0));

/** Returns the rows of `bits` that are not in `other`. */
export const subtract = (bits: Bits, other: Bits): Bits =>
  bits.map((word, index) => word & ~(other[index] ?? 0));

export function countBits(bits: Bits): number {
  let count = 0;
  for (let word = 0; word < bits.length; word++) count += countOnes(bits[word] ?? 0);
  return count;
}

export function countDifferingRows(a: Bits, b: Bits): number {
  let count = 0;
  const length = Math.max(a.length, b.length);
  for (let word = 0; word < length; word++) count += countOnes((a[word] ?? 0) ^ (b[word] ?? 0));
  return count;
}

function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return (((fours + (fours >>> 4)) & 0x0f0f_0f0f) * 0x0101_0101) >>> 24;
}
