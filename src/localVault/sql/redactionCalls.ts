/**
 * REDACTION in PostgreSQL's words: the function of its level, and the bare column name as the answer's key (D10).
 * Spliced in place by token, so the rest of the statement stays as written.
 */
import type { Token } from '../../core/sql/lexer/tokens.ts';
import { REDACTION_LEVELS, type RedactionLevel, redactionFunction } from '../data/schema.ts';
import { type Splice, splice } from './splice.ts';
import type { Prepared } from './statement.ts';

/** Translates the calls of one statement that the dialect check let through; `tokens` are its own, without comments. */
export function translateRedactions(sql: string, tokens: readonly Token[]): Prepared {
  const splices: Splice[] = [];
  const layout = readLayout(tokens);
  for (let i = 0; i < tokens.length; i++) {
    const isCall =
      tokens[i]?.word === 'REDACTION' && tokens[i + 1]?.word === '(' && tokens[i - 1]?.word !== '.';
    if (!isCall) continue;
    const call = redactionCall(sql, tokens, layout, i);
    if (typeof call === 'string') return { ok: false, message: call };
    splices.push(...call);
  }
  return { ok: true, sql: splice(sql, splices) };
}

/** What must be known around a call, found in one pass: a hostile text may hold a hundred thousand of them. */
interface Layout {
  /** By the index of `(`: the index of its `)`, and of the last comma directly inside. */
  readonly brackets: ReadonlyMap<number, { readonly close: number; readonly comma: number | undefined }>;
  /** Indices of the commas that divide the columns of a SELECT list. */
  readonly targetCommas: ReadonlySet<number>;
}

function readLayout(tokens: readonly Token[]): Layout {
  const brackets = new Map<number, { close: number; comma: number | undefined }>();
  const targetCommas = new Set<number>();
  const outer = { open: -1, comma: undefined as number | undefined, inList: false };
  const open = [outer];
  tokens.forEach(({ word }, i) => {
    const frame = open.at(-1) ?? outer;
    if (word === '(') open.push({ open: i, comma: undefined, inList: false });
    else if (word === ')') {
      brackets.set(frame.open, { close: i, comma: frame.comma });
      if (frame !== outer) open.pop();
    } else if (word === ',') {
      frame.comma = i;
      if (frame.inList) targetCommas.add(i);
    } else if (word === 'SELECT') frame.inList = true;
    else if (word === 'FROM') frame.inList = false;
  });
  return { brackets, targetCommas };
}

/** The splices of one call of REDACTION: the function of its level, its level taken out, and its column's name. */
function redactionCall(
  sql: string,
  tokens: readonly Token[],
  { brackets, targetCommas }: Layout,
  at: number,
): readonly Splice[] | string {
  const bracket = brackets.get(at + 1);
  const name = tokens[at];
  const end = tokens[bracket?.close ?? -1];
  if (bracket === undefined || name === undefined || end === undefined)
    return 'REDACTION needs a closing parenthesis';
  const { close, comma } = bracket;
  const level = comma === undefined ? 'DEFAULT' : levelOf(sql, tokens, comma, close);
  if (level === undefined) return `REDACTION takes a column and one of '${REDACTION_LEVELS.join("', '")}'`;
  const splices: Splice[] = [{ start: name.start, end: name.end, text: redactionFunction(level) }];
  if (comma !== undefined) splices.push({ start: tokens[comma]?.start ?? 0, end: end.start, text: '' });
  const before = tokens[at - 1]?.word ?? '';
  const starts = before === 'SELECT' || before === 'ALL' || targetCommas.has(at - 1);
  // The whole of a column of the SELECT list, without an alias.
  if (starts && AFTER_TARGET.has(tokens[close + 1]?.word ?? ',')) {
    const label = columnName(sql, tokens, at + 2, comma ?? close);
    splices.push({ start: end.end, end: end.end, text: ` AS ${label}` });
  }
  return splices;
}

const AFTER_TARGET = new Set([',', ')', 'FROM', 'WHERE', 'LIMIT', 'OFFSET']);

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

/** The bare name of the column in tokens `from`…`to` (D10), quoted; `redaction` for any other expression. */
function columnName(sql: string, tokens: readonly Token[], from: number, to: number): string {
  const last = tokens[to - 1];
  const plain = tokens
    .slice(from, to)
    .every(({ kind, word }, i) =>
      i % 2 === 0 ? kind === 'word' || kind === 'quoted-identifier' : word === '.',
    );
  if (last === undefined || to <= from || !plain || (to - from) % 2 === 0) return 'redaction';
  const text = sql.slice(last.start, last.end);
  // PostgreSQL folds the ASCII letters of unquoted names.
  return last.kind === 'quoted-identifier'
    ? text
    : `"${text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())}"`;
}
