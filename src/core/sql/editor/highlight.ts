import { determineTokenRoles, type TokenRole } from '../analysis/roles.ts';
import { lexWithComments } from '../lexer/lexer.ts';
import type { Token } from '../lexer/tokens.ts';
import { applyEdits } from '../syntax/ranges.ts';
import { createFormatEdits } from './format.ts';

type HighlightKind = 'keyword' | 'function' | 'string' | 'number' | 'comment' | 'plain';
export interface HighlightedSpan {
  readonly text: string;
  readonly kind: HighlightKind;
}

const MAX_FORMATTED_LENGTH = 20_000;
/**
 * Maximum estimated width, in characters, of SELECT and its list on one line. Narrow, because queries are displayed
 * beside a table.
 */
const width = 60;

/**
 * Formats the query `text` and splits the result into spans. Joined in order, the spans are the whole formatted text. A
 * very long query is returned unformatted as one plain span.
 */
export function highlightSql(text: string): readonly HighlightedSpan[] {
  if (text.length > MAX_FORMATTED_LENGTH) return [{ text, kind: 'plain' }];
  const formatted = applyEdits(text, createFormatEdits(text, { keywordCase: 'keep', width }));
  const tokens = lexWithComments(formatted);
  const { roles } = determineTokenRoles(
    formatted,
    tokens.filter(({ kind }) => kind !== 'comment'),
  );
  const spans: HighlightedSpan[] = [];
  let at = 0;
  let next = 0;
  for (const token of tokens) {
    const kind = token.kind === 'comment' ? 'comment' : highlightKindOf(token, roles[next++]);
    if (kind === 'plain') continue;
    if (token.start > at) spans.push({ text: formatted.slice(at, token.start), kind: 'plain' });
    spans.push({ text: formatted.slice(token.start, token.end), kind });
    at = token.end;
  }
  if (at < formatted.length) spans.push({ text: formatted.slice(at), kind: 'plain' });
  return spans;
}

function highlightKindOf({ kind }: Token, role: TokenRole | undefined): HighlightKind {
  if (kind === 'string' || kind === 'dollar-string') return 'string';
  if (kind === 'number') return 'number';
  return role === 'keyword' || role === 'function' ? role : 'plain';
}
