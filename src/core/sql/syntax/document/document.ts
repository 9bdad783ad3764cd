/** The statements of a text, each parsed. */
import { type LexedStatement, lexStatements } from '../../lexer/statements.ts';
import { parseStatement, type SyntaxTree } from '../statement.ts';

export interface ParsedStatement {
  /** Where its tree's offsets begin, in UTF-16 code units of the text. */
  readonly start: number;
  readonly end: number;
  readonly tree: SyntaxTree;
}

/** All statements of a text in order, each parsed when it is first needed. Total; linear in its length. */
export function* parseStatements(text: string): Generator<ParsedStatement, void> {
  for (const statement of lexStatements(text)) yield parseLexed(text, statement);
}

/** The first statement of a text; undefined where it has none. */
export function parseFirst(text: string): ParsedStatement | undefined {
  const [first] = parseStatements(text);
  return first;
}

const parseLexed = (text: string, { start, end, tokens }: LexedStatement): ParsedStatement => ({
  start,
  end,
  tree: parseStatement(text.slice(start, end), tokens),
});
