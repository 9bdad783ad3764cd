/**
 * Rewrites comparisons, such as `>=` to the negation of `<`. Both forms are true, false or NULL for the same values.
 */
import type { TextEdit } from '../syntax/ranges.ts';
import { findRewritableOperands, isSingleOperand, type Sides } from './operands.ts';
import type { Site, StatementView } from './site.ts';
import type { Rewrite } from './types.ts';

const opposites: Readonly<Record<string, string>> = { '>=': '<', '<=': '>', '<>': '=', '!=': '=' };

/**
 * Returns edits that put `open` before the left side, `operator` in place of the operator, and `close` after the right
 * side. If an IS test follows the comparison, they also put parentheses around all of it.
 */
function createEditsAround(
  statement: StatementView,
  { node, left, right, isTested }: Sides,
  [open, operator, close]: readonly [string, string, string],
): TextEdit[] {
  return [
    statement.insertBefore(left, isTested ? `(${open}` : open),
    statement.replace(node.operator, operator),
    statement.insertAfter(right, isTested ? `${close})` : close),
  ];
}

/** Rewrites `a >= b` to `NOT (a < b)`, `a <= b` to `NOT (a > b)`, and `a <> b` or `a != b` to `NOT (a = b)`. */
export function rewriteComparison({ statement, finding, node }: Site): Rewrite[] {
  const sides = findRewritableOperands(statement, node);
  const opposite = opposites[finding.construct];
  if (!sides || opposite === undefined) return [];
  const edits = createEditsAround(statement, sides, ['NOT (', opposite, ')']);
  return [{ code: 'comparison', effect: 'exact', edits }];
}

const words: Readonly<Record<string, string>> = {
  '~~': 'LIKE',
  '~~*': 'ILIKE',
  '!~~': 'NOT LIKE',
  '!~~*': 'NOT ILIKE',
};

/** Rewrites `a ~~ b` to `a LIKE b`, which is the same operator, and its variants to ILIKE, NOT LIKE and NOT ILIKE. */
export function rewriteOperatorWord({ statement, finding, node }: Site): Rewrite[] {
  const sides = findRewritableOperands(statement, node);
  const word = words[finding.construct];
  // LIKE binds less tightly than most operators, so the right side must not contain any outside parentheses.
  if (!sides || !isSingleOperand(sides.right) || word === undefined) return [];
  return [
    { code: 'operator-word', effect: 'exact', edits: createEditsAround(statement, sides, ['', word, '']) },
  ];
}

/** Rewrites `a == b` of other dialects to `a = b`. */
export const rewriteEquals = ({ statement, finding }: Site): Rewrite[] => [
  { code: 'equals', effect: 'spelling', edits: [statement.replace(finding, '=')] },
];
