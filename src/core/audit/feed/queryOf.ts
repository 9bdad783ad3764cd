import type { AuditEvent } from '../../service/types.ts';
import { findMatchEnd } from '../../sql/lexer/characterClasses.ts';
import { findBlockCommentEnd } from '../../sql/lexer/delimiters.ts';

/**
 * Returns the query text of an event; undefined if its request is not a query. A query is recognized by its URI (S40),
 * or by its text if the event has no URI.
 */
export function findQueryText({ request }: AuditEvent): string | undefined {
  const content = request.data?.content;
  if (!content) return undefined;
  const uri = request.httpInfo?.URI;
  return (uri === undefined ? isQueryText(content) : isQueryURI(uri)) ? content : undefined;
}

/** Whether the path of a URI, before a `?` or `#`, ends in `/query`, with or without a slash after it. */
export const isQueryURI = (uri: string): boolean => /^[^?#]*\/query\/?(?:[?#]|$)/.test(uri);

const BEFORE_QUERY = /[\s(]+|--[^\r\n]*/y;
const SELECT = /SELECT\b/iy;

/**
 * Whether a request's content starts with the word SELECT in upper or lower case. Whitespace, comments, and opening
 * parentheses before it are skipped.
 */
export function isQueryText(content: string): boolean {
  let start = 0;
  for (;;) {
    let end = findMatchEnd(BEFORE_QUERY, content, start);
    if (content.startsWith('/*', start)) {
      const commentEnd = findBlockCommentEnd(content, start);
      if (commentEnd > 0) end = commentEnd;
    }
    if (end === start) return findMatchEnd(SELECT, content, start) > start;
    start = end;
  }
}
