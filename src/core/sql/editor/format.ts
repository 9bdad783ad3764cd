/**
 * Layout of `.vaultsql` text. Only whitespace between tokens and the case of keywords change: no token's text is touched,
 * comments stay where they are, and formatting twice gives what formatting once gave.
 */

import { rolesOf } from '../analysis/roles.ts';
import { lex } from '../lexer/lexer.ts';
import { isMalformed, type Token } from '../lexer/tokens.ts';
import type { TextEdit } from '../syntax/ranges.ts';
import { type FormatOptions, layOut, type Part } from './layout.ts';

export type { FormatOptions } from './layout.ts';

/**
 * A statement with its `;` and the comment behind that, or a comment on its own; what begins a line. In the body of a
 * function, whose statements are parts of another one, each begins a line too.
 */
type Piece = readonly Token[];

function piecesOf(text: string, tokens: readonly Token[]): Piece[] {
  const pieces: Token[][] = [];
  let piece: Token[] = [];
  /** A piece that has ended and takes comments up to the end of its line. */
  let ended: Token[] | undefined;
  for (const token of tokens) {
    const isComment = token.kind === 'comment';
    const last = ended?.at(-1);
    if (ended && last && isComment && lineBreaks(text, last.end, token.start) === 0) {
      ended.push(token);
      continue;
    }
    ended = undefined;
    if (isComment && piece.length === 0) {
      pieces.push([token]);
      continue;
    }
    if (piece.length === 0) pieces.push(piece);
    piece.push(token);
    if (token.word === ';') {
      ended = piece;
      piece = [];
    }
  }
  return pieces;
}

function lineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) count++;
  }
  return count;
}

function partsOf(text: string, piece: Piece, options: FormatOptions): Part[] {
  const { roles } = rolesOf(
    text,
    piece.filter(({ kind }) => kind !== 'comment'),
  );
  let next = 0;
  return piece.map((token, index) => {
    const role = token.kind === 'comment' ? undefined : roles[next++];
    const keyword = role === 'keyword' && token.kind === 'word' ? token.word : '';
    return {
      token,
      text: keyword !== '' && options.keywordCase !== 'keep' ? keyword : text.slice(token.start, token.end),
      keyword,
      lineBreaks: lineBreaks(text, piece[index - 1]?.end ?? token.start, token.start),
    };
  });
}

/**
 * The edits that lay a text out, in order and without overlap; empty where nothing changes. Each statement begins a
 * line, with at most one blank line before it. Statements with an unclosed token are left alone. With `range`, only
 * statements that touch it. Total and linear.
 */
export function format(
  text: string,
  options: FormatOptions = {},
  range?: { readonly start: number; readonly end: number },
): TextEdit[] {
  const edits: TextEdit[] = [];
  // A byte order mark stays where it is.
  let after = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let isFirst = true;
  for (const piece of piecesOf(text, lex(text))) {
    const start = piece[0]?.start ?? after;
    const end = piece.at(-1)?.end ?? start;
    const gap = text.slice(after, start);
    const wantedGap = isFirst ? '' : '\n'.repeat(Math.min(2, Math.max(1, lineBreaks(text, after, start))));
    const from = after;
    after = end;
    isFirst = false;
    if (range && (end < range.start || start > range.end)) continue;
    if (piece.some(isMalformed)) continue;
    const laid = layOut(partsOf(text, piece, options), options);
    // What reads otherwise once it is laid out (`. join` is two words, `.join` a name) is left alone.
    if (!sameTokens(text, piece, laid) || layOut(partsOf(laid, lex(laid), options), options) !== laid)
      continue;
    const ownGap = gap.replaceAll(/\r\n?/g, '\n') === wantedGap || (range && from < range.start);
    const edit = ownGap ? { start, end, text: laid } : { start: from, end, text: wantedGap + laid };
    if (edit.text !== text.slice(edit.start, edit.end).replaceAll(/\r\n?/g, '\n')) edits.push(edit);
  }
  return edits;
}

/** Whether a layout reads as the same tokens: `1 .` would not, as `1.` is a number. */
function sameTokens(text: string, piece: Piece, laid: string): boolean {
  const tokens = lex(laid);
  return (
    tokens.length === piece.length &&
    tokens.every((token, index) => {
      const { kind, start, end } = piece[index] ?? token;
      const [before, after] = [text.slice(start, end), laid.slice(token.start, token.end)];
      return token.kind === kind && (before === after || before.toUpperCase() === after);
    })
  );
}
