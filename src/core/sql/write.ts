/** Writes inside a statement: after WITH, after EXPLAIN, and where someone tries one in brackets. */
import { findCommand } from './dialect.ts';
import type { Reader } from './reader.ts';

/** At a write command: flags it and takes the rest, up to the closing bracket where it stands in one. */
export function readWrite(reader: Reader, bracketed: boolean): boolean {
  const command = findCommand(reader.token.word);
  if (command?.verdict !== 'write') return false;
  reader.flag(command.name, reader.token);
  while (!reader.atEnd && !(bracketed && reader.token.word === ')')) {
    if (reader.token.word === '(') reader.skipBrackets();
    else reader.next();
  }
  return true;
}

/** Whether a write begins here, where the word could also be a name: `(DELETE FROM t …)`, not `(delete)`. */
export function startsWrite(reader: Reader): boolean {
  const next = reader.peek(1);
  switch (reader.token.word) {
    case 'DELETE':
      return next.word === 'FROM';
    case 'INSERT':
    case 'MERGE':
      return next.word === 'INTO';
    case 'UPDATE':
      return reader.peek(2).word === 'SET';
    default:
      return false;
  }
}
