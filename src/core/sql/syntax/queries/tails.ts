import { type ExpressionPlace, parseExpression, parseExpressionList } from '../expressions/expression.ts';
import { parseDottedName } from '../names.ts';
import type { Clause, Construct, Expression } from '../nodes.ts';
import type { Parser } from '../parser.ts';
import { startsWordOrLiteralOperand } from './clauseWords.ts';

/**
 * The consumed words at the beginning of a clause. `word` is the first of them, and `from` is its token index. For
 * FETCH, `isOrdered` is true if an ORDER BY precedes it.
 */
interface Head {
  readonly words: Construct;
  readonly word: string;
  readonly from: number;
  readonly isOrdered: boolean;
}

const places: Readonly<Record<string, ExpressionPlace>> = {
  GROUP: 'groupBy',
  HAVING: 'having',
  ORDER: 'orderBy',
};

export function parseClauseContent(p: Parser, head: Head): Clause {
  const { words, word, from } = head;
  const { name } = words;
  const place = places[word] ?? 'other';
  const base = { word, words };
  if (name === 'ORDER BY')
    return { kind: 'orderBy', ...base, items: parseSortList(p), ...p.rangeSince(from) };
  if (name === 'GROUP BY') {
    p.consumeIfWord('ALL') || p.consumeIfWord('DISTINCT');
    return { kind: 'list', ...base, items: parseExpressionList(p, place), ...p.rangeSince(from) };
  }
  if (name === 'HAVING') {
    return { kind: 'condition', ...base, condition: parseExpression(p, place), ...p.rangeSince(from) };
  }
  if (name.startsWith('FETCH')) {
    const count = parseFetch(p, head.isOrdered);
    return { kind: 'tail', ...base, count, ...p.rangeSince(from) };
  }
  if (/^(FOR|LOCK)/.test(name)) {
    if (/(UPDATE|SHARE)$/.test(name) && name.startsWith('FOR')) skipLock(p);
    return { kind: 'tail', ...base, ...p.rangeSince(from) };
  }
  return { kind: 'list', ...base, items: parseExpressionList(p, place), ...p.rangeSince(from) };
}

function parseSortList(p: Parser): Expression[] {
  const items: Expression[] = [];
  do {
    items.push(parseExpression(p, 'orderBy'));
    if (p.consumeIfWord('USING')) skipSortOperator(p);
    else p.consumeIfWord('ASC') || p.consumeIfWord('DESC');
    if (p.isWord('NULLS') && /^(FIRST|LAST)$/.test(p.peekWord(1))) p.skipTokens(2);
  } while (p.consumeIfWord(','));
  return items;
}

function skipSortOperator(p: Parser): void {
  if (p.consumeIfWord('OPERATOR')) p.skipBrackets() || p.reportUnexpectedToken();
  else if (p.token.kind === 'operator') p.skipTokens();
  else p.reportUnexpectedToken();
}

function parseFetch(p: Parser, isOrdered: boolean): Expression | undefined {
  const isCounted = !(/^ROWS?$/.test(p.word) && /^(ONLY|WITH)$/.test(p.peekWord(1)));
  const count =
    isCounted && (startsWordOrLiteralOperand(p) || /^[-+(]$/.test(p.word))
      ? parseExpression(p, 'page')
      : undefined;
  p.consumeIfWord('ROW') || p.consumeWordOrReport('ROWS');
  // WITH TIES requires an ORDER BY.
  if (!isOrdered || !p.consumeIfWord('WITH')) p.consumeWordOrReport('ONLY');
  else p.consumeWordOrReport('TIES');
  return count;
}

function skipLock(p: Parser): void {
  if (p.consumeIfWord('OF')) {
    do {
      if (p.canBeName('column')) parseDottedName(p, 'table');
      else p.reportUnexpectedToken();
    } while (p.consumeIfWord(','));
  }
  if (p.consumeIfWord('SKIP')) p.consumeWordOrReport('LOCKED');
  else p.consumeIfWord('NOWAIT');
}
