/** PostgreSQL's own parser as judge of how operators bind. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadModule, parseSync } from 'libpg-query';
import { parseFirstStatement } from '../../../../../../src/core/sql/syntax/document/document.ts';
import type { Expression } from '../../../../../../src/core/sql/syntax/nodes.ts';

const operators = 'OR AND = < > <= >= <> LIKE ILIKE + - * / % ^ || -> @> ~ ?'.split(' ');
const prefixes = ['NOT', '-', '+', '~', '@'];
const suffixes = [
  'IS NULL',
  'IS NOT NULL',
  'IS TRUE',
  'ISNULL',
  '::int',
  'COLLATE "C"',
  "AT TIME ZONE 'x'",
  '[1]',
];

/** Expressions without parentheses, so that only precedence says what belongs together. */
const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const atom = fc.constantFrom('a', 'b.c', '1', "'x'", 'f(a)', 'CASE WHEN a THEN b END', '-5');
  const inner = tie('expression');
  const joined = fc.tuple(inner, fc.constantFrom(...operators), inner).map((parts) => parts.join(' '));
  const prefixed = fc.tuple(fc.constantFrom(...prefixes), inner).map((parts) => parts.join(' '));
  const suffixed = fc.tuple(inner, fc.constantFrom(...suffixes)).map((parts) => parts.join(' '));
  const between = fc.tuple(inner, inner, inner).map(([a, b, c]) => `${a} BETWEEN ${b} AND ${c}`);
  const listed = fc.tuple(inner, inner).map(([a, b]) => `${a} IN (${b})`);
  const distinct = fc.tuple(inner, inner).map(([a, b]) => `${a} IS DISTINCT FROM ${b}`);
  const all = [
    { weight: 4, arbitrary: atom },
    { weight: 4, arbitrary: joined },
    ...[prefixed, suffixed, between, listed, distinct].map((arbitrary) => ({ weight: 1, arbitrary })),
  ];
  return { expression: fc.oneof({ maxDepth: 5, withCrossShrink: true }, ...all) };
});

/** The statement's tree as PostgreSQL has it, without the places. */
function tree(sql: string): string | undefined {
  try {
    return JSON.stringify(parseSync(sql), (key, value: unknown) =>
      /^(location|rexpr_list_(start|end))$/.test(key) ? undefined : value,
    );
  } catch {
    return undefined;
  }
}

/** The expression with parentheses around each part that our tree has. */
function inParentheses(node: Expression, source: string): string {
  const text = (of: { readonly start: number; readonly end: number }): string =>
    source.slice(of.start, of.end);
  const inner = (of: Expression): string => `(${inParentheses(of, source)})`;
  switch (node.kind) {
    case 'infix':
      if (node.right.kind === 'array')
        return `${inner(node.left)} ${text(node.operator)} ${text(node.right)}`;
      return `${inner(node.left)} ${text(node.operator)} ${inner(node.right)}`;
    case 'between':
      return `${inner(node.operand)} ${text(node.operator)} ${inner(node.low)} AND ${inner(node.high)}`;
    case 'prefix':
      return `${text(node.operator)} ${inner(node.operand)}`;
    case 'sign':
      // Two signs side by side begin a comment.
      return `${source[node.start] ?? ''} ${inParentheses(node.operand, source)}`;
    case 'subscript':
      // Several subscripts are one part of PostgreSQL's tree.
      if (node.operand.kind === 'subscript')
        return `${inParentheses(node.operand, source)}${source.slice(node.operand.end, node.end)}`;
      return `${inner(node.operand)}${source.slice(node.operand.end, node.end)}`;
    case 'postfix':
    case 'cast':
    case 'collate':
      return `${inner(node.operand)}${source.slice(node.operand.end, node.end)}`;
    default:
      return text(node);
  }
}

describe('precedence of operators', () => {
  before(() => loadModule());

  it('is that of PostgreSQL', () => {
    let parsed = 0;
    fc.assert(
      fc.property(expression, (written) => {
        const sql = `SELECT ${written} FROM t`;
        const wanted = tree(sql);
        if (wanted === undefined) return;
        parsed++;
        const query = parseFirstStatement(sql)?.tree.statement.query?.members[0];
        const value = query?.kind === 'select' ? query.targets[0]?.value : undefined;
        assert.ok(value && value.kind !== 'star');
        const explicit = `SELECT ${inParentheses(value, sql)} FROM t`;
        assert.equal(tree(explicit), wanted, explicit);
      }),
      { numRuns: 3_000 },
    );
    assert.ok(parsed > 1_000, `${parsed} expressions that PostgreSQL takes`);
  });
});
