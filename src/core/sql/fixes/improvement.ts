/** Whether a rewritten statement is better than it was. */
import { lex } from '../lexer/lexer.ts';
import { checkText } from '../lint/check.ts';
import type { Finding } from '../lint/findings.ts';
import type { CheckOptions } from '../lint/options.ts';
import { lexicalErrors } from './table.ts';

/** A literal may be compared with NULL in a list as well as outside: a person may want it, “Rewrite all” leaves it. */
const harmless = new Set(['COMPARISON WITH NULL']);

const isProblem = ({ severity }: Finding): boolean => severity === 'error' || severity === 'warning';

/** Whether a statement has no error or warning that was not there before, nor one of them more often. */
function hasNoMore(before: readonly Finding[], after: readonly Finding[]): boolean {
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
 * Whether a rewritten statement lacks the findings meant, and has no construct that it did not have before; `alone`
 * where no person looks at it, so that nothing at all may be worse than before.
 */
export function isBetter(
  source: string,
  before: readonly Finding[],
  rewritten: string,
  options: CheckOptions,
  meant: readonly Finding[],
  alone = false,
): boolean {
  const after = checkText(rewritten, options).filter(isProblem);
  const constructs = new Set(meant.map(({ construct }) => construct));
  const count = (findings: readonly Finding[], construct: string): number =>
    findings.filter((one) => one.construct === construct).length;
  // What a mistake has hidden may come to light.
  const isMistake = ({ construct, data }: Finding): boolean =>
    lexicalErrors.has(construct) || data?.meant !== undefined;
  const known = meant.every(isMistake) ? undefined : new Set(before.map(({ construct }) => construct));
  return (
    [...constructs].every((construct) => count(after, construct) < count(before, construct)) &&
    after.every(({ construct }) => harmless.has(construct) || !known || known.has(construct)) &&
    (!alone || hasNoMore(before, after)) &&
    commentCount(source) === commentCount(rewritten)
  );
}

const commentCount = (text: string): number => lex(text).filter(({ kind }) => kind === 'comment').length;
