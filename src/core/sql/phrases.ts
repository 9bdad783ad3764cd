/** Finds the constructs of the dialect table that begin at a word, the longest first: `IS NOT DISTINCT FROM`. */
import { type Construct, constructs, type Role } from './dialect.ts';
import type { Reader } from './reader.ts';

interface Phrase {
  readonly construct: Construct;
  readonly rest: readonly string[];
}
const byFirst = new Map<string, Phrase[]>();
for (const construct of constructs) {
  if (construct.role === '') continue;
  const [first = '', ...rest] = construct.name.split(' ');
  byFirst.set(first, [...(byFirst.get(first) ?? []), { construct, rest }]);
}
for (const phrases of byFirst.values()) phrases.sort((a, b) => b.rest.length - a.rest.length);

/**
 * Takes the longest construct that begins at the current token and has one of the roles, and flags it where the
 * dialect does not have it. Nothing is taken where there is none.
 */
export function takePhrase(reader: Reader, roles: readonly Role[]): Construct | undefined {
  for (const { construct, rest } of byFirst.get(reader.sort) ?? []) {
    if (!roles.includes(construct.role)) continue;
    if (!rest.every((word, i) => reader.ahead(i + 1) === word)) continue;
    const from = reader.at;
    reader.at += rest.length + 1;
    reader.flag(construct.name, from, reader.at - 1);
    return construct;
  }
  return undefined;
}
