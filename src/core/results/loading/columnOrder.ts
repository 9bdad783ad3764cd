/**
 * Orders the columns of a result as in the SELECT list. A record has its fields in any order, and may lack some (S35).
 */
import type { SelectItem } from '../../sql/analysis/outputs.ts';

/**
 * Returns the names of the columns in the order of the SELECT list: those `found` in records, as the service spells
 * them, and the expected names of items that no record has had yet. If the service returns columns that the list does
 * not explain, no expected names are added.
 */
export function orderColumns(list: readonly SelectItem[], found: Iterable<string>): readonly string[] {
  const left = new Set(found);
  const known = new Set([...left].map((name) => name.toLowerCase()));
  const taken = list.map(({ names }) => takeFirst(names, left));
  const isUnnamed = ({ isCertain }: SelectItem, at: number): boolean => !isCertain && taken[at] === undefined;
  // If as many names are left as there are expressions whose name is uncertain, the names belong to these expressions,
  // in order.
  const theirs = list.filter(isUnnamed).length === left.size ? [...left] : [];
  for (const name of theirs) left.delete(name);
  const ordered = list.flatMap((item, at) => {
    const name = taken[at] ?? (isUnnamed(item, at) ? theirs.shift() : undefined);
    if (name !== undefined) return [name];
    const [own = ''] = item.names;
    if (!item.isCertain || left.size > 0 || known.has(own.toLowerCase())) return [];
    known.add(own.toLowerCase());
    return [own];
  });
  return [...ordered, ...left];
}

/**
 * Removes the first of `names` that is in `left`, ignoring case, and returns it as `left` spells it; undefined if none
 * of them is there.
 */
function takeFirst(names: readonly string[], left: Set<string>): string | undefined {
  for (const expected of names) {
    const lower = expected.toLowerCase();
    const name = left.has(expected) ? expected : [...left].find((one) => one.toLowerCase() === lower);
    if (name === undefined) continue;
    left.delete(name);
    return name;
  }
  return undefined;
}
