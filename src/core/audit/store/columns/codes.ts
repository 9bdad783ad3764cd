/** One field of many events: a number for each event that says which of the field's values it has. */
import { withRoom } from './growing.ts';

/** The number of "the event has no such field". */
export const ABSENT = 0;

/** As many bytes a number as the largest one needs. */
export type CodeNumbers = Uint8Array | Uint16Array | Uint32Array;

export class Codes {
  /** Values by number; the first means absence. */
  readonly values: (string | undefined)[] = [undefined];
  readonly #known = new Map<string, number>();
  readonly #numbers = new CodeList();
  #last: string | undefined;
  #lastNumber = ABSENT;

  /** The numbers of all events, in the order in which they were added. */
  get numbers(): CodeNumbers {
    return this.#numbers.all;
  }
  /** Adds the value of the next event; answers its number. */
  add(value: string | undefined): number {
    // Often the same as before, and then known without a look.
    if (value !== this.#last) {
      this.#last = value;
      this.#lastNumber = value === undefined ? ABSENT : this.#numberOf(value);
    }
    this.#numbers.add(this.#lastNumber);
    return this.#lastNumber;
  }
  #numberOf(value: string): number {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const number = this.values.length;
    // A copy: the text may be a part of a whole answer, and would keep all of that.
    const own = value.length < 13 ? value : ` ${value}`.slice(1);
    this.values.push(own);
    this.#known.set(own, number);
    return number;
  }
}

/** Numbers from 0, in one byte each while that is enough, then in two, then in four. */
export class CodeList {
  #numbers: CodeNumbers = new Uint8Array();
  #limit = 0x100;
  #size = 0;

  get all(): CodeNumbers {
    return this.#numbers.subarray(0, this.#size);
  }
  add(number: number): void {
    if (number >= this.#limit) this.#widen(number);
    this.#numbers = withRoom(this.#numbers, this.#size);
    this.#numbers[this.#size++] = number;
  }
  #widen(number: number): void {
    const isShort = number < 0x1_0000;
    const wider = isShort ? new Uint16Array(this.#numbers.length) : new Uint32Array(this.#numbers.length);
    wider.set(this.#numbers);
    this.#limit = isShort ? 0x1_0000 : 0x1_0000_0000;
    this.#numbers = wider;
  }
}
