/** What is wrong with calls of the dialect's functions. */
import type { ClausePlace } from '../analysis/places.ts';
import { isAggregate } from '../analysis/summary.ts';
import { redactionLevels } from '../dialect/limits.ts';
import type { Call, Expression, Range } from '../syntax/nodes.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { TokenIndex } from '../syntax/tokenIndex.ts';
import type { Collector } from './collector.ts';
import { misspeltLevel } from './spelling.ts';

/** Where PostgreSQL takes no aggregate of the query itself. */
const places: Readonly<Partial<Record<ClausePlace, string>>> = {
  where: 'WHERE',
  on: 'ON',
  groupBy: 'GROUP BY',
  page: 'LIMIT or OFFSET',
};

/** An aggregate of the outermost query itself; true where it can't be in its place. */
export function checkAggregate(call: Call, place: ClausePlace, out: Collector): boolean {
  const clause = places[place];
  if (clause !== undefined && call.construct) out.refuse('aggregate-place', call.construct, { clause });
  return clause !== undefined;
}

/** After the whole call is read: the number of its arguments, and the level of REDACTION. */
export function checkArguments(
  call: Call,
  nested: Range | undefined,
  tree: SyntaxTree,
  out: Collector,
): void {
  const { construct, isSupported, argumentsEnd: end } = call;
  if (!isSupported || !construct || end === undefined) return;
  const where = { start: construct.start, end };
  // `SUM(SUM(a)) OVER ()` is a window over sums.
  if (nested && call.end === end && isAggregate(call)) out.refuse('nested-aggregate', nested);
  const isRedaction = call.name === 'REDACTION';
  const count = call.arguments.length;
  const hasLevel = isRedaction && count === 2;
  const opening = new TokenIndex(tree.tokens).after(construct.end);
  const isEmpty = opening !== undefined && tree.source.slice(opening.end, end - 1).trim() === '';
  if (isEmpty || (count > 1 && !hasLevel) || (call.isStar && call.name !== 'COUNT'))
    out.addConstruct({
      kind: 'construct',
      name: 'ARGUMENTS',
      isFunction: false,
      reason: 'arguments',
      ...where,
    });
  if (hasLevel) checkLevel(call.arguments[1], tree, out);
}

function checkLevel(level: Expression | undefined, { source, tokens }: SyntaxTree, out: Collector): void {
  if (!level || (level.kind === 'literal' && level.literal === 'placeholder')) return;
  const text =
    level.kind === 'literal' && level.literal === 'string'
      ? source.slice(level.start + 1, level.end - 1)
      : '';
  if (redactionLevels.has(text.toUpperCase())) return;
  const { start = level.start, end = level.end } = new TokenIndex(tokens).after(level.start) ?? {};
  const meant = misspeltLevel(text);
  out.addConstruct(
    { kind: 'construct', name: 'ARGUMENTS', isFunction: false, reason: 'redaction-level', start, end },
    meant === undefined ? undefined : { meant },
  );
}
