/** Tests after IS by comparisons and tests for NULL; none of them is ever NULL, so neither is what replaces it. */
import { contextOf, operandBefore, primaryEnd, sidesOf } from './operands.ts';
import type { Site } from './site.ts';
import type { Rewrite } from './types.ts';

const nullTests: Readonly<Record<string, string>> = {
  ISNULL: 'IS NULL',
  NOTNULL: 'IS NOT NULL',
  // A truth value that is not known is NULL.
  'IS UNKNOWN': 'IS NULL',
  'IS NOT UNKNOWN': 'IS NOT NULL',
};

/** `a ISNULL` to `a IS NULL`, and what else tests for NULL. */
export function rewriteNullTest({ statement, finding, first, last }: Site): Rewrite[] {
  const text = nullTests[finding.construct];
  if (text === undefined) return [];
  const gap = statement.end(first - 1) === statement.start(first) ? ' ' : '';
  return [{ code: 'null-test', effect: 'exact', edits: [statement.replace(first, last, gap + text)] }];
}

/** `a IS TRUE` to `(a AND a IS NOT NULL)`, `a IS FALSE` to `(NOT a AND a IS NOT NULL)`, negated by NOT. */
export function rewriteTruthTest({ statement, finding, first, last }: Site): Rewrite[] {
  const left = operandBefore(statement, first, 'test');
  const context = left && contextOf(statement, last);
  if (!left || !context) return [];
  const source = statement.source(left.from, left.to);
  const operand = primaryEnd(statement, left.from) === left.to ? source : `(${source})`;
  const { construct } = finding;
  const value = construct.endsWith('FALSE') ? `NOT ${operand}` : operand;
  const negation = construct.startsWith('IS NOT') ? 'NOT ' : '';
  const text = `${negation}(${value} AND ${operand} IS NOT NULL)`;
  const edit = statement.replace(
    left.from,
    last,
    negation !== '' && context === 'tested' ? `(${text})` : text,
  );
  return [{ code: 'truth-test', effect: 'exact', edits: [edit] }];
}

/**
 * `a IS NOT DISTINCT FROM b` to `(a = b AND a IS NOT NULL AND b IS NOT NULL OR a IS NULL AND b IS NULL)`, shorter
 * where one side is a literal; IS DISTINCT FROM with NOT before it.
 */
export function rewriteDistinctFrom({ statement, finding, first, last }: Site): Rewrite[] {
  const sides = sidesOf(statement, first, last);
  if (!sides) return [];
  const { left, right, tight } = sides;
  const [a, b] = [statement.source(left.from, left.to), statement.source(right.from, right.to)];
  const isSame = finding.construct === 'IS NOT DISTINCT FROM';
  const kindOf = ({ from, to }: typeof left): 'null' | 'literal' | 'other' => {
    if (from === to && statement.word(from) === 'NULL') return 'null';
    return /^(string|number|dollar)$/.test(statement.kind(to) ?? '') &&
      to - from < 2 &&
      primaryEnd(statement, from) === to
      ? 'literal'
      : 'other';
  };
  const [leftKind, rightKind] = [kindOf(left), kindOf(right)];
  let text: string;
  if (leftKind === 'null' || rightKind === 'null') {
    text = `${rightKind === 'null' ? a : b} IS ${isSame ? '' : 'NOT '}NULL`;
    if (tight) text = `(${text})`;
  } else {
    const known = [
      ...(leftKind === 'other' ? [`${a} IS NOT NULL`] : []),
      ...(rightKind === 'other' ? [`${b} IS NOT NULL`] : []),
    ];
    const none = leftKind === 'other' && rightKind === 'other' ? ` OR ${a} IS NULL AND ${b} IS NULL` : '';
    text = `(${[`${a} = ${b}`, ...known].join(' AND ')}${none})`;
    if (!isSame) text = tight ? `(NOT ${text})` : `NOT ${text}`;
  }
  return [{ code: 'distinct-from', effect: 'exact', edits: [statement.replace(left.from, right.to, text)] }];
}
