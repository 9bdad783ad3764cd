import { determineTokenRoles } from '../analysis/roles.ts';
import { lexWithComments } from '../lexer/lexer.ts';
import { isMalformed, type Token } from '../lexer/tokens.ts';
import type { TextEdit } from '../syntax/ranges.ts';
import { type FormatOptions, type LayoutPart, layOutStatement } from './layout.ts';

export type { FormatOptions } from './layout.ts';

/**
 * Tokens that are formatted together, beginning on a new line: a statement with its `;` and the comments after the `;`
 * on the same line, or a comment outside of statements.
 */
type TokenGroup = readonly Token[];

function groupTokens(text: string, tokens: readonly Token[]): TokenGroup[] {
  const groups: Token[][] = [];
  let group: Token[] = [];
  let ended: Token[] | undefined;
  for (const token of tokens) {
    const isComment = token.kind === 'comment';
    const last = ended?.at(-1);
    if (ended && last && isComment && countLineBreaks(text, last.end, token.start) === 0) {
      ended.push(token);
      continue;
    }
    ended = undefined;
    if (isComment && group.length === 0) {
      groups.push([token]);
      continue;
    }
    if (group.length === 0) groups.push(group);
    group.push(token);
    if (token.word === ';') {
      ended = group;
      group = [];
    }
  }
  return groups;
}

function countLineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) count++;
  }
  return count;
}

function toLayoutParts(text: string, group: TokenGroup, options: FormatOptions): LayoutPart[] {
  const { roles } = determineTokenRoles(
    text,
    group.filter(({ kind }) => kind !== 'comment'),
  );
  let next = 0;
  return group.map((token, index) => {
    const role = token.kind === 'comment' ? undefined : roles[next++];
    const keyword = role === 'keyword' && token.kind === 'word' ? token.word : '';
    return {
      token,
      text: keyword !== '' && options.keywordCase !== 'keep' ? keyword : text.slice(token.start, token.end),
      keyword,
      lineBreaks: countLineBreaks(text, group[index - 1]?.end ?? token.start, token.start),
    };
  });
}

/**
 * Returns the edits that format `text`, in order and without overlaps. They change whitespace and, unless `keywordCase`
 * is `keep`, the case of keywords. A statement is left unchanged if it can't be formatted safely, for example because
 * of an unclosed string. If `range` (in UTF-16 code units) is given, only statements that overlap or touch it are
 * formatted.
 */
export function createFormatEdits(
  text: string,
  options: FormatOptions = {},
  range?: { readonly start: number; readonly end: number },
): TextEdit[] {
  const edits: TextEdit[] = [];
  // A byte order mark at the start of the text is kept.
  let after = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let isFirst = true;
  for (const group of groupTokens(text, lexWithComments(text))) {
    const start = group[0]?.start ?? after;
    const end = group.at(-1)?.end ?? start;
    const gap = text.slice(after, start);
    const wantedGap = isFirst
      ? ''
      : '\n'.repeat(Math.min(2, Math.max(1, countLineBreaks(text, after, start))));
    const from = after;
    after = end;
    isFirst = false;
    if (range && (end < range.start || start > range.end)) continue;
    if (group.some(isMalformed)) continue;
    const laid = layOutStatement(toLayoutParts(text, group, options), options);
    // Skip a statement if formatting would change its tokens, or if formatting the result would change it again: in
    // `. join` the word is a keyword, in `.join` it is a name.
    if (
      !haveSameTokens(text, group, laid) ||
      layOutStatement(toLayoutParts(laid, lexWithComments(laid), options), options) !== laid
    )
      continue;
    const ownGap = gap.replaceAll(/\r\n?/g, '\n') === wantedGap || (range && from < range.start);
    const edit = ownGap ? { start, end, text: laid } : { start: from, end, text: wantedGap + laid };
    if (edit.text !== text.slice(edit.start, edit.end).replaceAll(/\r\n?/g, '\n')) edits.push(edit);
  }
  return edits;
}

/**
 * Whether the formatted text `laid` has the same tokens as `group`, apart from their case and from whitespace at the
 * end of comments. False for `1 .`, because its formatted text `1.` is a single number.
 */
function haveSameTokens(text: string, group: TokenGroup, laid: string): boolean {
  const tokens = lexWithComments(laid);
  return (
    tokens.length === group.length &&
    tokens.every((token, index) => {
      const { kind, start, end } = group[index] ?? token;
      const [before, after] = [text.slice(start, end), laid.slice(token.start, token.end)];
      if (kind === 'comment') return token.kind === kind && before.trimEnd() === after;
      return token.kind === kind && (before === after || before.toUpperCase() === after);
    })
  );
}
