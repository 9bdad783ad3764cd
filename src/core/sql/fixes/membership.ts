/** IN and BETWEEN by the comparisons that they are short for. An operand is written once for each of them. */
import type { Expression, Literal } from '../syntax/nodes.ts';
import { contextOf, isOperand, isSingleOperand } from './operands.ts';
import { isOutermost } from './scope.ts';
import type { Site, StatementView } from './site.ts';
import type { Rewrite } from './types.ts';
import { isRepeatable, isUntyped, mayBeRow } from './values.ts';

/** Longer text is unreadable: such a list is for several statements. */
const maxLength = 20_000;

/**
 * `a IN (x, y)` to `(a = x OR a = y)`, `a NOT IN (…)` to `NOT (…)`. Only lists of names and of literals of one
 * kind: PostgreSQL finds a common type for the constants of a list, which can differ from the one that it finds for each
 * alone (`real_column IN (0.1, 0.2)`, `'2.5' IN (1, 2.5)`). A column of a query around is such a constant too.
 */
export function rewriteIn({ statement, node }: Site): Rewrite[] {
  if (node?.kind !== 'infix' || node.right.kind !== 'array' || !isOperand(node.left)) return [];
  const { left, right, isNegated } = node;
  const { items } = right;
  const context = contextOf(statement, node);
  if (!context || items.length === 0 || !items.every(isSingleOperand)) return [];
  if (items.length > 1 && !isRepeatable(left)) return [];
  if (!haveOneType(statement, left, items)) return [];
  const operand = statement.source(left);
  const list = items.map((item) => `${operand} = ${statement.source(item)}`).join(' OR ');
  const text = isNegated ? `NOT (${list})` : `(${list})`;
  if (text.length > maxLength) return [];
  const edit = statement.replace(node, isNegated && context === 'tested' ? `(${text})` : text);
  return [{ code: 'in', effect: 'exact', edits: [edit] }];
}

/** Whether the rule above holds for the values of a list. */
function haveOneType(statement: StatementView, left: Expression, items: readonly Expression[]): boolean {
  const kinds = items.map((item) => constantKind(statement, item));
  if (kinds.includes('neither')) return false;
  const constants = kinds.filter((kind) => kind !== 'column');
  if (constants.length < 2) return true;
  if (mayBeRow(statement, left)) return false;
  const known = new Set(constants.filter((kind) => kind !== 'null'));
  if (known.size > 1 || known.has('any') || known.has('fraction')) return false;
  // What a literal is taken for depends on all the others.
  return !isUntyped(left) || known.size === 0 || known.has('text');
}

type Constant = 'column' | 'text' | 'number' | 'fraction' | 'boolean' | 'null' | 'any' | 'neither';

/** `any` for what has no kind before it is sent, or none that is known here. */
function constantKind(statement: StatementView, value: Expression): Constant {
  switch (value.kind) {
    case 'literal':
      return literalKind(statement, value);
    case 'sign':
      return numberKind(statement.source(value.operand));
    case 'constant':
      return value.construct.name === 'NULL' ? 'null' : 'boolean';
    case 'column':
      return isOutermost(statement, value) ? 'column' : 'any';
    default:
      return 'neither';
  }
}

function literalKind(statement: StatementView, value: Literal): Constant {
  switch (value.literal) {
    case 'string':
    case 'dollar-string':
      return 'text';
    case 'prefixed':
      // Bit strings and national text have types of their own.
      return /^[eu]/i.test(statement.source(value)) ? 'text' : 'any';
    case 'placeholder':
    case 'parameter':
      return 'any';
    case 'number':
      return numberKind(statement.source(value));
  }
}

/** A number that a column of any type of numbers holds exactly: then the list's common type is of no account. */
function numberKind(source: string): 'number' | 'fraction' {
  const value = Number(source.replaceAll('_', ''));
  const isShort = Number.isFinite(value) && Math.fround(value) === value && source.length < 12;
  return isShort ? 'number' : 'fraction';
}

/** `a BETWEEN x AND y` to `NOT (a < x) AND NOT (a > y)`; SYMMETRIC by both orders of its ends. */
export function rewriteBetween({ statement, node, finding }: Site): Rewrite[] {
  if (node?.kind !== 'between') return [];
  const context = contextOf(statement, node);
  if (!context || ![node.operand, node.low, node.high].every((one) => isOperand(one))) return [];
  const operand = statement.source(node.operand);
  const [low, high] = [statement.source(node.low), statement.source(node.high)];
  const inside = (from: string, upTo: string): string =>
    `NOT (${operand} < ${from}) AND NOT (${operand} > ${upTo})`;
  const outside = (from: string, upTo: string): string => `${operand} < ${from} OR ${operand} > ${upTo}`;
  const parent = statement.parentOf(node);
  let text = node.isNegated ? `(${outside(low, high)})` : inside(low, high);
  if (finding.construct === 'BETWEEN SYMMETRIC') {
    text = node.isNegated
      ? `((${outside(low, high)}) AND (${outside(high, low)}))`
      : `(${inside(low, high)} OR ${inside(high, low)})`;
  } else if (!node.isNegated && (context === 'tested' || parent?.kind === 'prefix')) text = `(${text})`;
  if (text.length > maxLength) return [];
  return [{ code: 'between', effect: 'exact', edits: [statement.replace(node, text)] }];
}
