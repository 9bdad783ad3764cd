/** A hash table from texts to numbers that does not store the texts: it needs only a hash and a number for each. */
import { withCapacityFor } from './growingArray.ts';

const MAX_LOAD_FACTOR = 0.6;

export class TextIndex {
  #places = new Uint32Array(1_024);
  #hashes = new Uint32Array();
  #numbers = new Uint32Array();
  #size = 0;

  findNumberByHash(hash: number, isSame: (number: number) => boolean): number | undefined {
    const mask = this.#places.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const entry = this.#places[place] ?? 0;
      if (entry === 0) return undefined;
      const number = this.#numbers[entry - 1] ?? 0;
      if (this.#hashes[entry - 1] === hash && isSame(number)) return number;
    }
  }
  /** Adds an entry with this hash and number. Does not check whether there is an equal entry. */
  addHashedNumber(hash: number, number: number): void {
    this.#hashes = withCapacityFor(this.#hashes, this.#size);
    this.#numbers = withCapacityFor(this.#numbers, this.#size);
    this.#hashes[this.#size] = hash;
    this.#numbers[this.#size++] = number;
    if (this.#size > this.#places.length * MAX_LOAD_FACTOR) this.#doublePlaces();
    else this.#placeEntry(this.#size);
  }
  #doublePlaces(): void {
    this.#places = new Uint32Array(this.#places.length * 2);
    for (let entry = 1; entry <= this.#size; entry++) this.#placeEntry(entry);
  }
  #placeEntry(entry: number): void {
    const mask = this.#places.length - 1;
    let place = (this.#hashes[entry - 1] ?? 0) & mask;
    while (this.#places[place] !== 0) place = (place + 1) & mask;
    this.#places[place] = entry;
  }
}

export function hashText(text: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  // The low bits select the slot, so the high bits are mixed into them.
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b_3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
