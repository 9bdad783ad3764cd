/** Dotted names. */
import * as can from './abilities.ts';
import type { Reader } from './reader.ts';

/** A name without its quotes, as the source spells it. */
export function plainName(reader: Reader, token: number): string {
  const source = reader.sourceOf(token);
  return source.startsWith('"') ? source.slice(1, -1).replaceAll('""', '"') : source;
}

/** Takes `a`, `a.b`, `a.b.c` or `a.*` at the current token and answers its last token; notes it as a column. */
export function readName(reader: Reader): number {
  const first = reader.at;
  let last = first;
  let table = -1;
  reader.next();
  while (reader.accept('.')) {
    const isStar = reader.sort === '*';
    if (!isStar && !reader.canName(can.label)) {
      reader.unexpected();
      break;
    }
    table = last;
    last = reader.at;
    reader.next();
    if (isStar) break;
  }
  if (reader.settings.names && reader.sort !== '(') noteColumn(reader, first, table, last);
  return last;
}

function noteColumn(reader: Reader, first: number, table: number, last: number): void {
  const { clause, outline } = reader;
  if (reader.ahead(-1) === '*') {
    outline.star = true;
    outline.stars.push(table < 0 ? undefined : plainName(reader, table));
    return;
  }
  outline.columns.push({
    name: plainName(reader, last),
    start: reader.startOf(first),
    end: reader.endOf(last),
    condition: clause === 'where' || clause === 'on',
    ...(table >= 0 && { table: plainName(reader, table) }),
    ...(reader.sort === '?' && {
      conditional: { start: reader.startOf(reader.at), end: reader.endOf(reader.at) },
    }),
  });
}

const typeWords =
  'PRECISION VARYING CHARACTER CHAR WITH WITHOUT TIME ZONE YEAR MONTH DAY HOUR MINUTE SECOND TO ARRAY'.split(
    ' ',
  );

/** Takes the further words of a type: `PRECISION`, `WITH TIME ZONE`, `DAY TO SECOND`. */
export function takeTypeWords(reader: Reader): void {
  while (reader.accept(...typeWords));
}

/** Takes a type's name after `::`, COLLATE or CAST's AS, which is flagged already: `numeric(10, 2)[]`. */
export function readTypeName(reader: Reader): void {
  reader.accept('SETOF');
  // `SELECT a COLLATE INTO t`: a reserved word is no type, and must not be swallowed as one.
  if (!reader.can(can.nameColumn | can.nameFunction)) {
    reader.unexpected();
    return;
  }
  reader.next();
  while (reader.accept('.')) reader.next();
  do takeTypeWords(reader);
  while (reader.skipBrackets());
}
