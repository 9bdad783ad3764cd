/** Names that are spelled like a word of the dialect: a grammar colours them as keywords, and cannot know better. */

import { type Role, rolesOf } from '../analysis/roles.ts';
import { constructWords } from '../dialect/constructs.ts';
import { tokenStatements } from '../lexer/tokenStatements.ts';

export interface NameToken {
  readonly start: number;
  readonly end: number;
  readonly kind: 'table' | 'alias' | 'column' | 'label';
}

const kinds: Readonly<Partial<Record<Role, NameToken['kind']>>> = {
  table: 'table',
  commonTable: 'table',
  tableAlias: 'alias',
  qualifier: 'alias',
  column: 'column',
  columnAlias: 'column',
  label: 'label',
};

/** Those names in order: `offset` in `SELECT t.offset`, `min` in `SELECT min`. Total and linear. */
export function nameTokens(text: string): NameToken[] {
  const found: NameToken[] = [];
  for (const { tokens } of tokenStatements(text)) {
    const { roles } = rolesOf(text, tokens);
    for (let i = 0; i < tokens.length; i++) {
      const [token, role] = [tokens[i], roles[i]];
      if (token?.kind !== 'word' || role === undefined || !constructWords.has(token.word)) continue;
      const kind = kinds[role];
      if (kind !== undefined) found.push({ start: token.start, end: token.end, kind });
    }
  }
  return found;
}
