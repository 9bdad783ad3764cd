/** Other ways to write LIMIT and OFFSET, and words that say nothing or say what the results grid does. */
import type { Site, StatementTokens } from './site.ts';
import type { Rewrite } from './types.ts';

/** Whether a whole number, or what becomes one, stands there. */
const isCount = (statement: StatementTokens, token: number): boolean =>
  statement.kind(token) === 'placeholder' ||
  (statement.kind(token) === 'number' && /^\d+$/.test(statement.source(token)));
const rowWords = ['ROW', 'ROWS'];

/** `FETCH FIRST 10 ROWS ONLY` to `LIMIT 10`, without a number to `LIMIT 1`; not WITH TIES. */
export function rewriteFetch({ statement, first, last }: Site): Rewrite[] {
  const counted = isCount(statement, last + 1);
  const row = counted ? last + 2 : last + 1;
  if (!rowWords.includes(statement.word(row)) || statement.word(row + 1) !== 'ONLY') return [];
  const count = counted ? statement.source(last + 1) : '1';
  return [{ code: 'fetch', effect: 'exact', edits: [statement.replace(first, row + 1, `LIMIT ${count}`)] }];
}

/** `OFFSET 10 ROWS` to `OFFSET 10`. */
export const rewriteOffsetRows = ({ statement, first, last }: Site): Rewrite[] =>
  isCount(statement, first - 1) && statement.word(first - 2) === 'OFFSET'
    ? [{ code: 'offset-rows', effect: 'exact', edits: [statement.remove(first, last)] }]
    : [];

/** `LIMIT 20, 10` of other dialects to `LIMIT 10 OFFSET 20`. */
export function rewriteLimitComma({ statement, first }: Site): Rewrite[] {
  const [skipped, count] = [first - 1, first + 1];
  if (statement.word(first) !== ',' || statement.word(skipped - 1) !== 'LIMIT') return [];
  if (!isCount(statement, skipped) || !isCount(statement, count)) return [];
  const text = `${statement.source(count)} OFFSET ${statement.source(skipped)}`;
  return [{ code: 'limit-comma', effect: 'spelling', edits: [statement.replace(skipped, count, text)] }];
}

/** `LIMIT ALL`, and `LIMIT NULL`, are no limit. */
export function rewriteLimitAll({ statement, first, last }: Site): Rewrite[] {
  const value = statement.word(first);
  if (first !== last || (value !== 'ALL' && value !== 'NULL')) return [];
  const keyword = statement.word(first - 1);
  if (keyword !== 'LIMIT' && keyword !== 'OFFSET') return [];
  return [{ code: 'limit-all', effect: 'exact', edits: [statement.remove(first - 1, last)] }];
}

/** `SELECT TOP 10 …` of other dialects to `… LIMIT 10` at the end of the statement. */
export function rewriteTop({ statement, first }: Site): Rewrite[] {
  const brackets = statement.word(first + 1) === '(' ? 1 : 0;
  const count = first + 1 + brackets;
  const last = count + brackets;
  if (!isCount(statement, count) || /^(?:percent|with)$/i.test(statement.source(last + 1))) return [];
  const limit = statement.after(statement.count - 1, ` LIMIT ${statement.source(count)}`);
  return [{ code: 'top', effect: 'spelling', edits: [statement.remove(first, last), limit] }];
}

/** `SELECT ALL a`, `COUNT(ALL a)`: ALL is what is meant without it. */
export const rewriteAll = ({ statement, first, last }: Site): Rewrite[] => [
  { code: 'all', effect: 'exact', edits: [statement.remove(first, last)] },
];

/** Of MIN and MAX it makes no difference; of a SELECT the rows that repeat come back; of COUNT, SUM, AVG nothing helps. */
export function rewriteDistinct({ statement, first, last }: Site): Rewrite[] {
  const edits = [statement.remove(first, last)];
  if (statement.word(first - 1) === '(') {
    const isExact = /^(?:MIN|MAX)$/.test(statement.word(first - 2));
    return isExact ? [{ code: 'aggregate-distinct', effect: 'exact', edits }] : [];
  }
  // With a limit other rows would be among the first, and counted ones would be more.
  if (statement.depth(first) > 0 || hasLimit(statement)) return [];
  return [{ code: 'remove-distinct', effect: 'removes-distinct', edits }];
}

/** ORDER BY of the whole statement: the grid sorts. With a limit it says which rows are meant, and stays. */
export function rewriteOrderBy({ statement, first }: Site): Rewrite[] {
  if (
    statement.depth(first) > 0 ||
    hasLimit(statement) ||
    (statement.has(0, first, ['ON']) && isDistinctOn(statement))
  )
    return [];
  const end = statement.tokens.findIndex(
    (_token, token) => token > first && statement.depth(token) === 0 && statement.word(token) === 'FOR',
  );
  const last = (end < 0 ? statement.count : end) - 1;
  return [{ code: 'remove-order', effect: 'removes-order', edits: [statement.remove(first, last)] }];
}

const hasLimit = (statement: StatementTokens): boolean =>
  statement.has(0, statement.count - 1, ['LIMIT', 'OFFSET', 'FETCH', 'TOP']);
const isDistinctOn = (statement: StatementTokens): boolean =>
  statement.tokens.some(
    (_token, token) => statement.word(token) === 'DISTINCT' && statement.word(token + 1) === 'ON',
  );

/** `(SELECT …)` as the whole statement to the same without its brackets. */
export function rewriteBrackets({ statement, first }: Site): Rewrite[] {
  const last = statement.partner(first);
  if (first !== 0 || last !== statement.count - 1) return [];
  const edits = [statement.replace(first, first, ''), statement.replace(last, last, '')];
  return [{ code: 'brackets', effect: 'exact', edits }];
}

/** `FROM (a JOIN b ON …)` to the same without brackets: joins bind to the left. */
export function rewriteJoinBrackets({ statement, first }: Site): Rewrite[] {
  const last = statement.partner(first);
  if (last < 0 || statement.word(first - 1) !== 'FROM') return [];
  const next = statement.word(last + 1);
  const isAlias =
    last + 1 < statement.count &&
    !/^(?:,|\)|JOIN|INNER|LEFT|RIGHT|FULL|CROSS|WHERE|LIMIT|OFFSET|ORDER|GROUP)$/.test(next);
  if (isAlias) return [];
  const edits = [
    statement.replace(first, first, statement.end(first - 1) === statement.start(first) ? ' ' : ''),
    statement.replace(last, last, /^\w/.test(statement.text.slice(statement.end(last))) ? ' ' : ''),
  ];
  return [{ code: 'brackets', effect: 'exact', edits }];
}
