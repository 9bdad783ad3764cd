import type {
  DerivedTable,
  FromItem,
  Join,
  JoinOn,
  JoinUsing,
  Name,
  ParenthesizedTable,
} from '../../syntax/nodes.ts';
import { needsCondition } from '../../syntax/queries/joins.ts';
import type { SyntaxNode } from '../../syntax/walk.ts';
import {
  findInnermostQuery,
  isAfterAs,
  isAfterParenthesis,
  type MarkedStatement,
  wordBefore,
} from './marker.ts';
import type { AfterTable, Place, QueryPlace } from './types.ts';

/**
 * Returns what can be typed at the caret if the marker, the empty name at the caret, is in the name of a table. `parts`
 * are the parts of this name, which dots separate.
 */
export function findPlaceInTableName(marked: MarkedStatement, parts: readonly Name[]): Place {
  const at = parts.findIndex(({ start }) => start === marked.offset);
  if (at > 0) return { kind: 'member', isTable: true, clause: 'other' };
  return { kind: 'table', afterParenthesis: isAfterParenthesis(marked) };
}

export function findPlaceAtTableAlias(marked: MarkedStatement): Place {
  if (isAfterAs(marked)) return { kind: 'newName' };
  const { path, offset } = marked;
  const list = path.findLastIndex((node, depth) => isTableList(node) && depth < path.length - 2);
  const isWaiting = path.slice(list).some((node) => node.kind === 'join' && awaitsCondition(node, offset));
  const at = findInnermostQuery(path);
  return {
    kind: 'afterTable',
    canHaveAlias: true,
    needsCondition: isWaiting,
    endsClause: path[list]?.kind !== 'parenthesizedTable',
    ...(at && { at }),
  };
}
const awaitsCondition = ({ constructs, condition }: Join, offset: number): boolean =>
  needsCondition(constructs) && (condition?.start ?? offset) >= offset;
const isTableList = ({ kind }: SyntaxNode): boolean =>
  kind === 'from' || kind === 'tableQuery' || kind === 'parenthesizedTable';

/**
 * Returns what can be typed at the caret if the parser took the marker, the empty name at the caret, for the alias of
 * `group`. The parser does so even if the parentheses of `group` are not closed yet and the caret is in fact inside
 * them.
 */
export function findPlaceAtGroupAlias(
  marked: MarkedStatement,
  group: DerivedTable | ParenthesizedTable,
): Place {
  if (isAfterAs(marked) || wordBefore(marked) === ')') return findPlaceAtTableAlias(marked);
  const item = group.kind === 'parenthesizedTable' ? group.items.at(-1) : undefined;
  return item ? findPlaceAfterTables(item, false, findInnermostQuery(marked.path)) : { kind: 'nothing' };
}

/**
 * Returns what can be typed after an item of FROM and its joins. `endsClause` is true if another clause can begin
 * there.
 */
export function findPlaceAfterTables(item: FromItem, endsClause: boolean, at: QueryPlace | undefined): Place {
  const { lacksCondition, condition } = findJoinsEnd(item);
  const join: AfterTable = { needsCondition: lacksCondition, endsClause };
  if (condition?.kind !== 'on')
    return { kind: 'afterTable', canHaveAlias: false, ...join, ...(at && { at }) };
  return {
    kind: 'afterOperand',
    clause: 'condition',
    bracket: 'none',
    operand: condition.condition,
    join,
    ...(at && { at }),
  };
}

interface JoinsEnd {
  readonly lacksCondition: boolean;
  readonly condition?: JoinOn | JoinUsing;
}

/**
 * Returns the condition (ON or USING) with which the joins of an item end, if any. `lacksCondition` is true if a join
 * still lacks the condition that it requires.
 */
export function findJoinsEnd({ joins }: FromItem | Join): JoinsEnd {
  let lacksCondition = false;
  for (let last = joins.at(-1); last; last = last.joins.at(-1)) {
    if (last.condition) return { lacksCondition, condition: last.condition };
    lacksCondition ||= needsCondition(last.constructs);
  }
  return { lacksCondition };
}
