/** Dotted names, and the names of types. */
import type { Name, Range } from './nodes.ts';
import type { Parser } from './parser.ts';
import { tokenCanName } from './parser.ts';

interface DottedName extends Range {
  readonly parts: readonly Name[];
  /** `t.*`. */
  readonly isStar: boolean;
}

/** Catalog, schema and table. */
const maxTableParts = 3;

/** Takes a name and what follows its dots, `a.b.c`; of a column also `a.*`. */
export function takeDottedName(p: Parser, of: 'table' | 'column'): DottedName {
  const from = p.position;
  const parts = [p.takeName()];
  let isStar = false;
  while (p.is('.')) {
    p.next();
    if (of === 'column' && p.accept('*')) {
      isStar = true;
      break;
    }
    if (!p.canName('label')) {
      p.unexpected('unexpected-token', { kind: 'name' });
      return { parts, isStar, start: p.tokenAt(from).start, end: p.tokenAt(p.position - 2).end };
    }
    if (of === 'table' && parts.length === maxTableParts) p.unexpected('too-many-name-parts');
    parts.push(p.takeName());
  }
  const { start, end } = p.since(from);
  return { parts, isStar, start, end };
}

/** The further words of a type: `PRECISION`, `WITH TIME ZONE`, `DAY TO SECOND`. */
export const typeWords: ReadonlySet<string> = new Set([
  ...['PRECISION', 'VARYING', 'CHAR', 'CHARACTER', 'WITH', 'WITHOUT', 'TIME', 'ZONE', 'YEAR', 'MONTH', 'DAY'],
  ...['HOUR', 'MINUTE', 'SECOND', 'TO', 'ARRAY'],
]);

/** Takes a type's name after `::`, COLLATE or CAST's AS: `numeric(10, 2)[]`. */
export function takeTypeName(p: Parser): Range {
  const from = p.position;
  p.accept('SETOF');
  if (tokenCanName(p.token, 'column') || tokenCanName(p.token, 'function')) {
    do p.next();
    while (p.accept('.'));
    do p.acceptAll(typeWords);
    while (p.skipBrackets());
    // `SELECT a COLLATE INTO t`: a reserved word is no type, and must not be swallowed as one.
  } else p.unexpected('unexpected-token', { kind: 'type' });
  return p.position > from ? p.since(from) : p.missing();
}
