/** Other ways to write LIMIT and OFFSET, and words that say nothing or say what the results grid does. */
import type { Call, Clause, Expression, Limit, Query, Range, Select } from '../syntax/nodes.ts';
import { walk } from '../syntax/walk.ts';
import { isOutermost } from './scope.ts';
import type { Site, StatementView } from './site.ts';
import type { Rewrite } from './types.ts';
import { mayBeRow } from './values.ts';

/** Whether it is a whole number, or what becomes one. */
const isCount = (statement: StatementView, value: Expression | undefined): value is Expression =>
  value?.kind === 'literal' &&
  (value.literal === 'placeholder' || (value.literal === 'number' && /^\d+$/.test(statement.source(value))));

/** `FETCH FIRST 10 ROWS ONLY` to `LIMIT 10`, without a number to `LIMIT 1`; not WITH TIES. */
export function rewriteFetch({ statement, node }: Site): Rewrite[] {
  if (node?.kind !== 'tail' || (node.count && !isCount(statement, node.count))) return [];
  if (statement.tokens.before(node.end)?.word !== 'ONLY') return [];
  const count = node.count ? statement.source(node.count) : '1';
  return [{ code: 'fetch', effect: 'exact', edits: [statement.replace(node, `LIMIT ${count}`)] }];
}

/** `OFFSET 10 ROWS` to `OFFSET 10`. */
export const rewriteOffsetRows = ({ statement, finding, node }: Site): Rewrite[] =>
  node?.kind === 'limit' && node.word === 'OFFSET' && isCount(statement, node.count)
    ? [{ code: 'offset-rows', effect: 'exact', edits: [statement.remove(finding)] }]
    : [];

/** `LIMIT 20, 10` of other dialects to `LIMIT 10 OFFSET 20`. */
export function rewriteLimitComma({ statement, finding }: Site): Rewrite[] {
  const found: Limit[] = [];
  walk(statement.tree.statement, {
    enter(node) {
      if (node.kind === 'limit' && node.second && node.start < finding.start && finding.end < node.end)
        found.push(node);
    },
  });
  const { count: skipped, second: count } = found.at(-1) ?? {};
  if (!isCount(statement, skipped) || !isCount(statement, count)) return [];
  const text = `${statement.source(count)} OFFSET ${statement.source(skipped)}`;
  const edit = statement.replace({ start: skipped.start, end: count.end }, text);
  return [{ code: 'limit-comma', effect: 'spelling', edits: [edit] }];
}

/** `LIMIT ALL`, and `LIMIT NULL`, are no limit; nor is there one beside them, which would be one too many. */
export function rewriteLimitAll({ statement, node }: Site): Rewrite[] {
  if (node?.kind !== 'limit' || node.constructs.length !== 1) return [];
  const { count, word } = node;
  if (count && (count.kind !== 'constant' || count.construct.name !== 'NULL')) return [];
  const beside = clausesOf(statement.scopeOf(node).query).filter((clause) =>
    (word === 'LIMIT' ? ['LIMIT', 'FETCH'] : ['OFFSET']).includes(clause.word),
  );
  if (beside.length !== 1) return [];
  return [{ code: 'limit-all', effect: 'exact', edits: [statement.remove(node)] }];
}

const clausesOf = (query: Query | undefined): readonly Clause[] =>
  query?.members.flatMap((member) => member.clauses) ?? [];

const setOperations = ['UNION', 'INTERSECT', 'EXCEPT', 'MINUS'];
const limits = /^(LIMIT|OFFSET|FETCH|FOR)$/;

/** `SELECT TOP 10 …` of other dialects to `… LIMIT 10` at the end of its query, where the limit is that query's alone. */
export function rewriteTop({ statement, node }: Site): Rewrite[] {
  const query = node?.kind === 'select' ? statement.scopeOf(node).query : undefined;
  const top = node?.kind === 'select' ? topRange(statement, node) : undefined;
  if (!query || !top || query.members.length !== 1) return [];
  if (clausesOf(query).some(({ word }) => limits.test(word))) return [];
  const limit = statement.after(query, ` LIMIT ${top.count}`);
  return [{ code: 'top', effect: 'spelling', edits: [statement.remove(top), limit] }];
}

