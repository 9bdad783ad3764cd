/** Writes inside a statement: after WITH, after EXPLAIN, and where someone tries one in brackets. */
import { findCommand } from './dialect.ts';
import type { Reader } from './reader.ts';

/** At a write command: flags it and takes the rest, up to the closing bracket where it stands in one. */
export function readWrite(reader: Reader, bracketed: boolean): boolean {
  const command = findCommand(reader.sort);
  if (command?.verdict !== 'write') return false;
  reader.flag(command.name);
  while (!reader.atEnd && !(bracketed && reader.sort === ')')) {
    if (!reader.skipBrackets()) reader.next();
  }
  return true;
}

/** Whether a write begins here, where the word could also be a name: `(DELETE FROM t …)`, not `(delete)`. */
export function startsWrite(reader: Reader): boolean {
  const next = reader.ahead(1);
  switch (reader.sort) {
    case 'DELETE':
      return next === 'FROM';
    case 'INSERT':
    case 'MERGE':
      return next === 'INTO';
    case 'UPDATE':
      return reader.ahead(2) === 'SET';
    default:
      return false;
  }
}
