/** One field of many events: a number for each event that says which of the field's values it has. */

/** The number of "the event has no such field". */
export const ABSENT = 0;

export class Codes {
  /** Values by number; the first means absence. */
  readonly values: (string | undefined)[] = [undefined];
  readonly #known = new Map<string, number>();
  #numbers: Uint16Array | Uint32Array = new Uint16Array(256);
  #size = 0;

  /** The numbers of all events, in the order in which they were added. */
  get numbers(): Uint16Array | Uint32Array {
    return this.#numbers.subarray(0, this.#size);
  }
  add(value: string | undefined): void {
    const number = value === undefined ? ABSENT : this.#numberOf(value);
    if (this.#size === this.#numbers.length) this.#grow(Math.ceil(this.#size * 1.3));
    this.#numbers[this.#size++] = number;
  }
  #numberOf(value: string): number {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const number = this.values.length;
    // A copy: the text may be a part of a whole answer, and would keep all of that.
    const own = value.length < 13 ? value : ` ${value}`.slice(1);
    this.values.push(own);
    this.#known.set(own, number);
    if (number === 0x1_0000) this.#grow(this.#numbers.length);
    return number;
  }
  #grow(length: number): void {
    const grown = this.values.length > 0x1_0000 ? new Uint32Array(length) : new Uint16Array(length);
    grown.set(this.#numbers.subarray(0, this.#size));
    this.#numbers = grown;
  }
}
