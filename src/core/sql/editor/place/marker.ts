/** A statement parsed as if a name were at the caret: what can be typed there is read from where that name is in it. */
import { rolesOf, type TokenRoles } from '../../analysis/roles.ts';
import type { Token } from '../../lexer/tokens.ts';
import { isTypo } from '../../lint/spelling.ts';
import { type SyntaxNode, walk } from '../../syntax/walk.ts';
import type { QueryPlace } from './types.ts';

export interface MarkedStatement extends Pick<TokenRoles, 'tables' | 'tree'> {
  readonly text: string;
  /**
   * The statement's tokens, including the marker: an empty quoted name, which can be any kind of name and nothing
   * else.
   */
  readonly tokens: readonly Token[];
  /** Index of the marker in `tokens`. */
  readonly index: number;
  /** The marker's offset in the tree. */
  readonly offset: number;
  /** The nodes around the marker, outermost first; empty where the parser has skipped it. */
  readonly path: readonly SyntaxNode[];
}

/** Some of a statement's tokens, by index: what is typed at a caret takes their place. */
export interface TypedTokens {
  readonly from: number;
  readonly to: number;
  /** Offset in the text; that of the first one, where there is one. */
  readonly caret: number;
}

/** Parses a statement with the marker in place of some of its tokens. Total; linear. */
export function markStatement(
  text: string,
  tokens: readonly Token[],
  { from, to, caret }: TypedTokens,
): MarkedStatement {
  const marker: Token = { kind: 'quoted-identifier', word: '', error: undefined, start: caret, end: caret };
  const marked = [...tokens.slice(0, from).map(asMeant), marker, ...tokens.slice(to)];
  const { tables, tree } = rolesOf(text, marked);
  const offset = caret - (marked[0]?.start ?? caret);
  const path = tree ? pathTo(tree.statement, offset) : [];
  return { tables, ...(tree && { tree }), text, tokens: marked, index: from, offset, path };
}

/** After a misspelt SELECT there would be no query, and nothing to propose. */
const asMeant = (token: Token, index: number): Token =>
  index === 0 && token.kind === 'word' && isTypo(token.word, 'SELECT') ? { ...token, word: 'SELECT' } : token;

/** The nodes around the marker at an offset. Only what is read of it is as empty as it is. */
function pathTo(root: SyntaxNode, offset: number): readonly SyntaxNode[] {
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

/** Its name; or, before a parenthesis or a text, the name of a function or a type. */
function isMarker({ kind, start, end }: SyntaxNode, offset: number): boolean {
  if (start !== offset) return false;
  return kind === 'typedLiteral' || ((kind === 'name' || kind === 'construct') && end === offset);
}

export const wordBefore = ({ tokens, index }: MarkedStatement, places = 1): string =>
  tokens[index - places]?.word ?? '';
export const isAfterAs = (marked: MarkedStatement): boolean => wordBefore(marked) === 'AS';
export const isAfterParenthesis = (marked: MarkedStatement): boolean => wordBefore(marked) === '(';

/** The query that the end of a path is in. */
export function queryOf(path: readonly SyntaxNode[]): QueryPlace | undefined {
  const at = path.findLastIndex(({ kind }) => kind === 'query');
  const [query, member] = [path[at], path[at + 1]];
  if (query?.kind !== 'query') return undefined;
  const found = query.members.find((one) => one === member);
  return found && { query, member: found };
}
