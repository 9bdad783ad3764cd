/** Maps findings to the rewrites available for them. */
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
import type { Rewrite, RewriteCode } from './types.ts';

/** Returns the rewrites of the construct at the site; none where the rows could differ. */
type Rewriter = (site: Site) => Rewrite[];

/** A rewriter, and the constructs whose findings it rewrites. */
interface Rewriting {
  readonly rewriter: Rewriter;
  readonly constructs: readonly string[];
}

/**
 * By the code of the rewrites that it makes; the compiler asks for a line for each code. A construct that is in no line
 * has no statement of the dialect that means the same.
 */
const rewritings: Readonly<Record<RewriteCode, readonly Rewriting[]>> = {
  comparison: [{ rewriter: rewriteComparison, constructs: ['>=', '<=', '<>', '!='] }],
  'operator-word': [{ rewriter: rewriteOperatorWord, constructs: ['~~', '~~*', '!~~', '!~~*'] }],
  equals: [{ rewriter: rewriteEquals, constructs: ['=='] }],
  in: [{ rewriter: rewriteIn, constructs: ['IN'] }],
  between: [{ rewriter: rewriteBetween, constructs: ['BETWEEN', 'BETWEEN SYMMETRIC', 'BETWEEN ASYMMETRIC'] }],
  'null-test': [
    { rewriter: rewriteNullTest, constructs: ['ISNULL', 'NOTNULL', 'IS UNKNOWN', 'IS NOT UNKNOWN'] },
  ],
  'null-comparison': [{ rewriter: rewriteNullComparison, constructs: ['COMPARISON WITH NULL'] }],
  'truth-test': [
    { rewriter: rewriteTruthTest, constructs: ['IS TRUE', 'IS NOT TRUE', 'IS FALSE', 'IS NOT FALSE'] },
  ],
  'distinct-from': [
    { rewriter: rewriteDistinctFrom, constructs: ['IS DISTINCT FROM', 'IS NOT DISTINCT FROM'] },
  ],
  using: [{ rewriter: rewriteUsing, constructs: ['USING'] }],
  'cross-join': [
    { rewriter: rewriteCrossJoin, constructs: ['CROSS JOIN'] },
    { rewriter: rewriteCommaJoin, constructs: ['COMMA JOIN'] },
  ],
  fetch: [{ rewriter: rewriteFetch, constructs: ['FETCH FIRST', 'FETCH NEXT'] }],
  'offset-rows': [{ rewriter: rewriteOffsetRows, constructs: ['ROW', 'ROWS'] }],
  'limit-comma': [{ rewriter: rewriteLimitComma, constructs: ['limit-comma'] }],
  'limit-all': [{ rewriter: rewriteLimitAll, constructs: ['LIMIT ALL', 'LIMIT EXPRESSION'] }],
  top: [{ rewriter: rewriteTop, constructs: ['TOP'] }],
  all: [{ rewriter: rewriteAll, constructs: ['SELECT ALL'] }],
  // DISTINCT of an aggregate function, or of the SELECT list: one rewriter tells them apart.
  'aggregate-distinct': [{ rewriter: rewriteDistinct, constructs: ['DISTINCT'] }],
  'remove-distinct': [{ rewriter: rewriteDistinct, constructs: ['DISTINCT'] }],
  'remove-order': [{ rewriter: rewriteOrderBy, constructs: ['ORDER BY'] }],
  brackets: [
    { rewriter: rewriteParentheses, constructs: ['PARENTHESIZED SELECT'] },
    { rewriter: rewriteJoinParentheses, constructs: ['PARENTHESIZED JOIN'] },
  ],
  'plain-text': [
    { rewriter: rewriteDollar, constructs: ['DOLLAR QUOTES'] },
    { rewriter: rewritePrefixed, constructs: ['STRING PREFIX'] },
  ],
  'quoted-name': [{ rewriter: rewriteBacktick, constructs: ['backtick'] }],
  'quoted-text': [
    { rewriter: rewriteTypographic, constructs: ['typographic-quote'] },
    { rewriter: rewriteQuotedValue, constructs: ['quoted-value'] },
  ],
  blank: [{ rewriter: rewriteInvisible, constructs: ['invisible-character'] }],
};

/** The rewriter of each construct. */
const rewriters: ReadonlyMap<string, Rewriter> = new Map(
  Object.values(rewritings)
    .flat()
    .flatMap(({ rewriter, constructs }) => constructs.map((construct) => [construct, rewriter] as const)),
);
/** Lexical errors of single characters, which say nothing about the statement around them. */
export const lexicalErrors = new Set(['backtick', 'typographic-quote', 'invisible-character']);

/** Whether there may be rewrites for a finding; cheap, and true also where its statement then allows none. */
export const canRewrite = ({ construct, data }: Finding): boolean =>
  rewriters.has(construct) || data?.meant !== undefined;

/** Maximum statement length in characters for rewrites, because a rewrite reads the whole statement. */
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
