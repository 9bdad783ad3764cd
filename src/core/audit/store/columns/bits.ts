/** Sets of rows, a bit for each: 32 to a word, the lowest bit first. Bits beyond the last row are 0. */
export type Bits = Uint32Array;

/** The words for so many rows. */
export const wordsFor = (rows: number): number => (rows + 31) >>> 5;

/** All rows. */
export function allBits(rows: number): Bits {
  const bits = new Uint32Array(wordsFor(rows)).fill(0xffff_ffff);
  const over = rows & 31;
  if (over > 0) bits[bits.length - 1] = (1 << over) - 1;
  return bits;
}

/** Puts `row` into the set. */
export function setBit(bits: Bits, row: number): void {
  bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
}

/** Whether the set has `row`. */
export const hasBit = (bits: Bits, row: number): boolean =>
  ((bits[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0;

/** The rows of the set `bits` that `other` has too, in `bits` itself. */
export function keepCommon(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) & (other[word] ?? 0);
}

/** How many rows the set has. */
export function countBits(bits: Bits): number {
  let count = 0;
  for (let word = 0; word < bits.length; word++) count += onesOf(bits[word] ?? 0);
  return count;
}

/** How many rows are in one of the sets alone; one may be for fewer rows. */
export function countDifferent(a: Bits, b: Bits): number {
  let count = 0;
  const length = Math.max(a.length, b.length);
  for (let word = 0; word < length; word++) count += onesOf((a[word] ?? 0) ^ (b[word] ?? 0));
  return count;
}

/** Bits that are 1, added up in pairs, fours, eights. */
function onesOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return (((fours + (fours >>> 4)) & 0x0f0f_0f0f) * 0x0101_0101) >>> 24;
}
