/** Dotted names. */
import type { Reader, ReadToken } from './reader.ts';

/** A name without its quotes; folded to lower case where it has none, as PostgreSQL does. */
export function plainName(reader: Reader, token: ReadToken): string {
  const source = reader.source(token);
  if (token.kind === 'quoted' && source.startsWith('"')) return source.slice(1, -1).replaceAll('""', '"');
  if (token.kind === 'backtick') return source.slice(1, -1);
  return source;
}

/** Takes `a`, `a.b`, `a.b.c` or `a.*` at the current token and returns its last part; notes it as a column. */
export function readName(reader: Reader): ReadToken {
  const first = reader.token;
  let table: ReadToken | undefined;
  let last = first;
  reader.next();
  while (reader.token.word === '.') {
    reader.next();
    const { token } = reader;
    if (reader.nameWord !== undefined || token.word === '*') {
      table = last;
      last = token;
      reader.next();
      if (token.word === '*') break;
    } else {
      reader.unexpected();
      break;
    }
  }
  if (reader.settings.names && reader.token.word !== '(') noteColumn(reader, first, table, last);
  return last;
}

function noteColumn(reader: Reader, first: ReadToken, table: ReadToken | undefined, last: ReadToken): void {
  if (last.word === '*') {
    reader.outline.star = true;
    return;
  }
  const { clause, token } = reader;
  reader.outline.columns.push({
    name: plainName(reader, last),
    start: first.start,
    end: last.end,
    condition: clause === 'where' || clause === 'on',
    ...(table ? { table: plainName(reader, table) } : {}),
    ...(token.word === '?' ? { conditional: { start: token.start, end: token.end } } : {}),
  });
}
