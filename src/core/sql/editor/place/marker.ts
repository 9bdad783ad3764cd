import { determineTokenRoles, type TokenRoles } from '../../analysis/roles.ts';
import type { Token } from '../../lexer/tokens.ts';
import { isTypo } from '../../lint/spelling.ts';
import { type SyntaxNode, walk } from '../../syntax/walk.ts';
import type { QueryPlace } from './types.ts';

export interface MarkedStatement extends Pick<TokenRoles, 'tables' | 'tree'> {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly index: number;
  /** The marker's offset in `tree`, whose offsets are relative to the statement's first token. */
  readonly offset: number;
  /**
   * The nodes that contain the marker, outermost first, followed by the marker's own node. Empty if the parser skipped
   * the marker.
   */
  readonly path: readonly SyntaxNode[];
}

/**
 * The range of a statement's tokens that the marker replaces: from index `from` up to, but excluding, index `to`. If
 * `from` equals `to`, no token is replaced, and the marker is inserted before the token at `from`.
 */
export interface ReplacedTokens {
  readonly from: number;
  readonly to: number;
  /** Offset, in the text, of the first token that is replaced, or of the caret if no token is replaced. */
  readonly caret: number;
}

/**
 * Parses a statement with the marker, an empty name, in place of the tokens that the user is typing. The marker's
 * position in the tree shows what can be typed there. `tokens` are the statement's tokens without comments, with
 * offsets in `text`.
 */
export function markStatement(
  text: string,
  tokens: readonly Token[],
  { from, to, caret }: ReplacedTokens,
): MarkedStatement {
  const marker: Token = { kind: 'quoted-identifier', word: '', error: undefined, start: caret, end: caret };
  const marked = [...tokens.slice(0, from).map(correctSelect), marker, ...tokens.slice(to)];
  const { tables, tree } = determineTokenRoles(text, marked);
  const offset = caret - (marked[0]?.start ?? caret);
  const path = tree ? findPathToMarker(tree.statement, offset) : [];
  return { tables, ...(tree && { tree }), text, tokens: marked, index: from, offset, path };
}

/**
 * Corrects a misspelled SELECT at the beginning of the statement. Otherwise, the parser would find no query, and
 * nothing could be suggested.
 */
const correctSelect = (token: Token, index: number): Token =>
  index === 0 && token.kind === 'word' && isTypo(token.word, 'SELECT') ? { ...token, word: 'SELECT' } : token;

function findPathToMarker(root: SyntaxNode, offset: number): readonly SyntaxNode[] {
  const around: SyntaxNode[] = [];
  let found: readonly SyntaxNode[] | undefined;
  walk(root, {
    enter(node) {
      around.push(node);
      if (!found && isMarker(node, offset)) found = [...around];
    },
    leave() {
      around.pop();
    },
  });
  return found ?? [];
}

function isMarker({ kind, start, end }: SyntaxNode, offset: number): boolean {
  if (start !== offset) return false;
  return kind === 'typedLiteral' || ((kind === 'name' || kind === 'construct') && end === offset);
}

export const wordBefore = ({ tokens, index }: MarkedStatement, distance = 1): string =>
  tokens[index - distance]?.word ?? '';
export const isAfterAs = (marked: MarkedStatement): boolean => wordBefore(marked) === 'AS';
export const isAfterParenthesis = (marked: MarkedStatement): boolean => wordBefore(marked) === '(';

export function findInnermostQuery(path: readonly SyntaxNode[]): QueryPlace | undefined {
  const at = path.findLastIndex(({ kind }) => kind === 'query');
  const [query, member] = [path[at], path[at + 1]];
  if (query?.kind !== 'query') return undefined;
  const found = query.members.find((one) => one === member);
  return found && { query, member: found };
}
