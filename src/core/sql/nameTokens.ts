/** Names that are spelled like a word of the dialect: a grammar colours them as keywords, and cannot know better. */
import { constructs } from './catalog.ts';
import { tokenStatements } from './tokenStatements.ts';
import { type Role, walkStatement } from './walk.ts';

export interface NameToken {
  readonly start: number;
  readonly end: number;
  readonly kind: 'table' | 'alias' | 'column' | 'label';
}

const kinds: Readonly<Partial<Record<Role, NameToken['kind']>>> = {
  table: 'table',
  tableAlias: 'alias',
  qualifier: 'alias',
  column: 'column',
  label: 'label',
};

const dialectWords: ReadonlySet<string> = new Set(constructs.flatMap(({ name }) => name.split(' ')));

/** Those names in order: `offset` in `SELECT t.offset`, `min` in `SELECT min`. Total and linear. */
export function nameTokens(text: string): NameToken[] {
  const found: NameToken[] = [];
  for (const { tokens } of tokenStatements(text)) {
    const { roles } = walkStatement(tokens);
    for (let i = 0; i < tokens.length; i++) {
      const [token, role] = [tokens[i], roles[i]];
      if (token?.kind !== 'word' || role === undefined || !dialectWords.has(token.word)) continue;
      const kind = kinds[role];
      if (kind !== undefined) found.push({ start: token.start, end: token.end, kind });
    }
  }
  return found;
}
