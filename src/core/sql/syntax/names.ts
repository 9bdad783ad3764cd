import type { Name, Range } from './nodes.ts';
import type { Parser } from './parser.ts';
import { canTokenBeName } from './parser.ts';

interface DottedName extends Range {
  readonly parts: readonly Name[];
  readonly isStar: boolean;
}

const MAX_TABLE_NAME_PARTS = 3;

/** Consumes a dotted name such as `a.b.c`, for a column also `a.*`. The current token must be a name. */
export function parseDottedName(p: Parser, of: 'table' | 'column'): DottedName {
  const from = p.position;
  const parts = [p.consumeName()];
  let isStar = false;
  while (p.isWord('.')) {
    p.skipTokens();
    if (of === 'column' && p.consumeIfWord('*')) {
      isStar = true;
      break;
    }
    if (!p.canBeName('label')) {
      p.reportUnexpectedToken('unexpected-token', { kind: 'name' });
      return { parts, isStar, start: p.tokenAt(from).start, end: p.tokenAt(p.position - 2).end };
    }
    if (of === 'table' && parts.length === MAX_TABLE_NAME_PARTS)
      p.reportUnexpectedToken('too-many-name-parts');
    parts.push(p.consumeName());
  }
  const { start, end } = p.rangeSince(from);
  return { parts, isStar, start, end };
}

/** Words that may follow a type's name as part of it, in upper case. */
export const typeWords: ReadonlySet<string> = new Set([
  ...['PRECISION', 'VARYING', 'CHAR', 'CHARACTER', 'WITH', 'WITHOUT', 'TIME', 'ZONE', 'YEAR', 'MONTH', 'DAY'],
  ...['HOUR', 'MINUTE', 'SECOND', 'TO', 'ARRAY'],
]);

/**
 * Consumes the name of a type or collation, such as `numeric(10, 2)[]`, and returns its range. If there is none,
 * records a syntax error.
 */
export function parseTypeName(p: Parser): Range {
  const from = p.position;
  p.consumeIfWord('SETOF');
  if (canTokenBeName(p.token, 'column') || canTokenBeName(p.token, 'function')) {
    do p.skipTokens();
    while (p.consumeIfWord('.'));
    do p.skipWhileWordIn(typeWords);
    while (p.skipBrackets());
    // `SELECT a COLLATE INTO t`: a reserved word is no type, and must not be swallowed as one.
  } else p.reportUnexpectedToken('unexpected-token', { kind: 'type' });
  return p.position > from ? p.rangeSince(from) : p.createMissing();
}
