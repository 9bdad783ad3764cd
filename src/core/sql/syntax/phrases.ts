import type { ConstructRole, ConstructRow } from '../dialect/construct.ts';
import { findConstructsByFirstWord } from '../dialect/constructs.ts';
import type { Construct } from './nodes.ts';
import type { Parser } from './parser.ts';

export interface AcceptedPhrase {
  readonly row: ConstructRow;
  readonly words: Construct;
}

/**
 * Consumes the construct with the most words that starts at the current token and has one of the roles. Returns
 * undefined and consumes nothing if there is none.
 */
export function acceptPhrase(p: Parser, roles: readonly ConstructRole[]): AcceptedPhrase | undefined {
  for (const row of findConstructsByFirstWord(p.word)) {
    const words = roles.includes(row.role) ? p.consumeWordsAsConstructIfNext(row.name, row.words) : undefined;
    if (words) return { row, words };
  }
  return undefined;
}
