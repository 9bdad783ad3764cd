export type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Factor by which an array grows, so that each added element costs a constant number of copies on average. */
const GROWTH_FACTOR = 1.3;
const MIN_LENGTH = 256;

/** Returns `array` if it contains index `at`; otherwise a longer copy that does. */
export function withCapacityFor<Array extends Numbers>(array: Array, at: number): Array {
  if (at < array.length) return array;
  const make = array.constructor as new (length: number) => Array;
  const longer = new make(Math.max(MIN_LENGTH, Math.ceil((at + 1) * GROWTH_FACTOR)));
  longer.set(array);
  return longer;
}
