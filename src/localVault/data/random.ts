export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns an integer from `from` to `to`, both inclusive. */
  nextInt(from: number, to: number): number;
  pick<T>(values: readonly T[]): T;
  chance(probability: number): boolean;
  nextHex(length: number): string;
}

/** Creates a generator of pseudorandom values. The same seed and name create the same sequence on every machine. */
export function createRandom(seed: number, name: string): Random {
  let state = seed | 0;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const nextInt = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    nextInt,
    pick(values) {
      const value = values[nextInt(0, values.length - 1)];
      if (value === undefined) throw new RangeError('nothing to pick from');
      return value;
    },
    chance: (probability) => next() < probability,
    nextHex(length) {
      let text = '';
      while (text.length < length) text += nextInt(0, 0xffff).toString(16).padStart(4, '0');
      return text.slice(0, length);
    },
  };
}
