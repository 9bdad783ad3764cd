/** The words that begin a clause or another query outside parentheses. */
import { isLiteral, type Parser } from '../parser.ts';

/**
 * The order of the words with which clauses and set operators begin: within one SELECT, a clause may not follow one
 * with a higher number. LIMIT, OFFSET, FETCH and FOR may be in any order among themselves. SELECT, with the highest
 * number, begins another query.
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
 * The position in the order of clauses after VALUES, TABLE or a query in parentheses, where only a set operator,
 * ORDER BY and later clauses may follow.
 */
export const afterWholeQuery = stages.UNION;

const byWord: ReadonlyMap<string, number> = new Map(Object.entries(stages));
export const stageOf = (word: string): number | undefined => byWord.get(word);

/** Whether the current token is a word of `stages`, with which a clause, a set operation or another SELECT begins. */
export const beginsClause = (p: Parser): boolean => p.token.kind === 'word' && stageOf(p.word) !== undefined;
/** Whether UNION, INTERSECT or EXCEPT is the current token. */
export const beginsSetOperation = (p: Parser): boolean =>
  p.token.kind === 'word' && stageOf(p.word) === stages.UNION;

/**
 * Whether the current token is a word, a quoted name or a literal that can begin an operand, so that parsing can
 * continue with it after an error. False for parentheses and operators, which can also begin one.
 */
export function startsOperand(p: Parser): boolean {
  const { kind } = p.token;
  if (kind === 'word') return !beginsClause(p) && !/^(AS|ON|USING)$/.test(p.word);
  return kind === 'quoted-identifier' || kind === 'backtick' || isLiteral(p.token);
}
