import { lexWithComments } from '../lexer/lexer.ts';
import { findStatementSeparators } from '../lexer/statements.ts';
import { isMalformed, type Token } from '../lexer/tokens.ts';
import { getClauseStage } from '../syntax/queries/clauseWords.ts';
import { locateCaret } from './caret.ts';

export interface Fold {
  readonly kind: 'statement' | 'comment' | 'brackets';
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the ranges of statements, comments and pairs of parentheses in `text`, sorted by start offset. `--` comments
 * on consecutive lines are one range. Ranges within a single line are included, although an editor can't fold them.
 */
export function foldingRanges(text: string): Fold[] {
  const found: Fold[] = [];
  const open: number[] = [];
  let first: Token | undefined;
  let last: Token | undefined;
  let comments: { start: number; end: number } | undefined;
  const endStatement = (): void => {
    if (first && last) found.push({ kind: 'statement', start: first.start, end: last.end });
    first = undefined;
    last = undefined;
    open.length = 0;
  };
  const endComments = (): void => {
    if (comments) found.push({ kind: 'comment', ...comments });
    comments = undefined;
  };
  const all = lexWithComments(text);
  const separators = findStatementSeparators(all);
  for (const token of all) {
    const { kind, start, end, word } = token;
    if (kind === 'comment') {
      if (text.charCodeAt(start) !== 0x2d) {
        endComments();
        found.push({ kind: 'comment', start, end });
      } else if (comments && isSeparatedByOneLineBreak(text, comments.end, start)) comments.end = end;
      else {
        endComments();
        comments = { start, end };
      }
      continue;
    }
    first ??= token;
    last = token;
    if (word === '(') open.push(start);
    else if (word === ')') {
      const from = open.pop();
      if (from !== undefined) found.push({ kind: 'brackets', start: from, end });
    } else if (separators.has(token)) endStatement();
  }
  endComments();
  endStatement();
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

const isSeparatedByOneLineBreak = (text: string, from: number, to: number): boolean =>
  to - from < 200 && /^[ \t]*(?:\r\n|\r|\n)[ \t]*$/.test(text.slice(from, to));

export interface SelectionRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the ranges that Expand Selection selects one after another at `offset` (in UTF-16 code units), innermost
 * first. Each range contains the previous one. `all` must be all tokens of `text`, including comments; if omitted,
 * `text` is tokenized.
 */
export function selectionRangesAt(
  text: string,
  offset: number,
  all: readonly Token[] = lexWithComments(text),
): SelectionRange[] {
  const { tokens, word, inside } = locateCaret(text, offset, all);
  const first = tokens[0];
  const last = tokens.at(-1);
  const ranges: SelectionRange[] = [];
  const add = (start: number, end: number): void => {
    const before = ranges.at(-1);
    if (start > offset || end < offset || start === end) return;
    if (!before || (start <= before.start && end >= before.end && end - start > before.end - before.start)) {
      ranges.push({ start, end });
    }
  };
  const touched = word ?? inside;
  if (touched) {
    const isQuoted = touched.kind === 'string' || touched.kind === 'quoted-identifier';
    if (isQuoted && !isMalformed(touched)) add(touched.start + 1, touched.end - 1);
    add(touched.start, touched.end);
  }
  if (!first || !last || offset < first.start || offset > last.end) {
    return ranges;
  }
  addDottedName(tokens, touched, add);
  for (const { start, end } of parenthesesAround(tokens, offset)) {
    add(start + 1, end - 1);
    add(start, end);
  }
  addClause(tokens, offset, add);
  add(first.start, last.end);
  const end = all.find((token) => token.word === ';' && token.start >= last.end);
  if (end) add(first.start, end.end);
  return ranges;
}

type Add = (start: number, end: number) => void;

function addDottedName(tokens: readonly Token[], touched: Token | undefined, add: Add): void {
  if (!touched) return;
  let from = tokens.indexOf(touched);
  if (from < 0) return;
  let to = from;
  while (tokens[from - 1]?.word === '.' && tokens[from - 2]) from -= 2;
  while (tokens[to + 1]?.word === '.' && tokens[to + 2]) to += 2;
  add(tokens[from]?.start ?? touched.start, tokens[to]?.end ?? touched.end);
}

function parenthesesAround(tokens: readonly Token[], offset: number): SelectionRange[] {
  const open: number[] = [];
  const around: SelectionRange[] = [];
  for (const { word, start, end } of tokens) {
    if (word === '(') open.push(start);
    else if (word === ')') {
      const from = open.pop();
      if (from !== undefined && from < offset && offset < end) around.push({ start: from, end });
    }
  }
  return around;
}

function addClause(tokens: readonly Token[], offset: number, add: Add): void {
  let depth = 0;
  let from: number | undefined;
  let end = 0;
  for (const token of tokens) {
    if (token.word === '(') depth++;
    else if (token.word === ')') depth--;
    else if (depth === 0 && token.kind === 'word' && getClauseStage(token.word) !== undefined) {
      if (token.start > offset) break;
      from = token.start;
    }
    end = token.end;
  }
  if (from !== undefined) add(from, end);
}
