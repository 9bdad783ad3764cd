import type { ClausePlace } from '../analysis/nodePositions.ts';
import { isAggregate } from '../analysis/summary.ts';
import { redactionLevels } from '../dialect/redactionLevels.ts';
import type { Call, Expression, Range } from '../syntax/nodes.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { TokenIndex } from '../syntax/tokenIndex.ts';
import type { Collector } from './collector.ts';
import { suggestRedactionLevel } from './spelling.ts';

const refusedClauses: Readonly<Partial<Record<ClausePlace, string>>> = {
  where: 'WHERE',
  on: 'ON',
  groupBy: 'GROUP BY',
  page: 'LIMIT or OFFSET',
};

/**
 * Returns whether PostgreSQL rejects an aggregate in `place`, the clause of the outermost query that contains `call`.
 * If so, adds a finding, unless the syntax tree is uncertain there.
 */
export function checkAggregate(call: Call, place: ClausePlace, collector: Collector): boolean {
  const clause = refusedClauses[place];
  if (clause !== undefined && call.construct)
    collector.addAlwaysRefusedIfCertain('aggregate-place', call.construct, { clause });
  return clause !== undefined;
}

/**
 * Adds findings about the arguments of a call of a supported function: about their number, the level of REDACTION, and
 * an aggregate in an aggregate. `nested` is the range of the name of an aggregate within the call; undefined if there
 * is none.
 */
export function checkArguments(
  call: Call,
  nested: Range | undefined,
  tree: SyntaxTree,
  collector: Collector,
): void {
  const { construct, isSupported, argumentsEnd: end } = call;
  if (!isSupported || !construct || end === undefined) return;
  const where = { start: construct.start, end };
  // In `SUM(SUM(a)) OVER ()`, the outer call is a window function, which may have an aggregate as its argument.
  if (nested && call.end === end && isAggregate(call))
    collector.addAlwaysRefusedIfCertain('nested-aggregate', nested);
  const isRedaction = call.name === 'REDACTION';
  const count = call.arguments.length;
  const hasLevel = isRedaction && count === 2;
  const opening = new TokenIndex(tree.tokens).firstTokenFrom(construct.end);
  const isEmpty = opening !== undefined && tree.source.slice(opening.end, end - 1).trim() === '';
  if (isEmpty || (count > 1 && !hasLevel) || (call.isStar && call.name !== 'COUNT'))
    collector.addConstructUnlessAllowed({
      kind: 'construct',
      name: 'ARGUMENTS',
      isFunction: false,
      reason: 'arguments',
      ...where,
    });
  if (hasLevel) checkRedactionLevel(call.arguments[1], tree, collector);
}

function checkRedactionLevel(
  level: Expression | undefined,
  { source, tokens }: SyntaxTree,
  out: Collector,
): void {
  if (!level || (level.kind === 'literal' && level.literal === 'placeholder')) return;
  const text =
    level.kind === 'literal' && level.literal === 'string'
      ? source.slice(level.start + 1, level.end - 1)
      : '';
  const isRejected = out.isRejectedLevel(text.toUpperCase());
  if (redactionLevels.has(text.toUpperCase()) && !isRejected) return;
  const { start = level.start, end = level.end } = new TokenIndex(tokens).firstTokenFrom(level.start) ?? {};
  const suggestion = isRejected ? undefined : suggestRedactionLevel(text);
  const reason = isRejected ? 'rejected-level' : 'redaction-level';
  out.addConstructUnlessAllowed(
    { kind: 'construct', name: 'ARGUMENTS', isFunction: false, reason, start, end },
    suggestion === undefined ? undefined : { suggestion },
  );
}
