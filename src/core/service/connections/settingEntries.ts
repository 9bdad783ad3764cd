/**
 * Edits the raw entries of the setting `vaultsql.connections` one by one, so that unknown or invalid parts that the
 * user wrote stay unchanged.
 */
import { type Fields, isPlainObject } from './auth.ts';

export type Entries = readonly unknown[];

const hasName = (entry: unknown, name: string): entry is Fields =>
  isPlainObject(entry) && typeof entry.name === 'string' && entry.name.trim() === name;

export const findEntry = (entries: Entries, name: string): Fields | undefined =>
  entries.find((entry): entry is Fields => hasName(entry, name));

export function changeEntry(entries: Entries, name: string, change: (entry: Fields) => Fields): Entries {
  const own = findEntry(entries, name);
  return entries.map((entry) => (own !== undefined && entry === own ? change(own) : entry));
}

/** Returns all entries except those whose name is `name`. */
export const removeEntry = (entries: Entries, name: string): Entries =>
  entries.filter((entry) => !hasName(entry, name));

/**
 * Returns `preferred` if that name is not used. Otherwise, returns `preferred`, a space, and the lowest number from 2
 * that makes the name unique.
 */
export function makeUniqueName(preferred: string, usedNames: readonly string[]): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? preferred : `${preferred} ${number}`;
    if (!usedNames.includes(name)) return name;
  }
}
