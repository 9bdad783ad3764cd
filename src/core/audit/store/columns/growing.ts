/** Typed arrays that grow: capacity is some more than what is in them. */

export type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Little memory is left unused, and what is added costs a constant number of copies. */
const GROWTH = 1.3;
const LEAST = 256;

/** `array` where it has room for the index `at`; else a longer copy. */
export function withRoom<Array extends Numbers>(array: Array, at: number): Array {
  if (at < array.length) return array;
  const make = array.constructor as new (length: number) => Array;
  const longer = new make(Math.max(LEAST, Math.ceil((at + 1) * GROWTH)));
  longer.set(array);
  return longer;
}
