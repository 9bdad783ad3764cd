/** Which rewrites there are for a finding, and whether what they make is better. */
import { checkText } from '../check.ts';
import { lex } from '../lexer.ts';
import type { CheckOptions, Finding } from '../types.ts';
import {
  rewriteAll,
  rewriteBrackets,
  rewriteDistinct,
  rewriteFetch,
  rewriteJoinBrackets,
  rewriteLimitAll,
  rewriteLimitComma,
  rewriteOffsetRows,
  rewriteOrderBy,
  rewriteTop,
} from './clauses.ts';
import { rewriteComparison, rewriteEquals, rewriteOperatorWord } from './comparisons.ts';
import { rewriteCommaJoin, rewriteCrossJoin, rewriteUsing } from './joins.ts';
import {
  rewriteBacktick,
  rewriteDollar,
  rewriteInvisible,
  rewritePrefixed,
  rewriteTypographic,
} from './literals.ts';
import { rewriteBetween, rewriteIn } from './membership.ts';
import type { Site, StatementTokens } from './site.ts';
import { rewriteDistinctFrom, rewriteNullTest, rewriteTruthTest } from './tests.ts';
import type { Rewrite } from './types.ts';

type Rewriter = (site: Site) => Rewrite[];

const of = (rewriter: Rewriter, ...constructs: string[]): [string, Rewriter][] =>
  constructs.map((construct) => [construct, rewriter]);

/** By the finding's construct. What is not here has no statement of the dialect that means the same. */
const rewriters: ReadonlyMap<string, Rewriter> = new Map([
  ...of(rewriteComparison, '>=', '<=', '<>', '!='),
  ...of(rewriteOperatorWord, '~~', '~~*', '!~~', '!~~*'),
  ...of(rewriteEquals, '=='),
  ...of(rewriteIn, 'IN'),
  ...of(rewriteBetween, 'BETWEEN', 'BETWEEN SYMMETRIC', 'BETWEEN ASYMMETRIC'),
  ...of(rewriteNullTest, 'ISNULL', 'NOTNULL', 'IS UNKNOWN', 'IS NOT UNKNOWN'),
  ...of(rewriteTruthTest, 'IS TRUE', 'IS NOT TRUE', 'IS FALSE', 'IS NOT FALSE'),
  ...of(rewriteDistinctFrom, 'IS DISTINCT FROM', 'IS NOT DISTINCT FROM'),
  ...of(rewriteUsing, 'USING'),
  ...of(rewriteCrossJoin, 'CROSS JOIN'),
  ...of(rewriteCommaJoin, 'COMMA JOIN'),
  ...of(rewriteFetch, 'FETCH FIRST', 'FETCH NEXT'),
  ...of(rewriteOffsetRows, 'ROW', 'ROWS'),
  ...of(rewriteLimitComma, 'limit-comma'),
  ...of(rewriteLimitAll, 'LIMIT ALL', 'LIMIT EXPRESSION'),
  ...of(rewriteTop, 'TOP'),
  ...of(rewriteAll, 'SELECT ALL'),
  ...of(rewriteDistinct, 'DISTINCT'),
  ...of(rewriteOrderBy, 'ORDER BY'),
  ...of(rewriteBrackets, 'PARENTHESIZED SELECT'),
  ...of(rewriteJoinBrackets, 'PARENTHESIZED JOIN'),
  ...of(rewriteDollar, 'DOLLAR QUOTES'),
  ...of(rewritePrefixed, 'STRING PREFIX'),
  ...of(rewriteBacktick, 'backtick'),
  ...of(rewriteTypographic, 'typographic-quote'),
  ...of(rewriteInvisible, 'invisible-character'),
]);
/** Flaws of single characters, which say nothing about the statement around them. */
const flaws = new Set(['backtick', 'typographic-quote', 'invisible-character']);

/** Whether there may be rewrites for a finding; cheap, and true also where its statement then allows none. */
export const canRewrite = ({ construct }: Finding): boolean => rewriters.has(construct);

/** Longer statements are written by programs, and a rewrite looks at the whole of it. */
export const longest = 100_000;

/** Whether the structure of a statement with these findings is known: no syntax error but those with a rewrite. */
export const isReadable = (findings: readonly Finding[]): boolean =>
  findings.every(
    ({ code, construct }) => code !== 'syntax' || construct === 'limit-comma' || flaws.has(construct),
  );

/** The rewrites for a finding of one statement, not checked yet; `readable` as `isReadable` says of the statement. */
export function rewritesIn(statement: StatementTokens, readable: boolean, finding: Finding): Rewrite[] {
  const rewriter = rewriters.get(finding.construct);
  const first = statement.at(finding.start);
  if (!rewriter || first < 0) return [];
  if (!readable && !flaws.has(finding.construct)) return [];
  let last = first;
  while (last + 1 < statement.count && statement.end(last) < finding.end) last++;
  return rewriter({ statement, finding, first, last });
}

/** A literal may be compared with NULL in a list as well as outside. */
const harmless = new Set(['COMPARISON WITH NULL']);

/** Whether a rewritten statement lacks the findings meant, and has none that it did not have before. */
export function isBetter(
  source: string,
  before: readonly Finding[],
  rewritten: string,
  options: CheckOptions,
  meant: readonly Finding[],
): boolean {
  const after = checkText(rewritten, options).filter(
    ({ severity }) => severity === 'error' || severity === 'warning',
  );
  const constructs = new Set(meant.map(({ construct }) => construct));
  const count = (findings: readonly Finding[], construct: string): number =>
    findings.filter((one) => one.construct === construct).length;
  // What a flaw has hidden may come to light.
  const known = [...constructs].every((construct) => flaws.has(construct))
    ? undefined
    : new Set(before.map(({ construct }) => construct));
  return (
    [...constructs].every((construct) => count(after, construct) < count(before, construct)) &&
    after.every(({ construct }) => harmless.has(construct) || !known || known.has(construct)) &&
    commentCount(source) === commentCount(rewritten)
  );
}

const commentCount = (text: string): number => lex(text).filter(({ kind }) => kind === 'comment').length;
