/** The query parameters of "list data audit events" (spec 4.1), read with the table that the quick-pick shows. */
import { AUDIT_FILTERS, type FilterName, splitList } from '../core/audit/filters.ts';
import type { Event } from './auditEvent.ts';
import type { Cursor } from './auditLog.ts';
import { isInstant } from './clock.ts';
import { ACCOUNT_ID } from './schema.ts';

export const DEFAULT_PAGE = 50;
export const MAX_PAGE = 1000;

export interface AuditQuery {
  readonly matches: (event: Event) => boolean;
  readonly cursor: Cursor;
  readonly limit: number;
}

export type ReadAuditQuery =
  | { readonly ok: true; readonly query: AuditQuery }
  | { readonly ok: false; readonly status: 400 | 404; readonly message: string };

const refuse = (message: string, status: 400 | 404 = 400): ReadAuditQuery => ({ ok: false, status, message });

/** What an event has in the field that `filter` is about; several for `resourceIDs`. */
function field(event: Event, filter: FilterName): readonly (string | undefined)[] {
  if (filter === 'resourceIDs') return event.resourceIDs;
  if (filter === 'accountID' || filter === 'parentAccountID') return [event[filter]];
  if (filter === 'workspaceID' || filter === 'vaultID') return [event.request[filter]];
  const context: Readonly<Record<string, string | undefined>> = { ...event.context };
  return [context[filter.slice('context.'.length)]];
}

/**
 * An event matches when it meets every filter given; `resourceIDs` is met by any of its entries. Empty values filter
 * nothing. An unknown `filterOps.` parameter is refused: ignored, it would show events that nobody asked for.
 */
export function readAuditQuery(parameters: URLSearchParams, paging: 'after' | 'none'): ReadAuditQuery {
  const known = new Set<string>(AUDIT_FILTERS.map(({ parameter }) => parameter));
  for (const name of parameters.keys()) {
    if (name.startsWith('filterOps.') && !known.has(name)) return refuse(`unknown filter ${name}`);
  }
  const tests: ((event: Event) => boolean)[] = [];
  for (const { name, parameter, required, kind } of AUDIT_FILTERS) {
    const value = parameters.get(parameter) ?? '';
    if (value === '') {
      if (required) return refuse(`${parameter} is required`);
      continue;
    }
    const wanted = kind === 'list' ? splitList(value) : [value];
    tests.push((event) => field(event, name).some((found) => found !== undefined && wanted.includes(found)));
  }
  if (parameters.get('filterOps.accountID') !== ACCOUNT_ID) return refuse('no such account', 404);
  const limit = parameters.get('limit') ?? '';
  if (!/^(?:[1-9]\d{0,3})?$/.test(limit) || Number(limit) > MAX_PAGE)
    return refuse(`limit is a whole number from 1 to ${MAX_PAGE}`);
  const timestamp = parameters.get('afterOps.timestamp') ?? '';
  const changeID = parameters.get('afterOps.changeID') ?? '';
  if (paging === 'after' && timestamp !== '' && !isInstant(timestamp))
    return refuse('afterOps.timestamp is written YYYY-MM-DD HH:MM:SS.nnnnnnnnn');
  const cursor: Cursor =
    paging === 'none'
      ? {}
      : { ...(timestamp === '' ? {} : { timestamp }), ...(changeID === '' ? {} : { changeID }) };
  return {
    ok: true,
    query: {
      matches: (event) => tests.every((test) => test(event)),
      cursor,
      limit: limit === '' ? DEFAULT_PAGE : Number(limit),
    },
  };
}
