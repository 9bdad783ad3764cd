import type { TextEdit } from '../syntax/ranges.ts';
import { findRewritableOperands, isSingleOperand, type RewritableOperands } from './operands.ts';
import type { Site, StatementView } from './site.ts';
import type { Rewrite } from './types.ts';

const opposites: Readonly<Record<string, string>> = { '>=': '<', '<=': '>', '<>': '=', '!=': '=' };

function createEditsAround(
  statement: StatementView,
  { node, left, right, isTested }: RewritableOperands,
  [open, operator, close]: readonly [string, string, string],
): TextEdit[] {
  return [
    statement.createInsertionBefore(left, isTested ? `(${open}` : open),
    statement.createReplacementEdit(node.operator, operator),
    statement.createInsertionAfter(right, isTested ? `${close})` : close),
  ];
}

/**
 * Rewrites `a >= b` to `NOT (a < b)`, and `<=`, `<>` and `!=` likewise. Both forms are true, false or NULL for the same
 * values.
 */
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

/** Rewrites `a ~~ b` to `a LIKE b`, which is the same operator, and the variants of `~~` likewise. */
export function rewriteTildeOperatorToLike({ statement, finding, node }: Site): Rewrite[] {
  const sides = findRewritableOperands(statement, node);
  const word = words[finding.construct];
  // LIKE binds less tightly than most operators, so the right side must be a single operand.
  if (!sides || !isSingleOperand(sides.right) || word === undefined) return [];
  return [
    { code: 'operator-word', effect: 'exact', edits: createEditsAround(statement, sides, ['', word, '']) },
  ];
}

export const rewriteDoubleEquals = ({ statement, finding }: Site): Rewrite[] => [
  { code: 'equals', effect: 'spelling', edits: [statement.createReplacementEdit(finding, '=')] },
];
