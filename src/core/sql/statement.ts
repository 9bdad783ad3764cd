/** One statement: which command it is, and if it is a SELECT, all of it. */

import * as can from './abilities.ts';
import { normalizeAllowed } from './allow.ts';
import { findCommand } from './dialect.ts';
import { findFlaws } from './flaws.ts';
import { readQuery } from './query.ts';
import { Reader } from './reader.ts';
import type { TokenList } from './tokens.ts';

/** What reading needs to know. `allow` as in `vaultsql.dialect.allow`. */
export interface ReadOptions {
  readonly allow: readonly string[];
  readonly pageSize: number;
  /** Whether tables and columns are to be collected in the outline. */
  readonly names: boolean;
}

/** A reader for the statements of one text, to be used for one after the other. */
export const createReader = (text: string, tokens: TokenList, options: ReadOptions): Reader =>
  new Reader(text, tokens, { ...options, allow: normalizeAllowed(options.allow) }, (reader) =>
    readQuery(reader, 'nested'),
  );

/**
 * Reads one statement, `tokens[first, last)`, at least one token. Afterwards the reader has its findings, in the
 * order of the text, and its outline. Total and linear.
 */
export function readStatement(reader: Reader, first: number, last: number): void {
  reader.begin(first, last);
  // What follows a write, or a command that only looks, is its own.
  if (readCommand(reader)) return;
  findFlaws(reader);
  readSelect(reader);
  const { findings } = reader;
  const isSorted = findings.every((finding, i) => i === 0 || (findings[i - 1]?.start ?? 0) <= finding.start);
  if (!isSorted) findings.sort((a, b) => a.start - b.start);
}

function readCommand(reader: Reader): boolean {
  const command = findCommand(reader.sort);
  if (command) reader.flag(command.name);
  return command !== undefined;
}

const queryWords = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE', '(']);

function readSelect(reader: Reader): void {
  while (reader.sort === 'EXPLAIN') {
    reader.flag('EXPLAIN');
    reader.next();
    if (reader.ahead(1) !== 'SELECT') reader.skipBrackets();
    while (reader.accept('ANALYZE', 'ANALYSE', 'VERBOSE'));
    if (readCommand(reader)) return;
  }
  const { outline, sort, at } = reader;
  if (!queryWords.has(sort)) {
    reader.unexpected(reader.can(can.label) ? 'unknown-statement' : 'unexpected-token');
    return;
  }
  outline.select = sort === 'SELECT';
  readQuery(reader, 'outermost');
  if (!outline.select || outline.from || outline.setOperation) return;
  if (outline.star) reader.syntax('star-without-from');
  else if (!reader.muted) reader.flag('SELECT WITHOUT FROM', at);
}
