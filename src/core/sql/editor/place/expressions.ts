import type { Clause, Expression, Star } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/walk.ts';
import { findInnermostQuery, isAfterParenthesis, type MarkedStatement, wordBefore } from './marker.ts';
import { findJoinsEnd, findPlaceAfterTables } from './tables.ts';
import type { ArgumentPlace, Bracket, ExpressionClause, Place, QueryPlace } from './types.ts';

/**
 * Returns what can be typed at the caret if the marker, the empty name at the caret, is in the name of a column, a
 * function or a type. `owner` is the node with this name.
 */
export function findPlaceInExpressionName(marked: MarkedStatement, owner: SyntaxNode): Place {
  const { path, offset } = marked;
  const parts = owner.kind === 'column' ? owner.parts : [];
  const at = parts.findIndex(({ start }) => start === offset);
  if (at > 0) return { kind: 'member', isTable: false, clause: findClauseAndBracket(marked).clause };
  return findPlaceInExpression(marked, path.length - 2);
}

/**
 * Returns what can be typed at the caret if the marker, the empty name at the caret, begins the expression
 * `marked.path[depth]`.
 */
export function findPlaceInExpression(marked: MarkedStatement, depth: number): Place {
  const { path, offset } = marked;
  let top = depth;
  while (top > 0 && isExpression(path[top - 1]) && path[top - 1]?.start === offset) top--;
  const [expression, container] = [path[top], path[top - 1]];
  if (container?.kind === 'skippedClause' && !container.operator)
    return findPlaceAtSkippedClause(marked, container);
  const { clause, bracket } = findClauseAndBracket(marked, top);
  if (container?.kind === 'infix' && container.operator.kind === 'missing' && container.right === expression)
    return { kind: 'afterOperand', clause, bracket, operand: container.left };
  // After the star of `COUNT(*`, only the closing parenthesis can follow.
  if (wordBefore(marked) === '*' && /^[(,]$/.test(wordBefore(marked, 2))) return { kind: 'nothing' };
  const call = findArgumentPlace(path, top);
  return {
    kind: 'operand',
    clause,
    bracket,
    ...(call && { call }),
    isFirst: container?.kind === 'target' && wordBefore(marked) === 'SELECT',
    afterParenthesis: isAfterParenthesis(marked),
  };
}

export const createUsingColumnPlace = (marked: MarkedStatement): Place => ({
  kind: 'operand',
  clause: 'other',
  bracket: 'other',
  isFirst: false,
  afterParenthesis: isAfterParenthesis(marked),
});

function findClauseAndBracket(
  { path }: MarkedStatement,
  depth = path.length - 1,
): { clause: ExpressionClause; bracket: Bracket } {
  let bracket: Bracket = 'none';
  for (let at = depth - 1; at >= 0; at--) {
    const node = path[at];
    switch (node?.kind) {
      case 'call':
        bracket = 'call';
        break;
      case 'parenthesized':
      case 'array':
      case 'subscript':
      case 'case':
        if (bracket === 'none') bracket = 'other';
        break;
      case 'target':
        return { clause: 'targets', bracket };
      case 'on':
      case 'condition':
        return { clause: 'condition', bracket };
      case 'filter':
        return { clause: 'condition', bracket: bracket === 'none' ? 'other' : bracket };
      case 'limit':
      case 'tail':
        return { clause: 'page', bracket };
      case 'skippedClause':
        return { clause: findKindOfPreviousClause(path, node), bracket };
    }
  }
  return { clause: 'other', bracket };
}

function previousClause({ member }: QueryPlace, clause: Clause): Clause | undefined {
  const at = member.clauses.indexOf(clause);
  return member.clauses.slice(0, at).findLast(({ kind }) => kind !== 'skippedClause');
}

function findKindOfPreviousClause(path: readonly SyntaxNode[], clause: Clause): ExpressionClause {
  const at = findInnermostQuery(path);
  const previous = at && previousClause(at, clause);
  if (!previous) return at?.member.kind === 'select' ? 'targets' : 'other';
  if (previous.kind === 'condition') return 'condition';
  const item = previous.kind === 'from' ? previous.items.at(-1) : undefined;
  return item && findJoinsEnd(item).condition?.kind === 'on' ? 'condition' : 'other';
}

function findPlaceAtSkippedClause(marked: MarkedStatement, clause: Clause): Place {
  const { path } = marked;
  const at = findInnermostQuery(path);
  // After USING, only a parenthesis can follow.
  if (!at || wordBefore(marked) === 'USING') return { kind: 'nothing' };
  const previous = previousClause(at, clause);
  if (!previous) return at.member.kind === 'missingQuery' ? { kind: 'query' } : { kind: 'afterClause', at };
  const item = previous.kind === 'from' ? previous.items.at(-1) : undefined;
  if (item) return findPlaceAfterTables(item, true, at);
  if (previous.kind !== 'condition') return { kind: 'afterClause', at };
  return {
    kind: 'afterOperand',
    clause: 'condition',
    bracket: 'none',
    operand: previous.condition,
    at,
  };
}

export function findPlaceAfterTarget(marked: MarkedStatement, value: Expression | Star): Place {
  const at = findInnermostQuery(marked.path);
  if (!at) return { kind: 'nothing' };
  if (value.kind === 'star' || (value.kind === 'column' && value.isStar)) return { kind: 'afterClause', at };
  return {
    kind: 'afterOperand',
    clause: 'targets',
    bracket: 'none',
    operand: value,
    at,
  };
}

/**
 * Returns the function's name and the argument's 0-based index if the node at index `depth` of `path` is an argument in
 * a call of one of the dialect's functions. Otherwise returns undefined.
 */
export function findArgumentPlace(path: readonly SyntaxNode[], depth: number): ArgumentPlace | undefined {
  const [call, node] = [path[depth - 1], path[depth]];
  if (call?.kind !== 'call' || !call.isSupported) return undefined;
  const argument = call.arguments.findIndex(({ start }) => start === node?.start);
  return argument < 0 ? undefined : { name: call.name, argument };
}

const expressions: ReadonlySet<SyntaxNode['kind'] | undefined> = new Set<Expression['kind']>([
  ...([
    'literal',
    'constant',
    'column',
    'call',
    'typedLiteral',
    'parenthesized',
    'array',
    'subquery',
  ] as const),
  ...(['case', 'prefix', 'sign', 'infix', 'between', 'postfix', 'cast', 'collate', 'subscript'] as const),
  ...(['fieldAccess', 'missing'] as const),
]);
const isExpression = (node: SyntaxNode | undefined): boolean => expressions.has(node?.kind);
