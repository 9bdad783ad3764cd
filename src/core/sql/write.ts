/** Writes inside a statement: after WITH, after EXPLAIN, and where someone tries one in brackets. */
import { findCommand } from './dialect.ts';
import * as reader from './reader.ts';

/** At a write command: flags it and takes the rest, up to the closing bracket where it stands in one. */
export function readWrite(bracketed: boolean): boolean {
  const command = findCommand(reader.sort);
  if (command?.verdict !== 'write') return false;
  reader.flag(command.name);
  while (!reader.is('end') && !(bracketed && reader.is(')'))) skipOne();
  return true;
}
/** Takes a token, or brackets with all that they hold. */
export function skipOne(): void {
  if (!reader.skipBrackets()) reader.next();
}

/** Whether a write begins here, where the word could also be a name: `(DELETE FROM t …)`, not `(delete)`. */
export const startsWrite = (): boolean =>
  /^(DELETE FROM|(INSERT|MERGE) INTO|UPDATE \S+ SET) /.test(
    `${reader.sort} ${reader.peek(1)} ${reader.peek(2)} `,
  );
