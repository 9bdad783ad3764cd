/** Writes inside a statement: after WITH, after EXPLAIN, and where someone tries one in brackets. */
import { findCommand } from './dialect.ts';
import * as reader from './reader.ts';

/** At a write command: flags it and takes the rest, up to the bracket that closes around it or `toEnd`. */
export function readWrite(toEnd?: boolean): boolean {
  if (findCommand(reader.sort)?.verdict !== 'write') return false;
  reader.flag(reader.sort);
  skipRest(toEnd);
  return true;
}
/** Takes at least one token, and all up to the bracket that closes around them or `toEnd` of the statement. */
export function skipRest(toEnd?: boolean): void {
  do {
    if (!reader.skipBrackets()) reader.next();
  } while (!reader.is('end') && (toEnd || !reader.is(')')));
}

/** After a bracket, where the word could also be a name: a write as in `(DELETE FROM t …)`, not as in `(delete)`. */
export const readBracketedWrite = (): boolean =>
  /^(DELETE FROM|(INSERT|MERGE) INTO|UPDATE \S+ SET) /.test(reader.ahead(4)) && readWrite();
