import { afterTarget, columnPlace, expressionPlace, namePlace } from './expressions.ts';
import { isAfterAs, type MarkedStatement } from './marker.ts';
import { aliasPlace, placeAtGroupAlias, tablePlace } from './tables.ts';
import type { Place } from './types.ts';

export function findTypingPlace(marked: MarkedStatement): Place {
  const { path } = marked;
  const owner = path.at(-2);
  const leaf = path.at(-1);
  if (!leaf || !owner) return skippedPlace(marked);
  if (leaf.kind === 'typedLiteral') return expressionPlace(marked, path.length - 1);
  switch (owner.kind) {
    case 'column':
    case 'call':
    case 'typedLiteral':
      return columnPlace(marked, owner);
    case 'tableName':
      if (owner.alias === leaf) return aliasPlace(marked);
      return tablePlace(marked, owner.parts);
    case 'target':
      return isAfterAs(marked) ? { kind: 'newName' } : afterTarget(marked, owner.value);
    case 'tableFunction':
      return owner.alias === leaf ? aliasPlace(marked) : tablePlace(marked, []);
    case 'derivedTable':
    case 'parenthesizedTable':
      return placeAtGroupAlias(marked, owner);
    case 'using':
      return owner.alias === leaf ? { kind: 'newName' } : namePlace(marked);
    case 'commonTable':
    case 'columnAliases':
      return { kind: 'newName' };
    default:
      return { kind: 'nothing' };
  }
}

function skippedPlace({ tree, offset }: MarkedStatement): Place {
  const { commands = [], rest } = tree?.statement ?? {};
  const isFirst = rest?.start === offset && commands.every(({ name }) => name === 'EXPLAIN');
  return { kind: isFirst ? 'statement' : 'nothing' };
}
