/** The statement that the vault accepts, for one that it does not: rewrites of findings, as text to be spliced in. */
import { checkText } from './check.ts';
import { lex } from './lexer.ts';
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
} from './rewrites/clauses.ts';
import { rewriteComparison, rewriteEquals, rewriteOperatorWord } from './rewrites/comparisons.ts';
import { rewriteCommaJoin, rewriteCrossJoin, rewriteUsing } from './rewrites/joins.ts';
import {
  rewriteBacktick,
  rewriteDollar,
  rewriteInvisible,
  rewritePrefixed,
  rewriteTypographic,
} from './rewrites/literals.ts';
import { rewriteBetween, rewriteIn } from './rewrites/membership.ts';
import { type Site, StatementTokens } from './rewrites/site.ts';
import { rewriteDistinctFrom, rewriteNullTest, rewriteTruthTest } from './rewrites/tests.ts';
import { applyEdits, type Edit, type Rewrite } from './rewrites/types.ts';
import { splitStatements } from './statements.ts';
import type { CheckOptions, Finding } from './types.ts';

export type { Edit, Rewrite, RewriteCode, RewriteEffect } from './rewrites/types.ts';
export { applyEdits } from './rewrites/types.ts';

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
const longest = 100_000;

/**
 * The rewrites for a finding of `checkText(text, options)`, most often one or none. None where operands are not
 * surely read, where the statement has another syntax error, where a comment would be lost, or where the statement
 * checked anew has anything that it had not before. Offsets are those of `text`. Total; time is linear in the
 * statement's length, finding it linear in the text's.
 */
export function rewritesFor(text: string, finding: Finding, options: CheckOptions = {}): Rewrite[] {
  const { start } = finding;
  const statement = splitStatements(text).find((one) => one.start <= start && start <= one.end);
  if (!statement || !rewriters.has(finding.construct)) return [];
  const source = text.slice(statement.start, statement.end);
  const shifted = { ...finding, start: start - statement.start, end: finding.end - statement.start };
  if (source.length > longest) return [];
  const findings = checkText(source, options);
  return rewritesIn(new StatementTokens(source), findings, shifted)
    .filter(({ edits }) => isBetter(source, findings, applyEdits(source, edits), options, [shifted]))
    .map((rewrite) => ({
      ...rewrite,
      edits: rewrite.edits.map((edit) => ({
        start: edit.start + statement.start,
        end: edit.end + statement.start,
        text: edit.text,
      })),
    }));
}

/** The rewrites for a finding of one statement, not checked yet. */
function rewritesIn(statement: StatementTokens, findings: readonly Finding[], finding: Finding): Rewrite[] {
  const rewriter = rewriters.get(finding.construct);
  const first = statement.at(finding.start);
  if (!rewriter || first < 0) return [];
  const isReadable = (one: Finding): boolean =>
    one.code !== 'syntax' || one.construct === 'limit-comma' || flaws.has(one.construct);
  if (!flaws.has(finding.construct) && !findings.every(isReadable)) return [];
  let last = first;
  while (statement.end(last) < finding.end) last++;
  return rewriter({ statement, finding, first, last });
}

/** A literal may be compared with NULL in a list as well as outside. */
const harmless = new Set(['COMPARISON WITH NULL']);

/** Whether a rewritten statement lacks the findings meant, and has none that it did not have before. */
function isBetter(
  source: string,
  before: readonly Finding[],
  rewritten: string,
  options: CheckOptions,
  meant: readonly Finding[],
): boolean {
  const after = checkText(rewritten, options).filter(
    ({ severity }) => severity === 'error' || severity === 'warning',
  );
  const count = (findings: readonly Finding[], construct: string): number =>
    findings.filter((one) => one.construct === construct).length;
  // What a flaw has hidden may come to light.
  const known = meant.every(({ construct }) => flaws.has(construct))
    ? undefined
    : new Set(before.map(({ construct }) => construct));
  return (
    meant.every(({ construct }) => count(after, construct) < count(before, construct)) &&
    after.every(({ construct }) => harmless.has(construct) || !known || known.has(construct)) &&
    commentCount(source) === commentCount(rewritten)
  );
}

const commentCount = (text: string): number => lex(text).filter(({ kind }) => kind === 'comment').length;

export interface FixOptions {
  readonly check?: CheckOptions;
  /** Only statements that touch this range. */
  readonly range?: { readonly start: number; readonly end: number };
}

/** Rewrites may stand in each other; more of them than that are not written by a person. */
const mostRounds = 20;

/**
 * Every statement's exact rewrites and spellings, all at once: one edit for each statement that changes, in order.
 * Choices are left to a person, and nothing that the statement asks for is removed. Total; linear in the text, for
 * each statement times the depth to which rewrites stand in each other.
 */
export function fixAll(text: string, options: FixOptions = {}): Edit[] {
  const { range, check = {} } = options;
  const edits: Edit[] = [];
  for (const { start, end } of splitStatements(text)) {
    if (range && (end < range.start || start > range.end)) continue;
    const source = text.slice(start, end);
    const fixed = fixStatement(source, check);
    if (fixed !== source) edits.push(smallest(source, fixed, start));
  }
  return edits;
}

function fixStatement(source: string, options: CheckOptions): string {
  if (source.length > longest) return source;
  let text = source;
  for (let round = 0; round < mostRounds; round++) {
    const fixed = fixOnce(text, options);
    if (fixed === text || fixed.length > 2 * longest) break;
    text = fixed;
  }
  return text;
}

/** All rewrites that do not stand in each other; one by one where together they do harm. */
function fixOnce(text: string, options: CheckOptions): string {
  const findings = checkText(text, options);
  const statement = new StatementTokens(text);
  const made: Edit[] = [];
  const meant: Finding[] = [];
  const singles: { finding: Finding; edits: readonly Edit[] }[] = [];
  let reached = -1;
  for (const finding of findings) {
    if (!rewriters.has(finding.construct)) continue;
    const rewrite = rewritesIn(statement, findings, finding).find(
      ({ effect }) => effect === 'exact' || effect === 'spelling',
    );
    const from = rewrite?.edits[0]?.start;
    if (!rewrite || from === undefined) continue;
    singles.push({ finding, edits: rewrite.edits });
    if (from < reached) continue;
    made.push(...rewrite.edits);
    meant.push(finding);
    reached = rewrite.edits.at(-1)?.end ?? reached;
  }
  const together = applyEdits(text, made);
  if (made.length > 0 && isBetter(text, findings, together, options, meant)) return together;
  for (const { finding, edits } of singles.slice(0, 50)) {
    const alone = applyEdits(text, edits);
    if (isBetter(text, findings, alone, options, [finding])) return alone;
  }
  return text;
}

/** What differs, as one edit. */
function smallest(before: string, after: string, offset: number): Edit {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return {
    start: offset + head,
    end: offset + before.length - tail,
    text: after.slice(head, after.length - tail),
  };
}
