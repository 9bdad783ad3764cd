/** WITH: flagged once; a write inside it is a write of the statement. */
import { findCommand } from './dialect.ts';
import type { Reader } from './reader.ts';
import { readWrite } from './write.ts';

/**
 * At WITH: takes the common tables. False where a write, and so nothing more of interest, follows instead of a
 * query. `readPart` reads the query of one of them.
 */
export function readCommonTables(reader: Reader, readPart: (reader: Reader) => void): boolean {
  const { token } = reader;
  const next = reader.peek(1);
  reader.next();
  if (next.word === 'RECURSIVE') {
    reader.flag('WITH RECURSIVE', token, next);
    reader.next();
  } else reader.flag('WITH', token);
  do {
    const { kind } = reader.token;
    if (kind === 'word' || kind === 'quoted') reader.next();
    else reader.unexpected();
    if (reader.token.word === '(') reader.skipBrackets();
    reader.expect('AS');
    reader.accept('NOT');
    reader.accept('MATERIALIZED');
    if (reader.token.word !== '(') {
      reader.unexpected();
      break;
    }
    readBody(reader, readPart);
    skipSearchAndCycle(reader);
  } while (reader.accept(','));
  return !readWrite(reader, false);
}

function readBody(reader: Reader, readPart: (reader: Reader) => void): void {
  reader.next();
  if (!readWrite(reader, true)) readPart(reader);
  reader.expect(')');
}

const afterSearch = new Set(['SELECT', 'SEARCH', 'CYCLE', ')', '(']);

/** `SEARCH DEPTH FIRST BY a SET b`, `CYCLE a SET b USING c` belong to WITH RECURSIVE. */
function skipSearchAndCycle(reader: Reader): void {
  while (reader.is('SEARCH') || reader.is('CYCLE')) {
    reader.next();
    while (!reader.atEnd && !afterSearch.has(reader.token.word)) {
      // The next common table, or a write.
      if (reader.is(',') && reader.peek(2).word === 'AS') return;
      if (!reader.is('SET') && findCommand(reader.token.word)?.verdict === 'write') return;
      reader.next();
    }
  }
}
