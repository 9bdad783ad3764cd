import type { Expression, Limit, Range } from '../syntax/nodes.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { TokenIndex } from '../syntax/tokenIndex.ts';
import type { Collector } from './collector.ts';

/** The largest LIMIT or OFFSET that PostgreSQL accepts: the maximum of a signed 64-bit integer. */
const MAX_ROW_COUNT = 2n ** 63n - 1n;

interface LimitContext {
  readonly tree: SyntaxTree;
  readonly isOutermost: boolean;
}

export function checkLimit(limit: Limit, context: LimitContext, collector: Collector): void {
  const { count, word } = limit;
  if (!count) return;
  const refusal = findRefusal(count, context);
  if (refusal)
    collector.addAlwaysRefusedIfCertain(refusal, { start: count.start, end: count.end }, { clause: word });
}

const textOf = ({ start, end }: Range, { source }: SyntaxTree): string => source.slice(start, end);

function findRefusal(
  count: Expression,
  { tree, isOutermost }: LimitContext,
): 'count-too-large' | 'count-negative' | 'count-of-columns' | undefined {
  if (count.kind === 'literal' && count.literal === 'number') {
    return isTooLarge(textOf(count, tree)) ? 'count-too-large' : undefined;
  }
  if (count.kind === 'sign' && count.operand.kind === 'literal') {
    const isMinus = new TokenIndex(tree.tokens).tokenAt(count.start)?.word === '-';
    return isMinus && roundsToNonZero(textOf(count.operand, tree)) ? 'count-negative' : undefined;
  }
  return isOutermost && count.kind === 'column' && !count.isStar ? 'count-of-columns' : undefined;
}

/**
 * Whether a number is larger than `MAX_ROW_COUNT`. A number with a fraction or an exponent is compared only
 * approximately.
 */
function isTooLarge(source: string): boolean {
  // The usual case: a number with at most 15 digits is never too large.
  if (/^\d{1,15}$/.test(source)) return false;
  const digits = source.replaceAll('_', '');
  // A double is not precise near the maximum, so the limit is a little higher. `0b2` becomes NaN, which is not larger.
  if (!/^(\d+|0x[\da-f]*|0o[0-7]*|0b[01]*)$/i.test(digits)) return Number(digits) > 9.23e18;
  const [prefix = ''] = /^0[xob]/i.exec(digits) ?? [];
  const significant = digits.slice(prefix.length).replace(/^0+/, '');
  // With more than 64 significant digits, even binary ones, the number is too large. Converting it could take long.
  return significant.length > 64 || BigInt(`${prefix}0${significant}`) > MAX_ROW_COUNT;
}

/**
 * Whether a number after a minus sign makes a LIMIT or OFFSET negative. PostgreSQL rounds: it accepts `LIMIT -0.4`,
 * which is 0 rows.
 */
const roundsToNonZero = (source: string): boolean => Number(source.replaceAll('_', '')) >= 0.5;
