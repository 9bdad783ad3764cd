/** Writes inside a statement: after WITH, after EXPLAIN, and where someone tries one in brackets. */
import { findCommand } from './dialect.ts';
import * as reader from './reader.ts';

/** At a write command: flags it and takes the rest, up to the closing bracket where it stands in one. */
export function readWrite(bracketed: boolean): boolean {
  if (findCommand(reader.sort)?.verdict !== 'write') return false;
  reader.flag(reader.sort);
  while (!reader.is('end') && !(bracketed && reader.is(')'))) skipOne();
  return true;
}
/** Takes a token, or brackets with all that they hold. */
export function skipOne(): void {
  if (!reader.skipBrackets()) reader.next();
}

/** After a bracket, where the word could also be a name: a write as in `(DELETE FROM t …)`, not as in `(delete)`. */
export const readBracketedWrite = (): boolean =>
  /^(DELETE FROM|(INSERT|MERGE) INTO|UPDATE \S+ SET) /.test(reader.ahead(4)) && readWrite(true);
