/** One statement: which command it is, and if it is a SELECT, all of it. */

import * as can from './abilities.ts';
import { normalizeAllowed } from './allow.ts';
import { findCommand } from './dialect.ts';
import { findFlaws } from './flaws.ts';
import { isSetOperation, type Outline } from './outline.ts';
import { readQuery } from './query.ts';
import * as reader from './reader.ts';
import type { TokenList } from './tokens.ts';
import type { Finding } from './types.ts';

/** What reading needs to know. `allow` as in `vaultsql.dialect.allow`. */
export interface ReadOptions {
  readonly allow: readonly string[];
  readonly pageSize: number;
  /** Whether tables and columns are to be collected in the outline. */
  readonly names: boolean;
}
/** What a statement holds: its findings in no certain order, and its outline. */
export interface Reading {
  readonly findings: Finding[];
  readonly outline: Outline;
}

/** A function that reads statements of one text: `tokens[first, last)`, at least one token. Total and linear. */
export function statementReader(
  text: string,
  tokens: TokenList,
  options: ReadOptions,
): (first: number, last: number) => Reading {
  const settings = { ...options, allow: normalizeAllowed(options.allow) };
  return (first, last) => {
    reader.begin(text, tokens, settings, first, last);
    // What follows a write, or a command that only looks, is its own.
    if (!readCommand()) {
      findFlaws();
      readSelect();
    }
    return { findings: reader.findings, outline: reader.outline };
  };
}

function readCommand(): boolean {
  const isCommand = findCommand(reader.sort) !== undefined;
  if (isCommand) reader.flag(reader.sort);
  return isCommand;
}

function readSelect(): void {
  while (reader.take('EXPLAIN')) {
    if (reader.peek(1) !== 'SELECT') reader.skipBrackets();
    reader.acceptAll(/^(ANALY[SZ]E|VERBOSE)$/);
    if (readCommand()) return;
  }
  const outline = reader.outline;
  const at = reader.at;
  const isSelect = reader.is('SELECT');
  if (!/^(SELECT|WITH|VALUES|TABLE|\()$/.test(reader.sort)) {
    reader.unexpected(reader.abilities & can.label ? 'unknown-statement' : undefined);
    return;
  }
  outline.select = isSelect;
  readQuery();
  if (!isSelect || outline.clauses.FROM || isSetOperation(outline)) return;
  if (outline.star) reader.syntax('star-without-from');
  else if (!reader.muted) reader.flag('SELECT WITHOUT FROM', at);
}
