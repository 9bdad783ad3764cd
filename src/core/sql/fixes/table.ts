/** Which rewrites there are for a finding. */
import type { Finding } from '../lint/findings.ts';
import type { SyntaxNode } from '../syntax/walk.ts';
import {
  rewriteAll,
  rewriteDistinct,
  rewriteFetch,
  rewriteJoinParentheses,
  rewriteLimitAll,
  rewriteLimitComma,
  rewriteOffsetRows,
  rewriteOrderBy,
  rewriteParentheses,
  rewriteTop,
} from './clauses.ts';
import { rewriteComparison, rewriteEquals, rewriteOperatorWord } from './comparisons.ts';
import { rewriteCommaJoin, rewriteCrossJoin, rewriteUsing } from './joins.ts';
import {
  rewriteBacktick,
  rewriteDollar,
  rewriteInvisible,
  rewritePrefixed,
  rewriteQuotedValue,
  rewriteTypographic,
} from './literals.ts';
import { rewriteBetween, rewriteIn } from './membership.ts';
import { isOutermost, mustMatch, mustQueryMatch } from './scope.ts';
import type { Site, StatementView } from './site.ts';
import { rewriteDistinctFrom, rewriteNullComparison, rewriteNullTest, rewriteTruthTest } from './tests.ts';
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
  ...of(rewriteNullComparison, 'COMPARISON WITH NULL'),
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
  ...of(rewriteParentheses, 'PARENTHESIZED SELECT'),
  ...of(rewriteJoinParentheses, 'PARENTHESIZED JOIN'),
  ...of(rewriteDollar, 'DOLLAR QUOTES'),
  ...of(rewritePrefixed, 'STRING PREFIX'),
  ...of(rewriteBacktick, 'backtick'),
  ...of(rewriteTypographic, 'typographic-quote'),
  ...of(rewriteQuotedValue, 'quoted-value'),
  ...of(rewriteInvisible, 'invisible-character'),
]);
/** Lexical errors of single characters, which say nothing about the statement around them. */
export const lexicalErrors = new Set(['backtick', 'typographic-quote', 'invisible-character']);

/** Whether there may be rewrites for a finding; cheap, and true also where its statement then allows none. */
export const canRewrite = ({ construct, data }: Finding): boolean =>
  rewriters.has(construct) || data?.meant !== undefined;

/** Longer statements are written by programs, and a rewrite looks at the whole of it. */
export const maxStatementLength = 100_000;

/**
 * Whether the structure of a statement with these findings is known: no syntax error but one with a rewrite, and no
 * lexical error, for PostgreSQL takes a no-break space and a typographic quote for letters of a name.
 */
export const isReadable = (findings: readonly Finding[]): boolean =>
  findings.every(({ code, construct }) => code !== 'syntax' || construct === 'limit-comma');

/** The rewrites for a finding of one statement, not checked yet; `readable` as `isReadable` says of the statement. */
export function rewritesIn(statement: StatementView, readable: boolean, finding: Finding): Rewrite[] {
  const meant = finding.data?.meant;
  if (meant !== undefined) return [respell(statement.text, finding, String(meant))];
  const rewriter = rewriters.get(finding.construct);
  if (!rewriter || (!readable && !lexicalErrors.has(finding.construct))) return [];
  const construct = statement.constructAt(finding);
  const node = construct && statement.parentOf(construct);
  return rewriter({ statement, finding, construct, node }).filter(
    ({ code }) => !node || !mustStay(statement, code, node),
  );
}

/** A misspelt word, or the text of a misspelt level within its quotes. */
function respell(text: string, { start, end }: Finding, meant: string): Rewrite {
  const quote = text[start] === "'" ? 1 : 0;
  const edit = { start: start + quote, end: end - quote, text: meant };
  return { code: 'spelling', effect: 'choice', edits: [edit] };
}

/**
 * What a rewrite changes for PostgreSQL: makes another expression, though one that is the same, or another query; or
 * neither, where it is read as the same or is chosen for what it changes.
 */
const changed: Readonly<Record<Rewrite['code'], 'expression' | 'query' | 'neither'>> = {
  comparison: 'expression',
  in: 'expression',
  between: 'expression',
  'null-test': 'expression',
  'truth-test': 'expression',
  'null-comparison': 'neither',
  'distinct-from': 'expression',
  'aggregate-distinct': 'expression',
  using: 'query',
  'cross-join': 'query',
  'limit-all': 'query',
  fetch: 'neither',
  'offset-rows': 'neither',
  'limit-comma': 'neither',
  top: 'neither',
  all: 'neither',
  brackets: 'neither',
  'operator-word': 'neither',
  equals: 'neither',
  'plain-text': 'neither',
  'quoted-text': 'neither',
  blank: 'neither',
  'quoted-name': 'neither',
  spelling: 'neither',
  'remove-distinct': 'neither',
  'remove-order': 'neither',
};

/** Whether what would be rewritten may have to be the same as something else, for PostgreSQL. */
function mustStay(statement: StatementView, code: Rewrite['code'], node: SyntaxNode): boolean {
  const { joinsInFull } = statement.tables;
  if (changed[code] === 'expression') return mustMatch(statement, node) || !joinsInFull;
  // Without its limit, an inner query may become part of the one around, whose WHERE then helps a FULL JOIN.
  if (code === 'limit-all' && !isOutermost(statement, node) && !joinsInFull) return true;
  return changed[code] === 'query' && mustQueryMatch(statement, node);
}
