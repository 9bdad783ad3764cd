import { isLiteral, type Parser } from '../parser.ts';

/**
 * The words that begin a clause or are set operators, with a number for their order. Within one SELECT, none of them
 * may follow one with a higher number.
 */
export const stages = {
  INTO: 1,
  FROM: 2,
  WHERE: 3,
  GROUP: 4,
  HAVING: 5,
  WINDOW: 6,
  UNION: 7,
  INTERSECT: 7,
  EXCEPT: 7,
  ORDER: 8,
  LIMIT: 9,
  OFFSET: 9,
  FETCH: 9,
  FOR: 9,
  SELECT: 10,
} as const;

/**
 * The stage after VALUES, TABLE or a query in parentheses. Of the words in `stages`, none with a lower number may
 * follow.
 */
export const stageAfterWholeQuery = stages.UNION;

const byWord: ReadonlyMap<string, number> = new Map(Object.entries(stages));
export const getClauseStage = (word: string): number | undefined => byWord.get(word);

export const beginsClause = (p: Parser): boolean =>
  p.token.kind === 'word' && getClauseStage(p.word) !== undefined;
export const beginsSetOperation = (p: Parser): boolean =>
  p.token.kind === 'word' && getClauseStage(p.word) === stages.UNION;

/**
 * Whether the current token probably begins an operand. True for a literal, a quoted name, and a word other than AS,
 * ON, USING, the set operators, and the words that begin a clause. False for parentheses and operators, although an
 * operand can begin with them.
 */
export function startsWordOrLiteralOperand(p: Parser): boolean {
  const { kind } = p.token;
  if (kind === 'word') return !beginsClause(p) && !/^(AS|ON|USING)$/.test(p.word);
  return kind === 'quoted-identifier' || kind === 'backtick' || isLiteral(p.token);
}
