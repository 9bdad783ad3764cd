import type { Finding } from '../lint/findings.ts';
import type { SyntaxNode } from '../syntax/walk.ts';
import {
  rewriteAllKeyword,
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
import { rewriteComparison, rewriteDoubleEquals, rewriteTildeOperatorToLike } from './comparisons.ts';
import { rewriteCommaJoin, rewriteCrossJoin, rewriteUsing } from './joins.ts';
import {
  rewriteBacktick,
  rewriteDollarQuotes,
  rewriteInvisibleCharacters,
  rewritePrefixedString,
  rewriteQuotedValue,
  rewriteTypographicQuotes,
} from './literals.ts';
import { rewriteBetween, rewriteIn } from './membership.ts';
import { isInOutermostQuery, mustQueryStayIdentical, mustStayIdentical } from './scope.ts';
import type { Site, StatementView } from './site.ts';
import {
  rewriteDistinctFrom,
  rewriteNullComparison,
  rewriteToIsNullTest,
  rewriteTruthTest,
} from './tests.ts';
import type { Rewrite, RewriteCode } from './types.ts';

type Rewriter = (site: Site) => Rewrite[];

interface Rewriting {
  readonly rewriter: Rewriter;
  readonly constructs: readonly string[];
}

/**
 * The rewriters with the constructs that they rewrite, each under a code that its rewrites can have. The compiler
 * requires an entry for each `RewriteCode`.
 */
const rewritings: Readonly<Record<RewriteCode, readonly Rewriting[]>> = {
  comparison: [{ rewriter: rewriteComparison, constructs: ['>=', '<=', '<>', '!='] }],
  'operator-word': [{ rewriter: rewriteTildeOperatorToLike, constructs: ['~~', '~~*', '!~~', '!~~*'] }],
  equals: [{ rewriter: rewriteDoubleEquals, constructs: ['=='] }],
  in: [{ rewriter: rewriteIn, constructs: ['IN'] }],
  between: [{ rewriter: rewriteBetween, constructs: ['BETWEEN', 'BETWEEN SYMMETRIC', 'BETWEEN ASYMMETRIC'] }],
  'null-test': [
    { rewriter: rewriteToIsNullTest, constructs: ['ISNULL', 'NOTNULL', 'IS UNKNOWN', 'IS NOT UNKNOWN'] },
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
  all: [{ rewriter: rewriteAllKeyword, constructs: ['SELECT ALL'] }],
  // `rewriteDistinct` handles DISTINCT both in an aggregate function and after SELECT.
  'aggregate-distinct': [{ rewriter: rewriteDistinct, constructs: ['DISTINCT'] }],
  'remove-distinct': [{ rewriter: rewriteDistinct, constructs: ['DISTINCT'] }],
  'remove-order': [{ rewriter: rewriteOrderBy, constructs: ['ORDER BY'] }],
  brackets: [
    { rewriter: rewriteParentheses, constructs: ['PARENTHESIZED SELECT'] },
    { rewriter: rewriteJoinParentheses, constructs: ['PARENTHESIZED JOIN'] },
  ],
  'plain-text': [
    { rewriter: rewriteDollarQuotes, constructs: ['DOLLAR QUOTES'] },
    { rewriter: rewritePrefixedString, constructs: ['STRING PREFIX'] },
  ],
  'quoted-name': [{ rewriter: rewriteBacktick, constructs: ['backtick'] }],
  'quoted-text': [
    { rewriter: rewriteTypographicQuotes, constructs: ['typographic-quote'] },
    { rewriter: rewriteQuotedValue, constructs: ['quoted-value'] },
  ],
  blank: [{ rewriter: rewriteInvisibleCharacters, constructs: ['invisible-character'] }],
};

const rewriters: ReadonlyMap<string, Rewriter> = new Map(
  Object.values(rewritings)
    .flat()
    .flatMap(({ rewriter, constructs }) => constructs.map((construct) => [construct, rewriter] as const)),
);
/**
 * Names of the lexical errors that have rewrites. Each concerns a single token, which is rewritten even if the rest of
 * the statement cannot be parsed.
 */
export const rewritableLexicalErrors = new Set(['backtick', 'typographic-quote', 'invisible-character']);

export const canRewrite = ({ construct, data }: Finding): boolean =>
  rewriters.has(construct) || data?.suggestion !== undefined;

export const MAX_STATEMENT_LENGTH = 100_000;

/**
 * Whether the structure of a statement with these findings is known. False if there is a finding with the code
 * `syntax`, except for `limit-comma`. Lexical errors have this code as well. They make the structure unknown, because
 * PostgreSQL reads a no-break space or a typographic quote as a letter of a name.
 */
export const isStructureKnown = (findings: readonly Finding[]): boolean =>
  findings.every(({ code, construct }) => code !== 'syntax' || construct === 'limit-comma');

/**
 * Returns the rewrites for a finding of a statement. They may still make the statement worse, which the caller must
 * check.
 */
export function createRewrites(
  statement: StatementView,
  hasKnownStructure: boolean,
  finding: Finding,
): Rewrite[] {
  const suggestion = finding.data?.suggestion;
  if (suggestion !== undefined) return [createSpellingRewrite(statement.text, finding, String(suggestion))];
  const rewriter = rewriters.get(finding.construct);
  if (!rewriter || (!hasKnownStructure && !rewritableLexicalErrors.has(finding.construct))) return [];
  const construct = statement.constructAt(finding);
  const node = construct && statement.parentOf(construct);
  return rewriter({ statement, finding, construct, node }).filter(
    ({ code }) => !node || !mustNotRewrite(statement, code, node),
  );
}

function createSpellingRewrite(text: string, { start, end }: Finding, replacement: string): Rewrite {
  const quote = text[start] === "'" ? 1 : 0;
  const edit = { start: start + quote, end: end - quote, text: replacement };
  return { code: 'spelling', effect: 'choice', edits: [edit] };
}

/**
 * What a rewrite changes for PostgreSQL, by the code of the rewrite:
 * - `expression`: The result is another, equivalent expression.
 * - `query`: The result is another, equivalent query.
 * - `neither`: PostgreSQL reads both forms as the same, the original is of another dialect or probably a mistake, or
 * the user chooses the rewrite for what it changes.
 */
const changeByCode: Readonly<Record<Rewrite['code'], 'expression' | 'query' | 'neither'>> = {
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

/**
 * Whether the rewrite with the given code must not be applied to a node, because PostgreSQL may require the node to be
 * identical to another part of the statement, or might no longer be able to execute a FULL JOIN.
 */
function mustNotRewrite(statement: StatementView, code: Rewrite['code'], node: SyntaxNode): boolean {
  const { canExecuteFullJoins } = statement.tables;
  if (changeByCode[code] === 'expression') return mustStayIdentical(statement, node) || !canExecuteFullJoins;
  // PostgreSQL may merge a subquery without a limit with the outer query, whose WHERE then affects a FULL JOIN.
  if (code === 'limit-all' && !isInOutermostQuery(statement, node) && !canExecuteFullJoins) return true;
  return changeByCode[code] === 'query' && mustQueryStayIdentical(statement, node);
}
