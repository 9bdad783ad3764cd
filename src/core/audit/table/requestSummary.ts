/** Summarizes in a few words what the request of an event did, for rows that are scanned quickly. */
import type { AuditEvent } from '../../service/types.ts';
import type { ColumnRead, QueryReads } from './queryReads.ts';
import { plainText } from './whoReadWhat.ts';

/**
 * The kind of a request. `read`: data was read. `plainRead`: a query requested values in plain text. `logRead`:
 * audit events were listed. `change`: data was changed. `other`: none of these, or unknown.
 */
export type RequestKind = 'read' | 'plainRead' | 'logRead' | 'change' | 'other';

/** The summary of an event's request. */
export interface RequestSummary {
  readonly kind: RequestKind;
  /**
   * The tables that the query reads, in the order of its text. Empty if it could not be parsed or there is no
   * query.
   */
  readonly tables: readonly string[];
  /**
   * The columns whose values the query returns: those in plain text first, then other redaction levels that it
   * names, then the rest. Empty if it only counts rows.
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
 * Returns the position of a column in the summary: plain text first, then other named levels, then columns without
 * a level.
 */
function rankOf({ level }: ColumnRead): number {
  if (level === plainText) return 0;
  return level === undefined ? 2 : 1;
}
