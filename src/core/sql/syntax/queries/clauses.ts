import { parseExpression } from '../expressions/expression.ts';
import type { Clause, ConditionClause, Expression, SkippedClause } from '../nodes.ts';
import type { Parser } from '../parser.ts';
import { acceptPhrase } from '../phrases.ts';
import { beginsClause, startsWordOrLiteralOperand } from './clauseWords.ts';
import { parseFromItems } from './from.ts';
import { isForeignPhrase } from './joins.ts';
import { parseLimitOrOffset } from './limit.ts';
import { parseClauseContent } from './tails.ts';

/**
 * Parses the clause at the current token. Tokens that form no clause are skipped with a syntax error. For FETCH,
 * `isOrdered` must be true if an ORDER BY precedes it.
 */
export function parseClause(p: Parser, isOrdered: boolean): Clause {
  switch (p.word) {
    case 'FROM':
      return parseFrom(p);
    case 'WHERE':
      return parseWhere(p);
    case 'LIMIT':
    case 'OFFSET':
      return parseLimitOrOffset(p);
    case 'INTO':
      return parseInto(p);
    case 'WINDOW':
      return parseWindow(p);
  }
  // A clause that the dialect does not have, with its content.
  const from = p.position;
  const { word } = p;
  const found = beginsClause(p) || isForeignPhrase(p) ? acceptPhrase(p, ['list', 'tail']) : undefined;
  return found ? parseClauseContent(p, { words: found.words, word, from, isOrdered }) : skipClause(p);
}

function parseFrom(p: Parser): Clause {
  const from = p.position;
  p.skipTokens();
  const { items, commas } = parseFromItems(p);
  const { start, end } = p.rangeSince(from);
  return { kind: 'from', word: 'FROM', items, commas, start, end };
}

function parseWhere(p: Parser): ConditionClause {
  const from = p.position;
  const words = p.createConstruct('WHERE', from);
  p.skipTokens();
  const condition = parseExpression(p, 'where');
  const { start, end } = p.rangeSince(from);
  return { kind: 'condition', word: 'WHERE', words, condition, start, end };
}

/** SELECT INTO is a write, so the rest of the statement is parsed without reporting syntax errors. */
function parseInto(p: Parser): Clause {
  const from = p.position;
  const words = p.createConstruct('INTO', from);
  p.skipTokens();
  p.beginErrorRecovery(words.end);
  p.skipWhileWordIn(intoWords);
  do p.skipTokens();
  while (p.consumeIfWord('.'));
  return { kind: 'into', word: 'INTO', words, table: p.createSkipped(from + 1), ...p.rangeSince(from) };
}
const intoWords: ReadonlySet<string> = new Set(['TEMP', 'TEMPORARY', 'LOCAL', 'GLOBAL', 'UNLOGGED', 'TABLE']);

function parseWindow(p: Parser): Clause {
  const from = p.position;
  const words = p.createConstruct('WINDOW', from);
  do {
    p.skipTokens(2);
    p.consumeWordOrReport('AS');
    p.skipBrackets();
  } while (p.isWord(','));
  return {
    kind: 'window',
    word: 'WINDOW',
    words,
    definitions: p.createSkipped(from + 1),
    ...p.rangeSince(from),
  };
}

function skipClause(p: Parser): SkippedClause {
  const from = p.position;
  const { word } = p;
  const skipped = (more: Pick<SkippedClause, 'operator' | 'expression'> = {}): SkippedClause => ({
    kind: 'skippedClause',
    word,
    ...more,
    ...p.rangeSince(from),
  });
  if (beginsClause(p)) {
    // For ORDER without BY, for example, the error is at the token after ORDER.
    p.skipTokens();
    p.reportUnexpectedToken();
    return skipped();
  }
  const isOperand = startsWordOrLiteralOperand(p);
  p.reportUnexpectedToken(isOperand && !p.isWord('NOT') ? 'missing-operator' : undefined);
  if (isOperand) return skipped({ expression: parseExpression(p, 'other') });
  const operator = p.token.kind === 'operator' ? p.createConstruct(p.word, from) : undefined;
  p.skipTokens();
  const expression: Expression | undefined = startsWordOrLiteralOperand(p)
    ? parseExpression(p, 'other')
    : undefined;
  return skipped({ operator, expression });
}
