import type { AuditEvent } from '../../service/types.ts';
import { matchEnd } from '../../sql/lexer/characterClasses.ts';

/** The query text that an event carries (S40: its URI is that of the query's path); undefined for other events. */
export function queryOf({ request }: AuditEvent): string | undefined {
  const content = request.data?.content;
  if (!content) return undefined;
  const uri = request.httpInfo?.URI;
  return (uri === undefined ? isQueryText(content) : isQueryURI(uri)) ? content : undefined;
}

/** Whether the path of a URI, which may have parameters, is that of queries. */
export const isQueryURI = (uri: string): boolean => /\/query\/?(?:[?#]|$)/.test(uri);

/** Whitespace and opening parentheses, or a line comment. */
const BEFORE_QUERY = /[\s(]+|--[^\r\n]*/y;
const SELECT = /SELECT\b/iy;

/** Whether a content of which nothing else is known looks like a query: SELECT, after comments and parentheses if any. */
export function isQueryText(content: string): boolean {
  let start = 0;
  for (;;) {
    let end = matchEnd(BEFORE_QUERY, content, start);
    if (content.startsWith('/*', start)) {
      const close = content.indexOf('*/', start + 2);
      if (close >= 0) end = close + 2;
    }
    if (end === start) return matchEnd(SELECT, content, start) > start;
    start = end;
  }
}