/** `TOP 10`, `TOP (10)`, with its number; not with PERCENT or WITH TIES. */
function topRange(
  statement: StatementView,
  { top, topCount }: Select,
): (Range & { count: string }) | undefined {
  if (!top || !isCount(statement, topCount)) return undefined;
  const isOpen = statement.wordAfter(top) === '(';
  const end = isOpen ? statement.tokens.after(topCount.end)?.end : topCount.end;
  if (end === undefined || /^(PERCENT|WITH)$/.test(statement.wordAfter({ start: end, end })))
    return undefined;
  return { start: top.start, end, count: statement.source(topCount) };
}

/** `SELECT ALL a`, `COUNT(ALL a)`: ALL is what is meant without it. */
export const rewriteAll = ({ statement, finding }: Site): Rewrite[] => [
  { code: 'all', effect: 'exact', edits: [statement.remove(finding)] },
];

/**
 * Removes DISTINCT. Without it MIN and MAX return an equal value, and a SELECT returns the rows that repeat as well.
 * COUNT, SUM and AVG have no rewrite. MIN and MAX are a choice, not exact: of numerics that are equal and have other
 * digits, such as 50000 and 50000.00, PostgreSQL returns another one with DISTINCT than without.
 */
export function rewriteDistinct({ statement, finding, node }: Site): Rewrite[] {
  const edits = [statement.remove(finding)];
  if (node?.kind === 'call') {
    const isEqual = /^(MIN|MAX)$/.test(node.name) && isPlainAggregate(statement, node);
    return isEqual ? [{ code: 'aggregate-distinct', effect: 'choice', edits }] : [];
  }
  // With a limit other rows would be among the first; EXCEPT and INTERSECT count the rows that repeat.
  if (!node || !isOutermost(statement, node) || hasLimit(statement) || statement.has(setOperations))
    return [];
  return [{ code: 'remove-distinct', effect: 'removes-distinct', edits }];
}

/** Whether a call has nothing but its argument, so that PostgreSQL takes it with and without DISTINCT. */
function isPlainAggregate(statement: StatementView, call: Call): boolean {
  const [argument, ...more] = call.arguments;
  if (!argument || more.length > 0 || call.constructs.length !== 1) return false;
  return call.end === call.argumentsEnd && !mayBeRow(statement, argument);
}

/** ORDER BY of the whole statement: the grid sorts. With a limit it says which rows are meant, and stays. */
export function rewriteOrderBy({ statement, node }: Site): Rewrite[] {
  if (node?.kind !== 'orderBy' || !isOutermost(statement, node) || hasLimit(statement)) return [];
  const select = statement.parentOf(node);
  const isDistinctOn = select?.kind === 'select' && (select.quantifier?.items.length ?? 0) > 0;
  // A function may make one row of all, or several of one, and a query may fail.
  if (isDistinctOn || statement.has(['('], node)) return [];
  return [{ code: 'remove-order', effect: 'removes-order', edits: [statement.remove(node)] }];
}

const hasLimit = (statement: StatementView): boolean => statement.has(['LIMIT', 'OFFSET', 'FETCH', 'TOP']);

/** `(SELECT …)` as the whole statement to the same without its parentheses. */
export function rewriteParentheses({ statement, finding, node }: Site): Rewrite[] {
  if (node?.kind !== 'parenthesizedQuery' || node.end !== statement.tree.statement.end) return [];
  if (node.start !== 0) return [];
  const edits = [statement.replace(finding, ''), statement.replace(lastCharacter(node), '')];
  return [{ code: 'brackets', effect: 'exact', edits }];
}

/** `FROM (a JOIN b ON …)` to the same without parentheses: joins bind to the left. */
export function rewriteJoinParentheses({ statement, finding, node }: Site): Rewrite[] {
  if (node?.kind !== 'parenthesizedTable' || statement.wordBefore(node) !== 'FROM') return [];
  if (node.alias || node.constructs.length !== 1) return [];
  const { text } = statement;
  const edits = [
    { ...statement.replace(finding, ''), text: /\s/.test(text[node.start - 1] ?? '') ? '' : ' ' },
    { ...statement.replace(lastCharacter(node), ''), text: /^\w/.test(text.slice(node.end)) ? ' ' : '' },
  ];
  return [{ code: 'brackets', effect: 'exact', edits }];
}

const lastCharacter = ({ end }: Range): Range => ({ start: end - 1, end });
