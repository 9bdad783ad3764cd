/** Summarizes in a few words what the request of an event did, for rows that are scanned quickly. */
import type { AuditEvent } from '../../service/types.ts';
import type { ColumnRead, QueryReads } from './queryReads.ts';
import { plainText } from './whoReadWhat.ts';

/**
 * The kind of a request, whether or not it succeeded, as far as its query, or its path, method, and action show.
 * `plainRead`: a query that returns a column in plain text. `read`: another query in which reads were found, or an
 * action that reads. `logRead`: it lists audit events. `change`: the action or method changes data. `other`: none of
 * these, or unknown.
 */
export type RequestKind = 'read' | 'plainRead' | 'logRead' | 'change' | 'other';

export interface RequestSummary {
  readonly kind: RequestKind;
  /**
   * The names, without duplicates, of the known tables that the query reads. Empty if there are none or there is no
   * query.
   */
  readonly tables: readonly string[];
  /**
   * The columns that the query uses outside of conditions: those in plain text first, then those in other calls of
   * REDACTION, then the rest. Empty if there are none, as in a query that only counts rows, or if there is no query.
   */
  readonly columns: readonly ColumnRead[];
}

/**
 * Matches names of actions that change data. Only read actions are documented (S20); these are common names of
 * others.
 */
const CHANGE_ACTION = /^(?:create|insert|update|upsert|replace|patch|delete|write|modify)/i;
const CHANGING_METHOD = /^(?:put|patch|delete)$/i;
/** Matches the path of "list data audit events" (S23). */
const AUDIT_LOG_PATH = /\/audit\/events\/?(?:\?|$)/;

/**
 * Returns the summary of an event. `reads` is what the event's query reads; undefined for an event without a query.
 */
export function summarizeRequest(event: AuditEvent, reads: QueryReads | undefined): RequestSummary {
  if (!reads) return { kind: requestKindOf(event), tables: [], columns: [] };
  const columns = reads.reads
    .filter(({ use }) => use === 'returned')
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  const isPlain = columns.some(({ level }) => level === plainText);
  return {
    kind: isPlain ? 'plainRead' : reads.missing === 'none' ? 'other' : 'read',
    tables: [...new Set(reads.reads.flatMap(({ tables }) => tables))],
    columns,
  };
}

/** Returns the kind of a request without a query, from its path, method, and action. */
function requestKindOf({ request }: AuditEvent): RequestKind {
  const { URI = '', method = '' } = request.httpInfo ?? {};
  const action = request.actionType ?? '';
  if (AUDIT_LOG_PATH.test(URI)) return 'logRead';
  if (CHANGE_ACTION.test(action) || CHANGING_METHOD.test(method)) return 'change';
  return /^(?:read|get|list)/i.test(action) ? 'read' : 'other';
}

/**
 * Returns the rank by which a column is sorted in the summary: 0 for plain text, 1 for another call of REDACTION, 2
 * for a column outside of such calls.
 */
function rankOf({ level }: ColumnRead): number {
  if (level === plainText) return 0;
  return level === undefined ? 2 : 1;
}
