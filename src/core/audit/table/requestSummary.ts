import type { AuditEvent } from '../../service/types.ts';
import type { ColumnRead, QueryReads } from './queryReads.ts';
import { plainTextLevel } from './whoReadWhat.ts';

/**
 * The kind of a request, as far as its query, path, method, and action show. `plainRead`: a query that uses a column in
 * plain text outside of conditions. `logRead`: a request whose path is that of audit events.
 */
export type RequestKind = 'read' | 'plainRead' | 'logRead' | 'change' | 'other';

export interface RequestSummary {
  readonly kind: RequestKind;
  readonly tables: readonly string[];
  /** The columns that the query uses outside of conditions: in plain text first, without REDACTION last. */
  readonly columns: readonly ColumnRead[];
}

/**
 * Matches action names that begin with a common word for changing data. The service does not document the names of such
 * actions.
 */
const CHANGE_ACTION = /^(?:create|insert|update|upsert|replace|patch|delete|write|modify)/i;
const CHANGING_METHOD = /^(?:put|patch|delete)$/i;
const AUDIT_LOG_PATH = /\/audit\/events\/?(?:\?|$)/;

/**
 * Summarizes the request of an event. `reads` is what the event's query reads; undefined for an event without a query.
 */
export function summarizeRequest(event: AuditEvent, reads: QueryReads | undefined): RequestSummary {
  if (!reads) return { kind: requestKindOf(event), tables: [], columns: [] };
  const columns = reads.reads
    .filter(({ use }) => use === 'returned')
    .toSorted((a, b) => rankByExposure(a) - rankByExposure(b));
  const isPlain = columns.some(({ level }) => level === plainTextLevel);
  return {
    kind: isPlain ? 'plainRead' : reads.missing === 'none' ? 'other' : 'read',
    tables: [...new Set(reads.reads.flatMap(({ tables }) => tables))],
    columns,
  };
}

function requestKindOf({ request }: AuditEvent): RequestKind {
  const { URI = '', method = '' } = request.httpInfo ?? {};
  const action = request.actionType ?? '';
  if (AUDIT_LOG_PATH.test(URI)) return 'logRead';
  if (CHANGE_ACTION.test(action) || CHANGING_METHOD.test(method)) return 'change';
  return /^(?:read|get|list)/i.test(action) ? 'read' : 'other';
}

function rankByExposure({ level }: ColumnRead): number {
  if (level === plainTextLevel) return 0;
  return level === undefined ? 2 : 1;
}
