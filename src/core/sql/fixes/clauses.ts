import type { Call, Clause, Expression, Limit, Query, Range, Select } from '../syntax/nodes.ts';
import { walk } from '../syntax/walk.ts';
import { isInOutermostQuery } from './scope.ts';
import type { Site, StatementView } from './site.ts';
import type { Rewrite } from './types.ts';
import { mayBeRow } from './values.ts';

const isWholeNumberOrPlaceholder = (
  statement: StatementView,
  value: Expression | undefined,
): value is Expression =>
  value?.kind === 'literal' &&
  (value.literal === 'placeholder' ||
    (value.literal === 'number' && /^\d+$/.test(statement.sourceOf(value))));

/**
 * Rewrites `FETCH FIRST 10 ROWS ONLY` to `LIMIT 10`, or to `LIMIT 1` if it has no number. Returns no rewrite for WITH
 * TIES.
 */
export function rewriteFetch({ statement, node }: Site): Rewrite[] {
  if (node?.kind !== 'tail' || (node.count && !isWholeNumberOrPlaceholder(statement, node.count))) return [];
  if (statement.tokens.lastTokenBefore(node.end)?.word !== 'ONLY') return [];
  const count = node.count ? statement.sourceOf(node.count) : '1';
  return [
    { code: 'fetch', effect: 'exact', edits: [statement.createReplacementEdit(node, `LIMIT ${count}`)] },
  ];
}

/** Rewrites `OFFSET 10 ROWS` to `OFFSET 10`. */
export const rewriteOffsetRows = ({ statement, finding, node }: Site): Rewrite[] =>
  node?.kind === 'limit' && node.word === 'OFFSET' && isWholeNumberOrPlaceholder(statement, node.count)
    ? [{ code: 'offset-rows', effect: 'exact', edits: [statement.createRemovalEdit(finding)] }]
    : [];

/** Rewrites `LIMIT 20, 10` of other dialects to `LIMIT 10 OFFSET 20`. */
export function rewriteLimitComma({ statement, finding }: Site): Rewrite[] {
  const found: Limit[] = [];
  walk(statement.tree.statement, {
    enter(node) {
      if (node.kind === 'limit' && node.second && node.start < finding.start && finding.end < node.end)
        found.push(node);
    },
  });
  const { count: skipped, second: count } = found.at(-1) ?? {};
  if (!isWholeNumberOrPlaceholder(statement, skipped) || !isWholeNumberOrPlaceholder(statement, count))
    return [];
  const text = `${statement.sourceOf(count)} OFFSET ${statement.sourceOf(skipped)}`;
  const edit = statement.createReplacementEdit({ start: skipped.start, end: count.end }, text);
  return [{ code: 'limit-comma', effect: 'spelling', edits: [edit] }];
}

/** Removes `LIMIT ALL`, `LIMIT NULL` and `OFFSET NULL`, which have no effect. */
export function rewriteLimitAll({ statement, node }: Site): Rewrite[] {
  if (node?.kind !== 'limit' || node.constructs.length !== 1) return [];
  const { count, word } = node;
  if (count && (count.kind !== 'constant' || count.construct.name !== 'NULL')) return [];
  const beside = clausesOf(statement.scopeOf(node).query).filter((clause) =>
    (word === 'LIMIT' ? ['LIMIT', 'FETCH'] : ['OFFSET']).includes(clause.word),
  );
  if (beside.length !== 1) return [];
  return [{ code: 'limit-all', effect: 'exact', edits: [statement.createRemovalEdit(node)] }];
}

const clausesOf = (query: Query | undefined): readonly Clause[] =>
  query?.members.flatMap((member) => member.clauses) ?? [];

const setOperations = ['UNION', 'INTERSECT', 'EXCEPT', 'MINUS'];
const limitingClause = /^(LIMIT|OFFSET|FETCH|FOR)$/;

/** Replaces the `TOP 10` of other dialects after SELECT with `LIMIT 10` at the end of the query. */
export function rewriteTop({ statement, node }: Site): Rewrite[] {
  const query = node?.kind === 'select' ? statement.scopeOf(node).query : undefined;
  const top = node?.kind === 'select' ? findTopRange(statement, node) : undefined;
  if (!query || !top || query.members.length !== 1) return [];
  if (clausesOf(query).some(({ word }) => limitingClause.test(word))) return [];
  const limit = statement.createInsertionAfter(query, ` LIMIT ${top.count}`);
  return [{ code: 'top', effect: 'spelling', edits: [statement.createRemovalEdit(top), limit] }];
}

