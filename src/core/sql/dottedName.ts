/** Dotted names. */
import * as can from './abilities.ts';
import * as reader from './reader.ts';
import * as states from './states.ts';

/** A name without its quotes, as the source spells it. */
export function plainName(token: number): string {
  const source = reader.sourceOf(token);
  return source.startsWith('"') ? source.slice(1, -1).replaceAll('""', '"') : source;
}

/** Takes a name and what follows its dots, `a.b.c`; of a column also `a.*`. Answers the last token. */
export function readDotted(isTable: boolean): number {
  const first = reader.at;
  reader.next();
  while (reader.accept('.')) {
    if (!isTable && reader.accept('*')) break;
    if (!reader.canName(can.label)) {
      reader.unexpected();
      return reader.at - 2;
    }
    if (isTable && reader.at - first === 6) reader.unexpected('too-many-name-parts');
    reader.next();
  }
  return reader.at - 1;
}

/** Takes a column's or function's name and answers its last token; notes a column. */
export function readColumn(): number {
  const first = reader.at;
  const last = readDotted(false);
  if (reader.settings.names && !reader.is('(')) noteColumn(first, last);
  return last;
}

function noteColumn(first: number, last: number): void {
  const outline = reader.outline;
  const named = last > first ? plainName(last - 2) : undefined;
  if (reader.peek(-1) === '*') {
    outline.star = true;
    outline.stars.push(named);
    return;
  }
  outline.columns.push({
    name: plainName(last),
    ...reader.range(first, last),
    condition: (reader.clause & (states.IN_WHERE | states.IN_ON)) !== 0,
    ...(named !== undefined && { table: named }),
    ...(reader.is('?') && { conditional: reader.range(reader.at) }),
  });
}

/** The further words of a type: `PRECISION`, `WITH TIME ZONE`, `DAY TO SECOND`. */
export const typeWords =
  /^(PRECISION|VARYING|CHAR(ACTER)?|WITH(OUT)?|TIME|ZONE|YEAR|MONTH|DAY|HOUR|MINUTE|SECOND|TO|ARRAY)$/;
/** Takes a type's name after `::`, COLLATE or CAST's AS, which is flagged already: `numeric(10, 2)[]`. */
export function readTypeName(): states.Expecting {
  reader.accept('SETOF');
  if (reader.abilities & (can.nameColumn | can.nameFunction)) {
    do reader.next();
    while (reader.accept('.'));
    do reader.acceptAll(typeWords);
    while (reader.skipBrackets());
    // `SELECT a COLLATE INTO t`: a reserved word is no type, and must not be swallowed as one.
  } else reader.unexpected();
  return states.OPERATOR;
}
