/**
 * Infers facts about a value from its text alone. If nothing is known, each function returns what forbids a rewrite.
 */
import type { Call, Column, Expression } from '../syntax/nodes.ts';
import { walk } from '../syntax/walk.ts';
import type { StatementView } from './site.ts';
import { foldedName } from './tables.ts';

/** Functions of one value whose result is not a row, PostgreSQL's among them: what is rewritten may call any. */
const plainCalls = new Set('COUNT SUM AVG REDACTION LOWER UPPER LENGTH ABS ROUND'.split(' '));
/** Functions whose result is one of their arguments. */
const choosingCalls = new Set('MIN MAX'.split(' '));
const repeatableCalls = new Set([...plainCalls, ...choosingCalls, 'COALESCE', 'NULLIF', 'GREATEST', 'LEAST']);
/** Matches names of operators whose result is a boolean. */
const truthOperators = /^([<>=]|[<>!]=|<>|AND|OR|I?LIKE|IN|IS( NOT)? DISTINCT FROM)$/;

/** Returns the value without the parentheses that enclose it. */
export function withoutParentheses(value: Expression): Expression {
  let inner = value;
  while (inner.kind === 'parenthesized' && !inner.row && inner.items.length === 1)
    inner = inner.items[0] ?? inner;
  return inner;
}

/** Whether a value is NULL as it is written, in parentheses or not. */
export function isNull(value: Expression): boolean {
  const inner = withoutParentheses(value);
  return inner.kind === 'constant' && inner.construct.name === 'NULL';
}

/** Whether a value is TRUE, FALSE or NULL, whatever its columns are. */
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

/** Whether a value may be a row, whose comparisons and tests for NULL have rules of their own. */
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
  const { rows, derived } = statement.tables;
  const [last, before] = [parts.at(-1), parts.at(-2)];
  if (derived || isStar || !last) return true;
  const name = foldedName(statement, last);
  return name === undefined || (!before && (rows.has(name) || rows.has(undefined)));
}

/** Whether a value may be written more than once: no query, and no function that may answer otherwise each time. */
export function isRepeatable(value: Expression): boolean {
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

/** Whether a value is a literal that has no type before PostgreSQL gives it one. */
export function isUntyped(value: Expression): boolean {
  const inner = withoutParentheses(value);
  return inner.kind === 'literal' && inner.literal !== 'number';
}