function findTopRange(
  statement: StatementView,
  { top, topCount }: Select,
): (Range & { count: string }) | undefined {
  if (!top || !isWholeNumberOrPlaceholder(statement, topCount)) return undefined;
  const isOpen = statement.wordAfter(top) === '(';
  const end = isOpen ? statement.tokens.firstTokenFrom(topCount.end)?.end : topCount.end;
  if (end === undefined || /^(PERCENT|WITH)$/.test(statement.wordAfter({ start: end, end })))
    return undefined;
  return { start: top.start, end, count: statement.sourceOf(topCount) };
}

export const rewriteAllKeyword = ({ statement, finding }: Site): Rewrite[] => [
  { code: 'all', effect: 'exact', edits: [statement.createRemovalEdit(finding)] },
];

/**
 * Removes DISTINCT from MIN or MAX, or from the outermost SELECT, which may then return repeated rows. For MIN and MAX,
 * the effect is `choice`: if several numerics are equal but have different digits, such as 50000 and 50000.00,
 * PostgreSQL may return another one of them without DISTINCT.
 */
export function rewriteDistinct({ statement, finding, node }: Site): Rewrite[] {
  const edits = [statement.createRemovalEdit(finding)];
  if (node?.kind === 'call') {
    const isEqual = /^(MIN|MAX)$/.test(node.name) && isPlainAggregate(statement, node);
    return isEqual ? [{ code: 'aggregate-distinct', effect: 'choice', edits }] : [];
  }
  // With a limit, the first rows may be others without DISTINCT. EXCEPT ALL and INTERSECT ALL count repeated rows.
  if (
    !node ||
    !isInOutermostQuery(statement, node) ||
    hasLimit(statement) ||
    statement.hasAnyWord(setOperations)
  )
    return [];
  return [{ code: 'remove-distinct', effect: 'removes-distinct', edits }];
}

function isPlainAggregate(statement: StatementView, call: Call): boolean {
  const [argument, ...more] = call.arguments;
  if (!argument || more.length > 0 || call.constructs.length !== 1) return false;
  return call.end === call.argumentsEnd && !mayBeRow(statement, argument);
}

/**
 * Removes the ORDER BY of the outermost query, because the results grid can sort. Returns no rewrite where ORDER BY
 * decides which rows are returned, as with LIMIT.
 */
export function rewriteOrderBy({ statement, node }: Site): Rewrite[] {
  if (node?.kind !== 'orderBy' || !isInOutermostQuery(statement, node) || hasLimit(statement)) return [];
  const select = statement.parentOf(node);
  const isDistinctOn = select?.kind === 'select' && (select.quantifier?.items.length ?? 0) > 0;
  // A function in ORDER BY may change the number of rows, and a subquery may fail.
  if (isDistinctOn || statement.hasAnyWord(['('], node)) return [];
  return [{ code: 'remove-order', effect: 'removes-order', edits: [statement.createRemovalEdit(node)] }];
}

const hasLimit = (statement: StatementView): boolean =>
  statement.hasAnyWord(['LIMIT', 'OFFSET', 'FETCH', 'TOP']);

export function rewriteParentheses({ statement, finding, node }: Site): Rewrite[] {
  if (node?.kind !== 'parenthesizedQuery' || node.end !== statement.tree.statement.end) return [];
  if (node.start !== 0) return [];
  const edits = [
    statement.createReplacementEdit(finding, ''),
    statement.createReplacementEdit(lastCharacter(node), ''),
  ];
  return [{ code: 'brackets', effect: 'exact', edits }];
}

/** Removes the parentheses in `FROM (a JOIN b ON …)`. The result stays the same, because joins are left-associative. */
export function rewriteJoinParentheses({ statement, finding, node }: Site): Rewrite[] {
  if (node?.kind !== 'parenthesizedTable' || statement.wordBefore(node) !== 'FROM') return [];
  if (node.alias || node.constructs.length !== 1) return [];
  const { text } = statement;
  const edits = [
    {
      ...statement.createReplacementEdit(finding, ''),
      text: /\s/.test(text[node.start - 1] ?? '') ? '' : ' ',
    },
    {
      ...statement.createReplacementEdit(lastCharacter(node), ''),
      text: /^\w/.test(text.slice(node.end)) ? ' ' : '',
    },
  ];
  return [{ code: 'brackets', effect: 'exact', edits }];
}

const lastCharacter = ({ end }: Range): Range => ({ start: end - 1, end });
