/** Type names after `::` and in CAST: `numeric(10, 2)[]`, `timestamp with time zone`. The construct is flagged already. */
import type { Reader } from './reader.ts';

const secondWords = new Map<string, readonly string[]>([
  ['DOUBLE', ['PRECISION']],
  ['CHARACTER', ['VARYING']],
  ['CHAR', ['VARYING']],
  ['BIT', ['VARYING']],
  ['NATIONAL', ['CHARACTER', 'CHAR', 'VARYING']],
  ['NCHAR', ['VARYING']],
]);
const units = new Set(['YEAR', 'MONTH', 'DAY', 'HOUR', 'MINUTE', 'SECOND']);

/** Takes a type name; a syntax error where none stands. */
export function readTypeName(reader: Reader): void {
  reader.accept('SETOF');
  const { kind, word } = reader.token;
  if (kind !== 'word' && kind !== 'quoted') {
    reader.unexpected();
    return;
  }
  reader.next();
  while (reader.token.word === '.') {
    reader.next();
    reader.next();
  }
  for (const second of secondWords.get(word) ?? []) reader.accept(second);
  if (word === 'NATIONAL') reader.accept('VARYING');
  if (word === 'INTERVAL') readIntervalUnits(reader);
  if (reader.token.word === '(') reader.skipBrackets();
  if (word === 'TIME' || word === 'TIMESTAMP') readTimeZone(reader);
  reader.accept('ARRAY');
  while (reader.token.word === '[') reader.skipBrackets();
}

/** `WITH TIME ZONE`, `WITHOUT TIME ZONE`. */
export function readTimeZone(reader: Reader): void {
  const { word } = reader.token;
  if ((word !== 'WITH' && word !== 'WITHOUT') || reader.peek(1).word !== 'TIME') return;
  reader.next();
  reader.next();
  reader.accept('ZONE');
}

/** `DAY TO SECOND (3)` after INTERVAL. */
export function readIntervalUnits(reader: Reader): void {
  if (!units.has(reader.token.word)) return;
  reader.next();
  if (reader.token.word === 'TO' && units.has(reader.peek(1).word)) {
    reader.next();
    reader.next();
  }
  if (reader.token.word === '(') reader.skipBrackets();
}
