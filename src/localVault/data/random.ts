/** A small seeded generator (mulberry32): the same seed gives the same vault on every machine. */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number;
  /** A whole number, `from` ≤ n ≤ `to`. */
  int(from: number, to: number): number;
  pick<T>(values: readonly T[]): T;
  /** True in `probability` of the cases. */
  chance(probability: number): boolean;
  /** `length` hexadecimal digits. */
  hex(length: number): string;
}

/** The stream of `seed` that belongs to `name`; streams of other names are independent of it. */
export function createRandom(seed: number, name: string): Random {
  let state = seed | 0;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    pick(values) {
      const value = values[int(0, values.length - 1)];
      if (value === undefined) throw new RangeError('nothing to pick from');
      return value;
    },
    chance: (probability) => next() < probability,
    hex(length) {
      let text = '';
      while (text.length < length) text += int(0, 0xffff).toString(16).padStart(4, '0');
      return text.slice(0, length);
    },
  };
}
