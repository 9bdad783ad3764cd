/** Determines what can be typed in FROM. */
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
import { isAfterAs, isAfterParenthesis, type MarkedStatement, queryOf, wordBefore } from './marker.ts';
import type { AfterTable, Place, QueryPlace } from './types.ts';

/** Returns the place of a marker that is a part of a table's name. */
export function tablePlace(marked: MarkedStatement, parts: readonly Name[]): Place {
  const at = parts.findIndex(({ start }) => start === marked.offset);
  if (at > 0) return { kind: 'member', isTable: true, clause: 'other' };
  return { kind: 'table', afterParenthesis: isAfterParenthesis(marked) };
}

/** Returns the place of a marker where an alias of a table is possible. */
export function aliasPlace(marked: MarkedStatement): Place {
  if (isAfterAs(marked)) return { kind: 'newName' };
  const { path, offset } = marked;
  const list = path.findLastIndex((node, depth) => isTableList(node) && depth < path.length - 2);
  const isWaiting = path.slice(list).some((node) => node.kind === 'join' && awaitsCondition(node, offset));
  const at = queryOf(path);
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

/** After parentheses in FROM; while they are not closed the marker is not behind but in them, after the last table. */
export function groupAliasPlace(marked: MarkedStatement, group: DerivedTable | ParenthesizedTable): Place {
  if (isAfterAs(marked) || wordBefore(marked) === ')') return aliasPlace(marked);
  const item = group.kind === 'parenthesizedTable' ? group.items.at(-1) : undefined;
  return item ? afterTables(item, false, queryOf(marked.path)) : { kind: 'nothing' };
}

/** After the last join of an item of FROM, or after its table where it has none. */
export function afterTables(item: FromItem, endsClause: boolean, at: QueryPlace | undefined): Place {
  const { isWaiting, condition } = endOf(item);
  const join: AfterTable = { needsCondition: isWaiting, endsClause };
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
  readonly isWaiting: boolean;
  readonly condition?: JoinOn | JoinUsing;
}

/** The condition that the joins end with, and whether one of them still needs its own. */
export function endOf({ joins }: FromItem | Join): JoinsEnd {
  let isWaiting = false;
  for (let last = joins.at(-1); last; last = last.joins.at(-1)) {
    if (last.condition) return { isWaiting, condition: last.condition };
    isWaiting ||= needsCondition(last.constructs);
  }
  return { isWaiting };
}
