/**
 * REDACTION in PostgreSQL's words: the function of its level, and the bare column name as the answer's key (facts:
 * service). Spliced in place by token, so the rest of the statement stays as written.
 */
import type { Token } from '../core/sql/tokens.ts';
import { REDACTION_LEVELS, type RedactionLevel, redactionFunction } from './schema.ts';
import { type Splice, splice } from './splice.ts';
import type { Prepared } from './statement.ts';

/** Translates the calls of one statement that the dialect check let through; `tokens` are its own, without comments. */
export function translateRedactions(sql: string, tokens: readonly Token[]): Prepared {
  const splices: Splice[] = [];
  for (let i = 0; i < tokens.length; i++) {
    if (!isCall(tokens, i, 'REDACTION')) continue;
    const call = redactionCall(sql, tokens, i);
    if (typeof call === 'string') return { ok: false, message: call };
    splices.push(...call);
  }
  return { ok: true, sql: splice(sql, splices) };
}

const isCall = (tokens: readonly Token[], i: number, name: string) =>
  tokens[i]?.word === name && tokens[i + 1]?.word === '(' && tokens[i - 1]?.word !== '.';

/** The splices of one call of REDACTION: the function of its level, its level taken out, and its column's name. */
function redactionCall(sql: string, tokens: readonly Token[], at: number): readonly Splice[] | string {
  const close = closing(tokens, at + 1);
  const name = tokens[at];
  const end = tokens[close];
  if (name === undefined || end === undefined) return 'REDACTION needs a closing parenthesis';
  const comma = lastComma(tokens, at + 1, close);
  const level = comma === undefined ? 'DEFAULT' : levelOf(sql, tokens, comma, close);
  if (level === undefined) return `REDACTION takes a column and one of '${REDACTION_LEVELS.join("', '")}'`;
  const splices: Splice[] = [{ start: name.start, end: name.end, text: redactionFunction(level) }];
  if (comma !== undefined) splices.push({ start: tokens[comma]?.start ?? 0, end: end.start, text: '' });
  if (isWholeTarget(tokens, at, close)) {
    const label = columnName(sql, tokens, at + 2, comma ?? close);
    splices.push({ start: end.end, end: end.end, text: ` AS ${label}` });
  }
  return splices;
}

/** Index of the `)` that closes the `(` at `open`; -1 for none. */
function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    if (tokens[i]?.word === '(') depth++;
    if (tokens[i]?.word === ')' && --depth === 0) return i;
  }
  return -1;
}

/** Index of the last comma directly inside the parentheses `open`…`close`. */
function lastComma(tokens: readonly Token[], open: number, close: number): number | undefined {
  let depth = 0;
  let found: number | undefined;
  for (let i = open + 1; i < close; i++) {
    const word = tokens[i]?.word;
    if (word === '(') depth++;
    else if (word === ')') depth--;
    else if (word === ',' && depth === 0) found = i;
  }
  return found;
}

/** The level written as a plain string, in any case, as the only token between `comma` and `close`. */
function levelOf(
  sql: string,
  tokens: readonly Token[],
  comma: number,
  close: number,
): RedactionLevel | undefined {
  const token = tokens[comma + 1];
  if (token?.kind !== 'string' || comma + 2 !== close) return undefined;
  const text = sql.slice(token.start, token.end).toUpperCase();
  return REDACTION_LEVELS.find((level) => text === `'${level}'`);
}

/** Whether the call `at`…`close` is the whole of a column of the SELECT list, without an alias. */
function isWholeTarget(tokens: readonly Token[], at: number, close: number): boolean {
  const before = tokens[at - 1]?.word;
  const next = tokens[close + 1];
  const starts = before === 'SELECT' || before === 'ALL' || (before === ',' && inSelectList(tokens, at));
  return (
    starts &&
    (next === undefined ||
      next.word === ',' ||
      next.word === ')' ||
      next.word === 'FROM' ||
      CLAUSES.has(next.word))
  );
}

const CLAUSES = new Set(['WHERE', 'LIMIT', 'OFFSET']);

/** Whether the comma before `at` divides columns: going back at the same depth, SELECT comes before `(` and FROM. */
function inSelectList(tokens: readonly Token[], at: number): boolean {
  let depth = 0;
  for (let i = at - 1; i >= 0; i--) {
    const word = tokens[i]?.word;
    if (word === ')') depth++;
    else if (word === '(' && depth-- === 0) return false;
    else if (depth === 0 && word === 'SELECT') return true;
    else if (depth === 0 && word === 'FROM') return false;
  }
  return false;
}

/** The bare name of the column in tokens `from`…`to` (facts: service), quoted; `redaction` for any other expression. */
function columnName(sql: string, tokens: readonly Token[], from: number, to: number): string {
  const last = tokens[to - 1];
  const plain = tokens
    .slice(from, to)
    .every(({ kind, word }, i) => (i % 2 === 0 ? kind === 'word' || kind === 'quoted' : word === '.'));
  if (last === undefined || to <= from || !plain || (to - from) % 2 === 0) return 'redaction';
  const text = sql.slice(last.start, last.end);
  // PostgreSQL folds the ASCII letters of unquoted names.
  return last.kind === 'quoted' ? text : `"${text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())}"`;
}
