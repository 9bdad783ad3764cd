/**
 * Converts calls of REDACTION for PostgreSQL. If a call is a whole column of a SELECT list and has no alias, an alias
 * is added. The alias becomes the key in the response (D10).
 */
import type { Token } from '../../core/sql/lexer/tokens.ts';
import { getRedactionFunctionName, type RedactionLevel } from '../data/schema.ts';
import { applySplices, type Splice } from './splice.ts';
import type { TranslationResult } from './statement.ts';

/**
 * Replaces the unqualified calls of REDACTION in a statement with calls of the functions for their levels, and adds
 * missing aliases. `tokens` are the tokens of `sql`, without comments. Returns a message if a call is malformed or
 * names a level that is not one of `levels`.
 */
export function translateRedactionCalls(
  sql: string,
  tokens: readonly Token[],
  levels: readonly RedactionLevel[],
): TranslationResult {
  const splices: Splice[] = [];
  const layout = findParenthesisLayout(tokens);
  for (let i = 0; i < tokens.length; i++) {
    const isCall =
      tokens[i]?.word === 'REDACTION' && tokens[i + 1]?.word === '(' && tokens[i - 1]?.word !== '.';
    if (!isCall) continue;
    const call = translateRedactionCall(sql, tokens, layout, levels, i);
    if (typeof call === 'string') return { ok: false, message: call };
    splices.push(...call);
  }
  return { ok: true, sql: applySplices(sql, splices) };
}

/**
 * Token indexes of parentheses and commas, found in one pass, because a malicious text may contain a hundred thousand
 * calls. `parentheses` maps a `(` to its `)` and the last comma directly inside. `targetCommas` separate the columns of
 * SELECT lists.
 */
interface ParenthesisLayout {
  readonly parentheses: ReadonlyMap<number, { readonly close: number; readonly comma: number | undefined }>;
  readonly targetCommas: ReadonlySet<number>;
}

function findParenthesisLayout(tokens: readonly Token[]): ParenthesisLayout {
  const parentheses = new Map<number, { close: number; comma: number | undefined }>();
  const targetCommas = new Set<number>();
  const outer = { open: -1, comma: undefined as number | undefined, inList: false };
  const open = [outer];
  tokens.forEach(({ word }, i) => {
    const frame = open.at(-1) ?? outer;
    if (word === '(') open.push({ open: i, comma: undefined, inList: false });
    else if (word === ')') {
      parentheses.set(frame.open, { close: i, comma: frame.comma });
      if (frame !== outer) open.pop();
    } else if (word === ',') {
      frame.comma = i;
      if (frame.inList) targetCommas.add(i);
    } else if (word === 'SELECT') frame.inList = true;
    else if (word === 'FROM') frame.inList = false;
  });
  return { parentheses, targetCommas };
}

function translateRedactionCall(
  sql: string,
  tokens: readonly Token[],
  { parentheses, targetCommas }: ParenthesisLayout,
  levels: readonly RedactionLevel[],
  index: number,
): readonly Splice[] | string {
  const parenthesis = parentheses.get(index + 1);
  const name = tokens[index];
  const end = tokens[parenthesis?.close ?? -1];
  if (parenthesis === undefined || name === undefined || end === undefined)
    return 'REDACTION needs a closing parenthesis';
  const { close, comma } = parenthesis;
  const level = comma === undefined ? 'DEFAULT' : parseRedactionLevel(sql, tokens, levels, comma, close);
  if (level === undefined)
    return levels.length === 0
      ? 'REDACTION takes a column only'
      : `REDACTION takes a column and one of '${levels.join("', '")}'`;
  const splices: Splice[] = [{ start: name.start, end: name.end, text: getRedactionFunctionName(level) }];
  if (comma !== undefined) splices.push({ start: tokens[comma]?.start ?? 0, end: end.start, text: '' });
  const before = tokens[index - 1]?.word ?? '';
  const starts = before === 'SELECT' || before === 'ALL' || targetCommas.has(index - 1);
  // The call is a whole column of a SELECT list and has no alias.
  if (starts && AFTER_TARGET.has(tokens[close + 1]?.word ?? ',')) {
    const label = createColumnAlias(sql, tokens, index + 2, comma ?? close);
    splices.push({ start: end.end, end: end.end, text: ` AS ${label}` });
  }
  return splices;
}

const AFTER_TARGET = new Set([',', ')', 'FROM', 'WHERE', 'LIMIT', 'OFFSET']);

function parseRedactionLevel(
  sql: string,
  tokens: readonly Token[],
  levels: readonly RedactionLevel[],
  comma: number,
  close: number,
): RedactionLevel | undefined {
  const token = tokens[comma + 1];
  if (token?.kind !== 'string' || comma + 2 !== close) return undefined;
  const text = sql.slice(token.start, token.end).toUpperCase();
  return levels.find((level) => text === `'${level}'`);
}

function createColumnAlias(sql: string, tokens: readonly Token[], from: number, to: number): string {
  const last = tokens[to - 1];
  const plain = tokens
    .slice(from, to)
    .every(({ kind, word }, i) =>
      i % 2 === 0 ? kind === 'word' || kind === 'quoted-identifier' : word === '.',
    );
  if (last === undefined || to <= from || !plain || (to - from) % 2 === 0) return 'redaction';
  const text = sql.slice(last.start, last.end);
  // PostgreSQL converts the ASCII letters of unquoted names to lower case.
  return last.kind === 'quoted-identifier'
    ? text
    : `"${text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())}"`;
}
