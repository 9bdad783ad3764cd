/** Finds the constructs of the dialect table that begin at a word, the longest first: `IS NOT DISTINCT FROM`. */
import { type Construct, checked, type Role } from './dialect.ts';
import { sort, takeAs } from './reader.ts';

const byFirst = new Map<string, Construct[]>();
for (const construct of checked.toSorted((a, b) => b.words.length - a.words.length)) {
  const [first = ''] = construct.words;
  byFirst.set(first, [...(byFirst.get(first) ?? []), construct]);
}

/** Whether a construct begins with the current word. */
export const beginsPhrase = (): boolean => byFirst.has(sort);

/**
 * Takes the longest construct that begins at the current token and has one of the roles, and flags it where the
 * dialect does not have it. Nothing is taken where there is none.
 */
export const takePhrase = (roles: readonly Role[]): Construct | undefined =>
  byFirst.get(sort)?.find(({ name, words, role }) => roles.includes(role) && takeAs(name, words));
