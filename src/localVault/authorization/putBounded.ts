/** Sets an entry of a map. If the map then has more than `max` entries, removes the oldest one. */
export function setWithEntryLimit<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  max: number,
): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}
