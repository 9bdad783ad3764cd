import {
  createUsingColumnPlace,
  findPlaceAfterTarget,
  findPlaceInExpression,
  findPlaceInExpressionName,
} from './expressions.ts';
import { isAfterAs, type MarkedStatement } from './marker.ts';
import { findPlaceAtGroupAlias, findPlaceAtTableAlias, findPlaceInTableName } from './tables.ts';
import type { Place } from './types.ts';

export function findTypingPlace(marked: MarkedStatement): Place {
  const { path } = marked;
  const owner = path.at(-2);
  const leaf = path.at(-1);
  if (!leaf || !owner) return findPlaceInSkippedText(marked);
  if (leaf.kind === 'typedLiteral') return findPlaceInExpression(marked, path.length - 1);
  switch (owner.kind) {
    case 'column':
    case 'call':
    case 'typedLiteral':
      return findPlaceInExpressionName(marked, owner);
    case 'tableName':
      if (owner.alias === leaf) return findPlaceAtTableAlias(marked);
      return findPlaceInTableName(marked, owner.parts);
    case 'target':
      return isAfterAs(marked) ? { kind: 'newName' } : findPlaceAfterTarget(marked, owner.value);
    case 'tableFunction':
      return owner.alias === leaf ? findPlaceAtTableAlias(marked) : findPlaceInTableName(marked, []);
    case 'derivedTable':
    case 'parenthesizedTable':
      return findPlaceAtGroupAlias(marked, owner);
    case 'using':
      return owner.alias === leaf ? { kind: 'newName' } : createUsingColumnPlace(marked);
    case 'commonTable':
    case 'columnAliases':
      return { kind: 'newName' };
    default:
      return { kind: 'nothing' };
  }
}

function findPlaceInSkippedText({ tree, offset }: MarkedStatement): Place {
  const { commands = [], rest } = tree?.statement ?? {};
  const isFirst = rest?.start === offset && commands.every(({ name }) => name === 'EXPLAIN');
  return { kind: isFirst ? 'statement' : 'nothing' };
}
