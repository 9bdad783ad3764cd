/** One statement: which command it is, and if it is a SELECT, all of it. */
import { normalizeAllowed } from './allow.ts';
import { findFlaws } from './brackets.ts';
import { findCommand } from './dialect.ts';
import { readNestedQuery, readQuery } from './query.ts';
import { Reader, type ReaderSettings } from './reader.ts';
import type { StatementTokens } from './statements.ts';
import type { Token } from './tokens.ts';

/** What reading needs to know. `allow` as in `vaultsql.dialect.allow`. */
export interface ReadOptions {
  readonly allow: readonly string[];
  readonly pageSize: number;
  readonly names: boolean;
}

export const readerSettings = ({ allow, ...rest }: ReadOptions): ReaderSettings => ({
  ...rest,
  allow: normalizeAllowed(allow),
  readNestedQuery,
});

/** Reads one statement of `text`. The findings are in the order of the text. Total and linear. */
export function readStatement(
  text: string,
  tokens: readonly Token[],
  { first, last }: StatementTokens,
  settings: ReaderSettings,
): Reader {
  const reader = new Reader(text, tokens, first, last, settings);
  if (readCommand(reader)) return reader;
  findFlaws(reader, tokens, first, last);
  readSelect(reader);
  const { findings } = reader;
  for (let i = 1; i < findings.length; i++) {
    if ((findings[i - 1]?.start ?? 0) > (findings[i]?.start ?? 0)) {
      findings.sort((a, b) => a.start - b.start);
      break;
    }
  }
  return reader;
}

/** At a command that is no query: flags it. What follows a write, or a command that only looks, is its own. */
function readCommand(reader: Reader): boolean {
  const command = findCommand(reader.token.word);
  if (!command) return false;
  reader.flag(command.name, reader.token);
  return true;
}

function readSelect(reader: Reader): void {
  while (reader.token.word === 'EXPLAIN') {
    reader.flag('EXPLAIN', reader.token);
    skipExplainOptions(reader);
    if (readCommand(reader)) return;
  }
  switch (reader.token.word) {
    case 'SELECT':
      reader.outline.select = true;
      break;
    case 'WITH':
    case 'VALUES':
    case 'TABLE':
    case '(':
      break;
    default:
      reader.unexpected(reader.token.kind === 'word' ? 'unknown-statement' : 'unexpected-token');
      return;
  }
  const { token, outline } = reader;
  readQuery(reader, 'outermost');
  if (!outline.select || outline.from || outline.setOperation) return;
  if (outline.star) reader.syntax('star-without-from', reader.token);
  else if (!reader.muted) reader.flag('SELECT WITHOUT FROM', token);
}

function skipExplainOptions(reader: Reader): void {
  reader.next();
  if (reader.token.word === '(' && reader.peek(1).word !== 'SELECT') reader.skipBrackets();
  while (['ANALYZE', 'ANALYSE', 'VERBOSE'].includes(reader.token.word)) reader.next();
}
