/**
 * The entries of the setting `vaultsql.connections` as the person wrote them: changed one by one, so that what is not known
 * here, or is wrong, stays as it is.
 */
import { type Fields, isFields } from './auth.ts';

export type Entries = readonly unknown[];

/** Whether `entry` is that of the connection of that name, which is read without blanks around it. */
const isNamed = (entry: unknown, name: string): entry is Fields =>
  isFields(entry) && typeof entry.name === 'string' && entry.name.trim() === name;

/** The entry of that name; undefined where there is none. The first, as where the setting is read. */
export const entryNamed = (entries: Entries, name: string): Fields | undefined =>
  entries.find((entry): entry is Fields => isNamed(entry, name));

/** The entries with the first of that name changed. */
export function withEntry(entries: Entries, name: string, change: (entry: Fields) => Fields): Entries {
  const own = entryNamed(entries, name);
  return entries.map((entry) => (own !== undefined && entry === own ? change(own) : entry));
}

export const withoutEntry = (entries: Entries, name: string): Entries =>
  entries.filter((entry) => !isNamed(entry, name));

/** `wanted`, or that with the first number after it that is free. */
export function freeName(wanted: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!taken.includes(name)) return name;
  }
}
