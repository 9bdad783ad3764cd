import type { AuditEvent } from '../../service/types.ts';

/** The query text that an event carries (S40: its URI is that of the query's path); undefined for other events. */
export function queryOf({ request }: AuditEvent): string | undefined {
  const content = request.data?.content;
  if (!content) return undefined;
  const uri = request.httpInfo?.URI;
  return (uri === undefined ? isQueryText(content) : isQueryURI(uri)) ? content : undefined;
}

/** Whether a URI is that of the query's path. */
export const isQueryURI = (uri: string): boolean => /\/query\/?$/.test(uri);

/** Whether a content that nothing else is known of looks like a query. */
export const isQueryText = (content: string): boolean => /^[\s(]*SELECT\b/i.test(content);
