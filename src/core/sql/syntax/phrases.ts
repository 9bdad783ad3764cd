/**
 * Finds the construct of the dialect table that starts at a token. Of several, the one with the most words is taken:
 * `IS NOT DISTINCT FROM`.
 */
import type { ConstructRow, Role } from '../dialect/construct.ts';
import { findConstructsByFirstWord } from '../dialect/constructs.ts';
import type { Construct } from './nodes.ts';
import type { Parser } from './parser.ts';

/** A construct in the source, with its entry in the dialect table. */
export interface AcceptedPhrase {
  readonly row: ConstructRow;
  readonly words: Construct;
}

/**
 * Consumes the construct with the most words that starts at the current token and has one of the roles. Returns
 * undefined and consumes nothing if there is none.
 */
export function acceptPhrase(p: Parser, roles: readonly Role[]): AcceptedPhrase | undefined {
  for (const row of findConstructsByFirstWord(p.word)) {
    const words = roles.includes(row.role) ? p.acceptWordsAs(row.name, row.words) : undefined;
    if (words) return { row, words };
  }
  return undefined;
}
