import { getIdentifierRule } from '../dialect/identifierRules.ts';
import { redactionLevels } from '../dialect/redactionLevels.ts';
import type { Range } from '../syntax/nodes.ts';
import { parseStatement, type SyntaxTree } from '../syntax/statement.ts';

interface Misspelling extends Range {
  readonly suggestion: string;
}

/**
 * Maximum number of tokens of a statement that is searched for misspelt keywords. Longer statements are usually written
 * by programs.
 */
const MAX_TOKENS = 2_000;

const keywords: readonly string[] = [
  ...['SELECT', 'FROM', 'WHERE', 'LIMIT', 'OFFSET', 'AND', 'OR', 'NOT', 'LIKE', 'ILIKE', 'NULL', 'JOIN'],
  ...['INNER', 'LEFT', 'RIGHT', 'FULL', 'OUTER', 'GROUP', 'ORDER', 'HAVING', 'UNION', 'BETWEEN'],
];

/**
 * Finds a misspelt keyword at a statement's first syntax error or up to two tokens before it: a word that is one typing
 * error away from a keyword. With the keyword in its place, the statement must have no syntax error, or only a later
 * one. Statements that are long or have lexical errors are not searched.
 */
export function findMisspellingAtError(tree: SyntaxTree): Misspelling | undefined {
  const { syntaxError: error, tokens, source } = tree;
  if (!error || tree.lexicalErrors.length > 0 || tokens.length > MAX_TOKENS) return undefined;
  const found = tokens.findIndex(({ start }) => start >= error.start);
  const at = found < 0 ? tokens.length : found;
  for (const index of [at, at - 1, at - 2]) {
    const token = tokens[index];
    if (token?.kind !== 'word' || !getIdentifierRule(token.word).column) continue;
    for (const suggestion of keywords) {
      if (!isTypo(token.word, suggestion)) continue;
      // Only the token's word is replaced, so all offsets stay the same.
      const others = tokens.with(index, { ...token, word: suggestion });
      const { syntaxError } = parseStatement(source, others);
      if (!syntaxError || syntaxError.start > error.start)
        return { start: token.start, end: token.end, suggestion };
    }
  }
  return undefined;
}

/**
 * Returns the known level of REDACTION that is one typing error away from `text`, ignoring case; undefined if there is
 * none.
 */
export const suggestRedactionLevel = (text: string): string | undefined =>
  [...redactionLevels].find((level) => isTypo(text.toUpperCase(), level));

/**
 * Whether two words differ by one typing error: one character that is missing, added or replaced, or two adjacent
 * characters that are swapped. False if `written` is shorter than three characters.
 */
export function isTypo(written: string, intended: string): boolean {
  if (written === intended || written.length < 3) return false;
  let from = 0;
  while (from < written.length && written[from] === intended[from]) from++;
  let [a, b] = [written.length, intended.length];
  while (a > from && b > from && written[a - 1] === intended[b - 1]) {
    a--;
    b--;
  }
  const [rest, wanted] = [written.slice(from, a), intended.slice(from, b)];
  if (rest.length <= 1 && wanted.length <= 1) return true;
  return rest.length === 2 && wanted.length === 2 && rest[0] === wanted[1] && rest[1] === wanted[0];
}
