/** The statements of a text, each parsed. */
import { type LexedStatement, lexStatements } from '../../lexer/statements.ts';
import { parseStatement, type SyntaxTree } from '../statement.ts';

export interface ParsedStatement {
  /** Where its tree's offsets begin, in UTF-16 code units of the text. */
  readonly start: number;
  readonly end: number;
  readonly tree: SyntaxTree;
}

/** All statements of a text in order. Total; linear in its length. */
export const parseStatements = (text: string): ParsedStatement[] =>
  lexStatements(text).map((statement) => parseLexed(text, statement));

/** The first statement of a text; undefined where it has none. */
export function parseFirst(text: string): ParsedStatement | undefined {
  const [first] = lexStatements(text);
  return first && parseLexed(text, first);
}

const parseLexed = (text: string, { start, end, tokens }: LexedStatement): ParsedStatement => ({
  start,
  end,
  tree: parseStatement(text.slice(start, end), tokens),
});
