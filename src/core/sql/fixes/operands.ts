import { comparisonOperators } from '../dialect/constructs.ts';
import type { Call, Construct, Expression, Infix, Missing, Parenthesized } from '../syntax/nodes.ts';
import type { SyntaxNode } from '../syntax/walk.ts';
import type { StatementView } from './site.ts';

/** Operators that bind less tightly in other dialects than in PostgreSQL. */
const looseForeignOperators: ReadonlySet<string> = new Set(['==', '<=>', '&&']);
const plainConstants: ReadonlySet<string> = new Set(['NULL', 'TRUE', 'FALSE']);

/**
 * Which operators an operand may contain outside of parentheses. `tight` is for the operand of a comparison, which must
 * not contain another comparison. `test` is for the operand of an IS test, which may contain one.
 */
type Level = 'tight' | 'test';

function canJoinOperands(operator: Construct | Missing, level: Level): boolean {
  if (operator.kind === 'missing') return false;
  const { name } = operator;
  if (/^\w/.test(name)) return level === 'test' && /^I?LIKE$/.test(name);
  return !looseForeignOperators.has(name) && (level === 'test' || !comparisonOperators.has(name));
}

/**
 * Whether a rewrite can copy an expression as the operand of a comparison or a test. `level` determines which operators
 * the expression may contain outside of parentheses. Whether the operand can be repeated is not checked.
 */
export function isOperand(expression: Expression, level: Level = 'tight'): boolean {
  let rest = expression;
  for (;;) {
    if (rest.kind === 'infix') {
      if (!canJoinOperands(rest.operator, level) || !isOperand(rest.right, level)) return false;
      rest = rest.left;
    } else if (rest.kind === 'cast' || (rest.kind === 'sign' && rest.operand.kind === 'cast')) {
      rest = rest.operand;
    } else return isSingleOperand(rest);
  }
}

/**
 * Whether an expression is an operand that rewrites accept and that contains no operator outside of parentheses, except
 * the sign of a number.
 */
export function isSingleOperand(expression: Expression): boolean {
  switch (expression.kind) {
    case 'literal':
      return true;
    case 'sign':
      return expression.operand.kind === 'literal';
    case 'constant':
      return plainConstants.has(expression.construct.name);
    case 'column':
      return !expression.isStar;
    case 'call':
      return isPlainCall(expression);
    case 'array':
      return /^(ROW|EXISTS)$/.test(expression.construct?.name ?? '');
    case 'parenthesized':
      return isPlainGroup(expression);
    default:
      return false;
  }
}

const isPlainCall = ({ construct, argumentsEnd, end }: Call): boolean =>
  argumentsEnd === end && !/^(CAST$|COLLATION\s)/.test(construct?.name ?? '');

const isPlainGroup = ({ rowConstruct: row, items }: Parenthesized): boolean =>
  !row && items.length === 1 && items[0]?.kind !== 'subquery';

/**
 * Returns how an expression that replaces `node` has to be written. `tested` means that it needs parentheses unless it
 * is a single operand, because a test such as IS TRUE follows. `plain` means that a comparison or a NOT needs no
 * parentheses. Returns undefined if a replacement is not known to be safe there.
 */
export function findReplacementContext(
  statement: StatementView,
  node: Expression,
): 'plain' | 'tested' | undefined {
  const parent = statement.parentOf(node);
  switch (parent?.kind) {
    case 'postfix':
      return /^(IS|NOTNULL)/.test(parent.operator.name) ? 'tested' : undefined;
    case 'infix':
      return infixContext(parent, node);
    case 'prefix':
      return parent.operator.name === 'NOT' ? 'plain' : undefined;
    case 'array':
      return parent.construct?.name === 'ARRAY' ? undefined : 'plain';
    case 'target':
    case 'condition':
    case 'on':
    case 'filter':
    case 'parenthesized':
    case 'case':
    case 'call':
    case 'list':
    case 'orderBy':
    case 'quantifier':
      return 'plain';
    default:
      return undefined;
  }
}

function infixContext({ operator, left }: Infix, node: Expression): 'plain' | 'tested' | undefined {
  if (operator.kind === 'missing') return undefined;
  if (operator.name === 'AND' || operator.name === 'OR') return 'plain';
  return node === left && operator.name.startsWith('IS') ? 'tested' : undefined;
}

export interface RewritableOperands {
  readonly node: Infix;
  readonly left: Expression;
  readonly right: Expression;
  /**
   * Whether a test such as IS TRUE follows `node`, so that a replacement needs parentheses unless it is a single
   * operand.
   */
  readonly isTested: boolean;
}

export function findRewritableOperands(
  statement: StatementView,
  node: SyntaxNode | undefined,
): RewritableOperands | undefined {
  if (node?.kind !== 'infix') return undefined;
  const { left, right } = node;
  const context = isOperand(left) && isOperand(right) ? findReplacementContext(statement, node) : undefined;
  return context && { node, left, right, isTested: context === 'tested' };
}
