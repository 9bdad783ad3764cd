/**
 * Orders the columns of a result as in the SELECT list. A record may have its fields in any order, and lack some (S35).
 */
import type { SelectItem } from '../../sql/analysis/outputs.ts';

/**
 * Returns the names of a result's columns in the order of the SELECT list. `receivedNames` are the names in the
 * received records. Received names that belong to no item of the list come last. The result may also include names from
 * the list that occur in no record.
 */
export function orderColumns(
  list: readonly SelectItem[],
  receivedNames: Iterable<string>,
): readonly string[] {
  const remaining = new Set(receivedNames);
  const known = new Set([...remaining].map((name) => name.toLowerCase()));
  const taken = list.map(({ names }) => takeFirstMatchingName(names, remaining));
  const isUnnamed = ({ isCertain }: SelectItem, at: number): boolean => !isCertain && taken[at] === undefined;
  // Items whose name is uncertain, and for which no name was found, get the remaining names in order, if there are as
  // many names as items.
  const theirs = list.filter(isUnnamed).length === remaining.size ? [...remaining] : [];
  for (const name of theirs) remaining.delete(name);
  const ordered = list.flatMap((item, at) => {
    const name = taken[at] ?? (isUnnamed(item, at) ? theirs.shift() : undefined);
    if (name !== undefined) return [name];
    const [own = ''] = item.names;
    if (!item.isCertain || remaining.size > 0 || known.has(own.toLowerCase())) return [];
    known.add(own.toLowerCase());
    return [own];
  });
  return [...ordered, ...remaining];
}

function takeFirstMatchingName(names: readonly string[], remaining: Set<string>): string | undefined {
  for (const expected of names) {
    const lower = expected.toLowerCase();
    const name = remaining.has(expected)
      ? expected
      : [...remaining].find((one) => one.toLowerCase() === lower);
    if (name === undefined) continue;
    remaining.delete(name);
    return name;
  }
  return undefined;
}
