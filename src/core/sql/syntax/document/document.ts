import { type LexedStatement, lexStatements } from '../../lexer/statements.ts';
import { parseStatement, type SyntaxTree } from '../statement.ts';

export interface ParsedStatement {
  /** The offset in the text, in UTF-16 code units, from which the offsets in `tree` count. */
  readonly start: number;
  readonly end: number;
  readonly tree: SyntaxTree;
}

/** Yields the non-empty statements of a text in order. Each is parsed when the iterator reaches it. */
export function* parseStatements(text: string): Generator<ParsedStatement, void> {
  for (const statement of lexStatements(text)) yield parseLexed(text, statement);
}

export function parseFirstStatement(text: string): ParsedStatement | undefined {
  const [first] = parseStatements(text);
  return first;
}

const parseLexed = (text: string, { start, end, tokens }: LexedStatement): ParsedStatement => ({
  start,
  end,
  tree: parseStatement(text.slice(start, end), tokens),
});
