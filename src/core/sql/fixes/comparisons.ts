/** `>=`, `<=` and `<>` by their opposites: true, false and NULL are the same for both. */
import type { TextEdit } from '../syntax/ranges.ts';
import { isSingleOperand, type Sides, sidesOf } from './operands.ts';
import type { Site, StatementView } from './site.ts';
import type { Rewrite } from './types.ts';

const opposites: Readonly<Record<string, string>> = { '>=': '<', '<=': '>', '<>': '=', '!=': '=' };

/** The edits that put `open` before both sides and `close` after them, with parentheses around all where needed. */
function around(
  statement: StatementView,
  { node, left, right, isTested }: Sides,
  [open, operator, close]: readonly [string, string, string],
): TextEdit[] {
  return [
    statement.before(left, isTested ? `(${open}` : open),
    statement.replace(node.operator, operator),
    statement.after(right, isTested ? `${close})` : close),
  ];
}

/** `a >= b` to `NOT (a < b)`, `a <= b` to `NOT (a > b)`, `a <> b` to `NOT (a = b)`. */
export function rewriteComparison({ statement, finding, node }: Site): Rewrite[] {
  const sides = sidesOf(statement, node);
  const opposite = opposites[finding.construct];
  if (!sides || opposite === undefined) return [];
  const edits = around(statement, sides, ['NOT (', opposite, ')']);
  return [{ code: 'comparison', effect: 'exact', edits }];
}

const words: Readonly<Record<string, string>> = {
  '~~': 'LIKE',
  '~~*': 'ILIKE',
  '!~~': 'NOT LIKE',
  '!~~*': 'NOT ILIKE',
};

/** `a ~~ b` to `a LIKE b`, which is the same operator by its name. */
export function rewriteOperatorWord({ statement, finding, node }: Site): Rewrite[] {
  const sides = sidesOf(statement, node);
  const word = words[finding.construct];
  // The word binds less tightly than other operators, so there must be none behind it.
  if (!sides || !isSingleOperand(sides.right) || word === undefined) return [];
  return [{ code: 'operator-word', effect: 'exact', edits: around(statement, sides, ['', word, '']) }];
}

/** `a == b` of other dialects to `a = b`. */
export const rewriteEquals = ({ statement, finding }: Site): Rewrite[] => [
  { code: 'equals', effect: 'spelling', edits: [statement.replace(finding, '=')] },
];
