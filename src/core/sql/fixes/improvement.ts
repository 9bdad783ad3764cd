import { lexWithComments } from '../lexer/lexer.ts';
import { checkText } from '../lint/check.ts';
import type { Finding } from '../lint/findings.ts';
import type { CheckOptions } from '../lint/options.ts';
import { rewritableLexicalErrors } from './table.ts';

/**
 * Constructs for which a rewritten statement may have findings although the original statement has none, provided that
 * a user reviews the rewrite. In a list, as in `a IN (1, NULL)`, a comparison with NULL is not reported. In
 * `a = 1 OR a = NULL`, it is.
 */
const harmless = new Set(['COMPARISON WITH NULL']);

const isErrorOrWarning = ({ severity }: Finding): boolean => severity === 'error' || severity === 'warning';

function hasNoAddedFindings(before: readonly Finding[], after: readonly Finding[]): boolean {
  const left = new Map<string, number>();
  const keyOf = ({ code, construct, data }: Finding): string => `${code} ${construct} ${data?.column ?? ''}`;
  for (const key of before.map(keyOf)) left.set(key, (left.get(key) ?? 0) + 1);
  return after.every((finding) => {
    const key = keyOf(finding);
    left.set(key, (left.get(key) ?? 0) - 1);
    return (left.get(key) ?? 0) >= 0;
  });
}

/**
 * Whether `rewritten` is better than `source`. It must have fewer findings of each construct in `fixedFindings` (the
 * findings to be removed) and the same number of comments. Its errors and warnings must be about constructs in
 * `harmless` or constructs that `source` has findings about too, unless the rewrite only corrects mistakes such as a
 * misspelt word. `before` contains all findings of `source`. `isUnreviewed` is true if no user reviews the rewrite,
 * which must then not add any error or warning.
 */
export function isImprovedStatement(
  source: string,
  before: readonly Finding[],
  rewritten: string,
  options: CheckOptions,
  fixedFindings: readonly Finding[],
  isUnreviewed = false,
): boolean {
  const after = checkText(rewritten, options).filter(isErrorOrWarning);
  const constructs = new Set(fixedFindings.map(({ construct }) => construct));
  const count = (findings: readonly Finding[], construct: string): number =>
    findings.filter((one) => one.construct === construct).length;
  // Correcting a misspelt word or a lexical error may reveal findings that the mistake had hidden.
  const isMistake = ({ construct, data }: Finding): boolean =>
    rewritableLexicalErrors.has(construct) || data?.suggestion !== undefined;
  const allowedConstructs = fixedFindings.every(isMistake)
    ? undefined
    : new Set(before.map(({ construct }) => construct));
  return (
    [...constructs].every((construct) => count(after, construct) < count(before, construct)) &&
    after.every(
      ({ construct }) => harmless.has(construct) || !allowedConstructs || allowedConstructs.has(construct),
    ) &&
    (!isUnreviewed || hasNoAddedFindings(before, after)) &&
    countComments(source) === countComments(rewritten)
  );
}

const countComments = (text: string): number =>
  lexWithComments(text).filter(({ kind }) => kind === 'comment').length;
