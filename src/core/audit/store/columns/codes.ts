/** A field with few distinct values, stored as one number per event: the code of the field's value. */
import { withCapacityFor } from './growingArray.ts';

export const ABSENT = 0;

export type CodeNumbers = Uint8Array | Uint16Array | Uint32Array;

export class Codes {
  /** The distinct values; the index is the code. The first one is undefined, for events without a value. */
  readonly values: (string | undefined)[] = [undefined];
  readonly #known = new Map<string, number>();
  readonly #numbers = new CodeList();
  #last: string | undefined;
  #lastNumber = ABSENT;

  get numbers(): CodeNumbers {
    return this.#numbers.all;
  }
  add(value: string | undefined): number {
    // Often the value is the same as that of the event before, and no lookup is needed.
    if (value !== this.#last) {
      this.#last = value;
      this.#lastNumber = value === undefined ? ABSENT : this.#getOrAddNumber(value);
    }
    this.#numbers.add(this.#lastNumber);
    return this.#lastNumber;
  }
  #getOrAddNumber(value: string): number {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const number = this.values.length;
    // A copy: a substring of a response would keep the whole response in memory.
    const own = value.length < 13 ? value : ` ${value}`.slice(1);
    this.values.push(own);
    this.#known.set(own, number);
    return number;
  }
}

/**
 * A growing list of non-negative integers that uses one byte for each while that is enough, then two, then four.
 */
export class CodeList {
  #numbers: CodeNumbers = new Uint8Array();
  #limit = 0x100;
  #size = 0;

  get all(): CodeNumbers {
    return this.#numbers.subarray(0, this.#size);
  }
  add(number: number): void {
    if (number >= this.#limit) this.#widenNumberType(number);
    this.#numbers = withCapacityFor(this.#numbers, this.#size);
    this.#numbers[this.#size++] = number;
  }
  #widenNumberType(number: number): void {
    const isShort = number < 0x1_0000;
    const wider = isShort ? new Uint16Array(this.#numbers.length) : new Uint32Array(this.#numbers.length);
    wider.set(this.#numbers);
    this.#limit = isShort ? 0x1_0000 : 0x1_0000_0000;
    this.#numbers = wider;
  }
}
