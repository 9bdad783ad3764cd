import type { Expression, Literal } from '../syntax/nodes.ts';
import { findReplacementContext, isOperand, isSingleOperand } from './operands.ts';
import { isInOutermostQuery } from './scope.ts';
import type { Site, StatementView } from './site.ts';
import type { Rewrite } from './types.ts';
import { canBeWrittenTwice, isNonNumericLiteral, mayBeRow } from './values.ts';

const MAX_TEXT_LENGTH = 20_000;

/**
 * Rewrites `a IN (x, y)` to `(a = x OR a = y)`, and NOT IN accordingly. Returns no rewrite if the types of the
 * constants may differ in a way that matters. PostgreSQL finds one common type for all constants in a list. This type
 * can differ from the types that the constants have alone, as in `'2.5' IN (1, 2.5)`.
 */
export function rewriteIn({ statement, node }: Site): Rewrite[] {
  if (node?.kind !== 'infix' || node.right.kind !== 'array' || !isOperand(node.left)) return [];
  const { left, right, isNegated } = node;
  const { items } = right;
  const context = findReplacementContext(statement, node);
  if (!context || items.length === 0 || !items.every(isSingleOperand)) return [];
  if (items.length > 1 && !canBeWrittenTwice(left)) return [];
  if (!haveConstantsOneType(statement, left, items)) return [];
  const operand = statement.sourceOf(left);
  const list = items.map((item) => `${operand} = ${statement.sourceOf(item)}`).join(' OR ');
  const text = isNegated ? `NOT (${list})` : `(${list})`;
  if (text.length > MAX_TEXT_LENGTH) return [];
  const edit = statement.createReplacementEdit(node, isNegated && context === 'tested' ? `(${text})` : text);
  return [{ code: 'in', effect: 'exact', edits: [edit] }];
}

function haveConstantsOneType(
  statement: StatementView,
  left: Expression,
  items: readonly Expression[],
): boolean {
  const kinds = items.map((item) => classifyListItem(statement, item));
  if (kinds.includes('neither')) return false;
  const constants = kinds.filter((kind) => kind !== 'column');
  if (constants.length < 2) return true;
  if (mayBeRow(statement, left)) return false;
  const knownKinds = new Set(constants.filter((kind) => kind !== 'null'));
  if (knownKinds.size > 1 || knownKinds.has('any') || knownKinds.has('fraction')) return false;
  // PostgreSQL infers the type of an untyped literal from all the other values.
  return !isNonNumericLiteral(left) || knownKinds.size === 0 || knownKinds.has('text');
}

type Constant = 'column' | 'text' | 'number' | 'fraction' | 'boolean' | 'null' | 'any' | 'neither';

/**
 * Returns the kind of a value in the list of IN. `any` is a value that may be a constant of an unknown or another type,
 * such as a placeholder, a bit string, or a column in a subquery. `neither` is a value that is not certainly a column
 * or a constant.
 */
function classifyListItem(statement: StatementView, value: Expression): Constant {
  switch (value.kind) {
    case 'literal':
      return literalKind(statement, value);
    case 'sign':
      return classifyNumberBySinglePrecision(statement.sourceOf(value.operand));
    case 'constant':
      return value.construct.name === 'NULL' ? 'null' : 'boolean';
    case 'column':
      return isInOutermostQuery(statement, value) ? 'column' : 'any';
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
      // Bit strings and national strings have types of their own.
      return /^[eu]/i.test(statement.sourceOf(value)) ? 'text' : 'any';
    case 'placeholder':
    case 'parameter':
      return 'any';
    case 'number':
      return classifyNumberBySinglePrecision(statement.sourceOf(value));
  }
}

/**
 * Returns `number` for a number of fewer than 12 characters that single precision represents exactly. For such a
 * number, it does not matter which common type PostgreSQL finds for the list of IN. Returns `fraction` for any other
 * number.
 */
function classifyNumberBySinglePrecision(source: string): 'number' | 'fraction' {
  const value = Number(source.replaceAll('_', ''));
  const isShort = Number.isFinite(value) && Math.fround(value) === value && source.length < 12;
  return isShort ? 'number' : 'fraction';
}

/** Rewrites `a BETWEEN x AND y` to `NOT (a < x) AND NOT (a > y)`, and the variants of BETWEEN accordingly. */
export function rewriteBetween({ statement, node, finding }: Site): Rewrite[] {
  if (node?.kind !== 'between') return [];
  const context = findReplacementContext(statement, node);
  if (!context || ![node.operand, node.low, node.high].every((one) => isOperand(one))) return [];
  const operand = statement.sourceOf(node.operand);
  const [low, high] = [statement.sourceOf(node.low), statement.sourceOf(node.high)];
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
  if (text.length > MAX_TEXT_LENGTH) return [];
  return [{ code: 'between', effect: 'exact', edits: [statement.createReplacementEdit(node, text)] }];
}
