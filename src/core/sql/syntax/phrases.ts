/** Finds the constructs of the dialect table that begin at a word, the longest first: `IS NOT DISTINCT FROM`. */
import type { ConstructRow, Role } from '../dialect/construct.ts';
import { constructsFrom } from '../dialect/constructs.ts';
import type { Construct } from './nodes.ts';
import type { Parser } from './parser.ts';

/** A construct of the source, with its row of the table. */
export interface TakenPhrase {
  readonly row: ConstructRow;
  readonly words: Construct;
}

/** Takes the longest construct that begins at the current token and has one of the roles. */
export function takePhrase(p: Parser, roles: readonly Role[]): TakenPhrase | undefined {
  for (const row of constructsFrom(p.word)) {
    const words = roles.includes(row.role) ? p.takeAs(row.name, row.words) : undefined;
    if (words) return { row, words };
  }
  return undefined;
}
