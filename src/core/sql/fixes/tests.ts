import type { Expression } from '../syntax/nodes.ts';
import { findReplacementContext, findRewritableOperands, isOperand, isSingleOperand } from './operands.ts';
import type { Site } from './site.ts';
import type { Rewrite } from './types.ts';
import { canBeWrittenTwice, isNull, isTruthValue, mayBeRow, withoutParentheses } from './values.ts';

const nullTests: Readonly<Record<string, string>> = {
  ISNULL: 'IS NULL',
  NOTNULL: 'IS NOT NULL',
};

export function rewriteToIsNullTest(site: Site): Rewrite[] {
  const { statement, finding } = site;
  const text = nullTests[finding.construct];
  if (text === undefined) return rewriteIsUnknownTest(site);
  return [{ code: 'null-test', effect: 'exact', edits: [statement.createReplacementEdit(finding, text)] }];
}

/**
 * Rewrites `a IS UNKNOWN` to `a IS NULL`, and IS NOT UNKNOWN accordingly. If `a` may be something other than a truth
 * value, the rewritten test is `(NOT a) IS NULL`: like IS UNKNOWN, NOT makes PostgreSQL reject such an operand, which
 * IS NULL alone would accept.
 */
function rewriteIsUnknownTest({ statement, finding, node }: Site): Rewrite[] {
  if (
    node?.kind !== 'postfix' ||
    !isOperand(node.operand, 'test') ||
    !findReplacementContext(statement, node)
  )
    return [];
  const { operand, operator } = node;
  const test = statement.createReplacementEdit(
    operator,
    finding.construct === 'IS UNKNOWN' ? 'IS NULL' : 'IS NOT NULL',
  );
  const edits = isTruthValue(operand)
    ? [test]
    : [statement.createInsertionBefore(operand, '(NOT '), statement.createInsertionAfter(operand, ')'), test];
  return [{ code: 'null-test', effect: 'exact', edits }];
}

/**
 * Rewrites `a = NULL` to `a IS NULL`, and `a <> NULL` to `a IS NOT NULL`, which was probably intended. The user has to
 * choose this rewrite, because the comparison is never true, whereas the test may be.
 */
export function rewriteNullComparison({ statement, finding }: Site): Rewrite[] {
  const first = statement.tokens.tokenAt(finding.start);
  const operatorToken = first?.word === 'NULL' ? statement.tokens.firstTokenFrom(first.end) : first;
  const start = operatorToken?.start ?? finding.start;
  for (const [operator, test] of intendedTests) {
    const construct = statement.constructAt({ ...finding, start, construct: operator });
    const sides = findRewritableOperands(statement, construct && statement.parentOf(construct));
    if (!sides || sides.isTested) continue;
    const { left, right } = sides;
    if (isNull(right) && !mayBeRow(statement, left)) {
      const edit = statement.createReplacementEdit({ start, end: right.end }, test);
      return [{ code: 'null-comparison', effect: 'choice', edits: [edit] }];
    }
    if (isNull(left) && !mayBeRow(statement, right)) {
      const { end } = sides.node.operator;
      const edits = [
        statement.createRemovalEdit({ start: left.start, end }),
        statement.createInsertionAfter(right, ` ${test}`),
      ];
      return [{ code: 'null-comparison', effect: 'choice', edits }];
    }
  }
  return [];
}

const intendedTests: readonly (readonly [operator: string, test: string])[] = [
  ['=', 'IS NULL'],
  ['<>', 'IS NOT NULL'],
  ['!=', 'IS NOT NULL'],
];

/**
 * Rewrites `a IS TRUE` to `(a AND a IS NOT NULL)` and `a IS FALSE` to `(NOT a AND a IS NOT NULL)`, and the negated
 * tests accordingly.
 */
export function rewriteTruthTest({ statement, finding, node }: Site): Rewrite[] {
  if (node?.kind !== 'postfix' || !isOperand(node.operand, 'test')) return [];
  // SQL does not allow an IS test directly after another one.
  if (findReplacementContext(statement, node) !== 'plain' || !canBeWrittenTwice(node.operand)) return [];
  const source = statement.sourceOf(node.operand);
  const operand = isSingleOperand(node.operand) ? source : `(${source})`;
  const { construct } = finding;
  const value = construct.endsWith('FALSE') ? `NOT ${operand}` : operand;
  const negation = construct.startsWith('IS NOT') ? 'NOT ' : '';
  const text = `${negation}(${value} AND ${operand} IS NOT NULL)`;
  return [{ code: 'truth-test', effect: 'exact', edits: [statement.createReplacementEdit(node, text)] }];
}

/**
 * Rewrites `a IS NOT DISTINCT FROM b` to `a = b` with tests for NULL where needed, or only to a test for NULL if one
 * side is NULL. IS DISTINCT FROM becomes the negation. Returns no rewrite if a side may be a row, because tests of rows
 * for NULL depend on each value in the row.
 */
export function rewriteDistinctFrom({ statement, finding, node }: Site): Rewrite[] {
  const sides = findRewritableOperands(statement, node);
  if (!sides || sides.isTested) return [];
  const { left, right } = sides;
  if (mayBeRow(statement, left) || mayBeRow(statement, right)) return [];
  const [a, b] = [statement.sourceOf(left), statement.sourceOf(right)];
  const isSame = finding.construct === 'IS NOT DISTINCT FROM';
  const [leftKind, rightKind] = [classifyNullness(left), classifyNullness(right)];
  let text: string;
  if (leftKind === 'null' || rightKind === 'null') {
    text = `${rightKind === 'null' ? a : b} IS ${isSame ? '' : 'NOT '}NULL`;
  } else {
    if (!canBeWrittenTwice(left) || !canBeWrittenTwice(right)) return [];
    const known = [
      ...(leftKind === 'other' ? [`${a} IS NOT NULL`] : []),
      ...(rightKind === 'other' ? [`${b} IS NOT NULL`] : []),
    ];
    const none = leftKind === 'other' && rightKind === 'other' ? ` OR ${a} IS NULL AND ${b} IS NULL` : '';
    text = `(${[`${a} = ${b}`, ...known].join(' AND ')}${none})`;
    if (!isSame) text = `NOT ${text}`;
  }
  return [
    { code: 'distinct-from', effect: 'exact', edits: [statement.createReplacementEdit(sides.node, text)] },
  ];
}

function classifyNullness(side: Expression): 'null' | 'literal' | 'other' {
  const value = withoutParentheses(side);
  if (isNull(value)) return 'null';
  const literal = value.kind === 'sign' ? value.operand : value;
  const isValue = literal.kind === 'literal' && !/^(parameter|placeholder)$/.test(literal.literal);
  return isValue ? 'literal' : 'other';
}
