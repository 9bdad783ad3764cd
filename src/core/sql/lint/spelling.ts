/** Words that are probably misspelt: `SELCT`, `FORM`, the level `MASKD`. */

import { identifierRule } from '../dialect/identifierRules.ts';
import { redactionLevels } from '../dialect/limits.ts';
import type { Range } from '../syntax/nodes.ts';
import { parseStatement, type SyntaxTree } from '../syntax/statement.ts';

interface Misspelling extends Range {
  /** What was probably meant, in upper case. */
  readonly meant: string;
}

/** Longer statements are written by programs, which do not misspell. */
const maxTokens = 2_000;

const keywords: readonly string[] = [
  ...['SELECT', 'FROM', 'WHERE', 'LIMIT', 'OFFSET', 'AND', 'OR', 'NOT', 'LIKE', 'ILIKE', 'NULL', 'JOIN'],
  ...['INNER', 'LEFT', 'RIGHT', 'FULL', 'OUTER', 'GROUP', 'ORDER', 'HAVING', 'UNION', 'BETWEEN'],
];

/**
 * The keyword that is misspelt at a statement's syntax error or right before it: one with which the statement has no
 * such error any more. Parses the statement again for each candidate, of which there are few.
 */
export function misspeltKeyword(tree: SyntaxTree): Misspelling | undefined {
  const { syntaxError: error, tokens, source } = tree;
  if (!error || tree.lexicalErrors.length > 0 || tokens.length > maxTokens) return undefined;
  const found = tokens.findIndex(({ start }) => start >= error.start);
  const at = found < 0 ? tokens.length : found;
  for (const index of [at, at - 1, at - 2]) {
    const token = tokens[index];
    if (token?.kind !== 'word' || !identifierRule(token.word).column) continue;
    for (const meant of keywords) {
      if (!isTypo(token.word, meant)) continue;
      // Only the word is another: all offsets stay.
      const others = tokens.with(index, { ...token, word: meant });
      const { syntaxError } = parseStatement(source, others);
      if (!syntaxError || syntaxError.start > error.start)
        return { start: token.start, end: token.end, meant };
    }
  }
  return undefined;
}

/** The level of REDACTION that a text is probably meant to be. */
export const misspeltLevel = (text: string): string | undefined =>
  [...redactionLevels].find((level) => isTypo(text.toUpperCase(), level));

/** Whether two words differ by one letter that is missing, added, another one, or by two next to each other swapped. */
export function isTypo(written: string, meant: string): boolean {
  if (written === meant || written.length < 3) return false;
  let from = 0;
  while (from < written.length && written[from] === meant[from]) from++;
  let [a, b] = [written.length, meant.length];
  while (a > from && b > from && written[a - 1] === meant[b - 1]) {
    a--;
    b--;
  }
  const [rest, wanted] = [written.slice(from, a), meant.slice(from, b)];
  if (rest.length <= 1 && wanted.length <= 1) return true;
  return rest.length === 2 && wanted.length === 2 && rest[0] === wanted[1] && rest[1] === wanted[0];
}
