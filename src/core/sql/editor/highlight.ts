/** A query for reading only: laid out, and in pieces by what they are. */
import { rolesOf, type TokenRole } from '../analysis/roles.ts';
import { lex } from '../lexer/lexer.ts';
import type { Token } from '../lexer/tokens.ts';
import { applyEdits } from '../syntax/ranges.ts';
import { format } from './format.ts';

type PieceKind = 'keyword' | 'function' | 'string' | 'number' | 'comment' | 'plain';
export interface CodePiece {
  readonly text: string;
  readonly kind: PieceKind;
}

/** A longer query is a piece of its own, as it is. In UTF-16 code units. */
const MOST = 20_000;
/** Narrow, as beside a table. */
const width = 60;

/** `text` laid out, words as they were written, in pieces that make up all of it. Total. */
export function highlighted(text: string): readonly CodePiece[] {
  if (text.length > MOST) return [{ text, kind: 'plain' }];
  const laid = applyEdits(text, format(text, { keywordCase: 'keep', width }));
  const tokens = lex(laid);
  const { roles } = rolesOf(
    laid,
    tokens.filter(({ kind }) => kind !== 'comment'),
  );
  const pieces: CodePiece[] = [];
  let at = 0;
  let next = 0;
  for (const token of tokens) {
    const kind = token.kind === 'comment' ? 'comment' : kindOf(token, roles[next++]);
    if (kind === 'plain') continue;
    if (token.start > at) pieces.push({ text: laid.slice(at, token.start), kind: 'plain' });
    pieces.push({ text: laid.slice(token.start, token.end), kind });
    at = token.end;
  }
  if (at < laid.length) pieces.push({ text: laid.slice(at), kind: 'plain' });
  return pieces;
}

function kindOf({ kind }: Token, role: TokenRole | undefined): PieceKind {
  if (kind === 'string' || kind === 'dollar-string') return 'string';
  if (kind === 'number') return 'number';
  return role === 'keyword' || role === 'function' ? role : 'plain';
}
