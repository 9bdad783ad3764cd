/** Random choices of a seed: the same seed draws the same statements. */
export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let bits = this.#state;
    bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }
  chance(probability: number): boolean {
    return this.next() < probability;
  }
  below(count: number): number {
    return Math.floor(this.next() * count);
  }
  from<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new RangeError('nothing to draw from');
    return value;
  }
  /** One of several words in a text. */
  word(words: string): string {
    return this.from(words.split('|'));
  }
  times<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, make);
  }
  /** One of these, as often as its weight says. */
  weighted<T>(choices: readonly (readonly [number, () => T])[]): T {
    const usable = choices.filter(([weight]) => weight > 0);
    let left = this.next() * usable.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, make] of usable) {
      left -= weight;
      if (left < 0) return make();
    }
    throw new RangeError('nothing to draw from');
  }
}
