import { comparisonOperators, getOperatorsOfLevels } from '../dialect/constructs.ts';
import type { Token, TokenKind } from '../lexer/tokens.ts';
import type { Column, Infix, Range, TypedLiteral } from '../syntax/nodes.ts';
import type { TokenIndex } from '../syntax/tokenIndex.ts';
import type { SyntaxNode } from '../syntax/walk.ts';
import type { ClausePlace, NodePosition } from './nodePositions.ts';

const wordComparisons = getOperatorsOfLevels('like');
const arithmetic = getOperatorsOfLevels('sum', 'product', 'power');

export function isComparison({ operator }: Infix): boolean {
  if (operator.kind !== 'construct' || operator.name === 'OPERATOR') return false;
  if (/^[A-Z]/.test(operator.name)) return wordComparisons.has(operator.name);
  return !arithmetic.has(operator.name);
}

const auditedKinds: ReadonlySet<TokenKind> = new Set(['string', 'number', 'dollar-string']);
const isAuditedLiteral = (token: Token | undefined): boolean =>
  token !== undefined && token.error === undefined && auditedKinds.has(token.kind);
const isSign = (token: Token | undefined): boolean => token?.word === '-' || token?.word === '+';
const isFilterClause = (place: ClausePlace): boolean =>
  place === 'where' || place === 'on' || place === 'having';

/**
 * Finds the first literal beside a comparison operator in WHERE, FILTER, ON or HAVING. A node must be added after its
 * children.
 */
export class ComparedLiteralReader {
  literal: Range | undefined = undefined;
  readonly #tokens: TokenIndex;
  readonly #typed = new Map<number, Range>();

  constructor(tokens: TokenIndex) {
    this.#tokens = tokens;
  }
  addTypedLiteral({ start, literal }: TypedLiteral): void {
    this.#typed.set(start, literal);
  }
  addComparedLiterals(node: Infix, { place }: NodePosition): void {
    if (!isFilterClause(place) || !isComparison(node)) return;
    const left = this.#tokens.lastTokenBefore(node.operator.start);
    this.#keepFirstLiteral(isAuditedLiteral(left) ? left : undefined);
    this.#keepFirstLiteral(findLiteralAfter(this.#tokens, node.operator.end, this.#typed));
  }
  #keepFirstLiteral(literal: Range | undefined): void {
    if (!literal || (this.literal && this.literal.start < literal.start)) return;
    this.literal = { start: literal.start, end: literal.end };
  }
}

function findLiteralAfter(
  tokens: TokenIndex,
  offset: number,
  typed: ReadonlyMap<number, Range>,
): Range | undefined {
  const first = tokens.firstTokenFrom(offset);
  const second = first && isSign(first) ? tokens.firstTokenFrom(first.end) : undefined;
  const value = second?.kind === 'number' ? second : first;
  return isAuditedLiteral(value) ? value : value && typed.get(value.start);
}

const valueKinds: ReadonlySet<TokenKind> = new Set([...auditedKinds, 'parameter', 'placeholder']);
const namedComparisons: ReadonlySet<string> = new Set([...comparisonOperators, 'LIKE', 'ILIKE', 'IN']);

/**
 * Collects quoted names after a comparison operator in WHERE, FILTER, ON or HAVING, such as `"Ada"` in `name = "Ada"`.
 * They may be intended as text, so a name is left out if a value is before the operator. Names from the offset
 * `certainEnd` on are also left out, because it is uncertain there what is compared with what.
 */
export class ComparedNameReader {
  readonly names: Range[] = [];
  readonly #tokens: TokenIndex;
  readonly #certainEnd: number;

  constructor(tokens: TokenIndex, certainEnd: number) {
    this.#tokens = tokens;
    this.#certainEnd = certainEnd;
  }
  addColumn(
    { parts, isStar, start, end }: Column,
    { place }: NodePosition,
    around: readonly SyntaxNode[],
  ): void {
    if (isStar || parts.length !== 1 || !parts[0]?.isQuoted) return;
    if (!isFilterClause(place) || start >= this.#certainEnd) return;
    if (isNameAfterComparison(this.#tokens, start, around)) this.names.push({ start, end });
  }
}

function isNameAfterComparison(tokens: TokenIndex, start: number, around: readonly SyntaxNode[]): boolean {
  let operator = tokens.lastTokenBefore(start);
  const list = around.at(-1);
  if (list?.kind === 'array' && /^[(,]$/.test(operator?.word ?? '')) {
    operator = list.construct ? tokens.tokenAt(list.construct.start) : tokens.lastTokenBefore(list.start);
  }
  while (operator?.word === '(') operator = tokens.lastTokenBefore(operator.start);
  if (!operator || !namedComparisons.has(operator.word)) return false;
  const before = tokens.lastTokenBefore(operator.start);
  const left = before?.word === 'NOT' ? tokens.lastTokenBefore(before.start) : before;
  return !(left && (valueKinds.has(left.kind) || left.word === 'NULL'));
}
