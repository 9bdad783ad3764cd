/** Names that are spelled like a word of the dialect: a grammar colours them as keywords, and cannot know better. */
import { constructs } from './dialect.ts';
import { tokenStatements } from './tokenStatements.ts';
import { walkStatement } from './walk.ts';

export interface NameToken {
  readonly start: number;
  readonly end: number;
  readonly kind: 'table' | 'alias' | 'column' | 'label';
}

const kinds = {
  table: 'table',
  tableAlias: 'alias',
  qualifier: 'alias',
  column: 'column',
  label: 'label',
} as const;

const dialectWords: ReadonlySet<string> = new Set(constructs.flatMap(({ name }) => name.split(' ')));

/** Those names in order: `offset` in `SELECT t.offset`, `date` in `SELECT date`. Total and linear. */
export function nameTokens(text: string): NameToken[] {
  return tokenStatements(text).flatMap(({ tokens }) => {
    const { roles } = walkStatement(tokens);
    return tokens.flatMap(({ kind, start, end, word }, index): NameToken[] => {
      const role = roles[index];
      if (kind !== 'word' || !role || !(role in kinds) || !dialectWords.has(word)) return [];
      return [{ start, end, kind: kinds[role as keyof typeof kinds] }];
    });
  });
}
