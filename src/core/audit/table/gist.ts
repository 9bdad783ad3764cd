/** What a request did, as far as its event tells: for a row that is read at a glance. */
import type { AuditEvent } from '../../service/types.ts';
import type { ColumnRead, QueryReads } from './queryReads.ts';
import { plainText } from './whoReadWhat.ts';

/** `plainRead`: values were requested in plain text · `logRead`: audit events were listed. */
export type Deed = 'read' | 'plainRead' | 'logRead' | 'change' | 'other';

export interface Gist {
  readonly deed: Deed;
  /** That a query reads, in the order of its text; empty where nothing could be parsed. */
  readonly tables: readonly string[];
  /** Requested values: plain text first, then other levels that the query names. Empty where it counts rows only. */
  readonly columns: readonly ColumnRead[];
}

/** Names of actions that are no read. Only reads are documented (S20): these are those that such services know. */
const CHANGE = /^(?:create|insert|update|upsert|replace|patch|delete|write|modify)/i;
const CHANGING_METHOD = /^(?:put|patch|delete)$/i;
/** The path of "list data audit events" (S23). */
const LOG = /\/audit\/events\/?(?:\?|$)/;

/** `reads`: what the event's query reads; undefined for an event without a query. */
export function gistOf(event: AuditEvent, reads: QueryReads | undefined): Gist {
  if (!reads) return { deed: deedOf(event), tables: [], columns: [] };
  const columns = reads.reads
    .filter(({ use }) => use === 'returned')
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  const isPlain = columns.some(({ level }) => level === plainText);
  return {
    deed: isPlain ? 'plainRead' : reads.missing === 'none' ? 'other' : 'read',
    tables: [...new Set(reads.reads.flatMap(({ tables }) => tables))],
    columns,
  };
}

/** Whether the listing of audit events itself was requested. */
function deedOf({ request }: AuditEvent): Deed {
  const { URI = '', method = '' } = request.httpInfo ?? {};
  const action = request.actionType ?? '';
  if (LOG.test(URI)) return 'logRead';
  if (CHANGE.test(action) || CHANGING_METHOD.test(method)) return 'change';
  return /^(?:read|get|list)/i.test(action) ? 'read' : 'other';
}

function rankOf({ level }: ColumnRead): number {
  if (level === plainText) return 0;
  return level === undefined ? 2 : 1;
}
