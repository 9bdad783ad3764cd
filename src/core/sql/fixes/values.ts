import type { Call, Column, Expression } from '../syntax/nodes.ts';
import { walk } from '../syntax/walk.ts';
import type { StatementView } from './site.ts';
import { foldAndTruncateName } from './tables.ts';

/**
 * Functions whose result is not a row. Functions of PostgreSQL that the vault rejects are included, because a statement
 * that is rewritten may call any function.
 */
const plainCalls = new Set('COUNT SUM AVG REDACTION LOWER UPPER LENGTH ABS ROUND'.split(' '));
const choosingCalls = new Set('MIN MAX'.split(' '));
const repeatableCalls = new Set([...plainCalls, ...choosingCalls, 'COALESCE', 'NULLIF', 'GREATEST', 'LEAST']);
const truthOperators = /^([<>=]|[<>!]=|<>|AND|OR|I?LIKE|IN|IS( NOT)? DISTINCT FROM)$/;

export function withoutParentheses(value: Expression): Expression {
  let inner = value;
  while (inner.kind === 'parenthesized' && !inner.rowConstruct && inner.items.length === 1)
    inner = inner.items[0] ?? inner;
  return inner;
}

export function isNull(value: Expression): boolean {
  const inner = withoutParentheses(value);
  return inner.kind === 'constant' && inner.construct.name === 'NULL';
}

export function isTruthValue(value: Expression): boolean {
  const inner = withoutParentheses(value);
  switch (inner.kind) {
    case 'constant':
      return /^(TRUE|FALSE|NULL)$/.test(inner.construct.name);
    case 'infix':
      return inner.operator.kind === 'construct' && truthOperators.test(inner.operator.name);
    case 'prefix':
      return inner.operator.name === 'NOT';
    case 'postfix':
      return /^(IS|NOTNULL)/.test(inner.operator.name);
    default:
      return inner.kind === 'between';
  }
}

/**
 * Whether a value may be a row; true if this is not known. Comparisons of rows, and tests of rows for NULL, have rules
 * of their own.
 */
export function mayBeRow(statement: StatementView, value: Expression): boolean {
  const inner = withoutParentheses(value);
  switch (inner.kind) {
    case 'literal':
    case 'constant':
    case 'sign':
    case 'infix':
    case 'prefix':
      return false;
    case 'call':
      return mayCallBeRow(statement, inner);
    case 'column':
      return mayColumnBeRow(statement, inner);
    default:
      return !isTruthValue(inner);
  }
}

function mayCallBeRow(statement: StatementView, call: Call): boolean {
  if (!choosingCalls.has(call.name)) return !plainCalls.has(call.name);
  return call.arguments.some((argument) => mayBeRow(statement, argument));
}

function mayColumnBeRow(statement: StatementView, { parts, isStar }: Column): boolean {
  const { rowNames, canColumnsBeRows } = statement.tables;
  const [last, before] = [parts.at(-1), parts.at(-2)];
  if (canColumnsBeRows || isStar || !last) return true;
  const name = foldAndTruncateName(statement, last);
  return name === undefined || (!before && (rowNames.has(name) || rowNames.has(undefined)));
}

/**
 * Whether a value can be written more than once without changing the result. False if it may contain a function that
 * returns a different result for each call.
 */
export function canBeWrittenTwice(value: Expression): boolean {
  let isFound = false;
  walk(value, {
    enter(node) {
      isFound ||=
        node.kind === 'subquery' ||
        (node.kind === 'call' && !repeatableCalls.has(node.name)) ||
        (node.kind === 'array' && node.construct !== undefined);
    },
  });
  return !isFound;
}

/**
 * Whether a value is a literal other than a number, such as a string or a placeholder. PostgreSQL may infer its type
 * from what surrounds it.
 */
export function isNonNumericLiteral(value: Expression): boolean {
  const inner = withoutParentheses(value);
  return inner.kind === 'literal' && inner.literal !== 'number';
}
