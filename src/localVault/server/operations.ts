/** The two operations of the service (S1), for requests that were accepted. */

import { errorText } from '../../core/messages/thrown.ts';
import type { AuditLog } from '../audit/log.ts';
import { readAuditQuery } from '../audit/query.ts';
import { MAX_RECORDS, VAULT_ID } from '../data/schema.ts';
import { type Engine, EngineError, type EngineFault } from '../engine/engine.ts';
import { prepareStatement } from '../sql/statement.ts';
import {
  changedRows,
  changesListing,
  pageOf,
  pagingRules,
  removeIgnored,
  statementRules,
} from './behaving.ts';
import type { Behavior } from './behavior.ts';
import { disturbPaging, type Faults } from './faults.ts';
import { type Answer, failure, ok } from './httpAnswer.ts';
import type { Body } from './httpBody.ts';
import { recordsBody } from './records.ts';

/**
 * Handles “list data audit events” (S27). In the response, `event` is an empty list if nothing matches, and `nextOps`
 * is null on the last page.
 */
export function listAuditEvents(log: AuditLog, search: string, behavior: Behavior): Answer {
  if (!isDecodable(search)) return failure(400, 'the parameters are not percent-encoded UTF-8');
  const parameters = new URLSearchParams(search);
  removeIgnored(parameters, behavior);
  const read = readAuditQuery(parameters, pagingRules(behavior));
  if (!read.ok) return failure(read.status, read.message);
  const { matches, cursor, limit } = read.query;
  const page = changesListing(behavior)
    ? pageOf(log.events, read.query, behavior)
    : log.page(matches, cursor, limit);
  return ok(JSON.stringify(page));
}

/** Whether a query string is valid percent-encoded UTF-8. URLSearchParams would replace what it can't decode. */
function isDecodable(search: string): boolean {
  try {
    decodeURIComponent(search);
    return true;
  } catch {
    return false;
  }
}

/** Returns the query in the body of “execute query”, or the error response if there is none. */
export function readQuery(body: Body): { readonly query: string } | Answer {
  if (!body.ok) {
    if (body.reason === 'tooLarge')
      return failure(413, 'the body is larger than 1 MiB', { connection: 'close' });
    if (body.reason === 'notJson')
      return failure(415, 'the body must be application/json', { accept: 'application/json' });
    return failure(400, body.reason === 'notUtf8' ? 'the body is not UTF-8' : 'the body ended early');
  }
  let value: unknown;
  try {
    value = JSON.parse(body.text);
  } catch {
    return failure(400, 'the body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return failure(400, 'the body must be a JSON object');
  if (!('query' in value) || value.query === undefined) return failure(400, 'query is required');
  if (typeof value.query !== 'string') return failure(400, 'query must be a string');
  return { query: value.query };
}

const STATUS: Readonly<Record<EngineFault, number>> = {
  sql: 400,
  timeout: 500,
  crashed: 500,
  unavailable: 500,
  cancelled: 499,
};

/** Handles “execute query” (S34). Never rejects. */
export async function executeQuery(
  engine: Engine,
  vaultID: string,
  query: string,
  faults: Faults,
  behavior: Behavior,
  signal: AbortSignal,
): Promise<Answer> {
  if (vaultID !== VAULT_ID) return failure(404, 'no such vault');
  if (signal.aborted) return failure(STATUS.cancelled, 'the client disconnected');
  try {
    const prepared = prepareStatement(query, statementRules(behavior));
    if (!prepared.ok) return failure(400, prepared.message);
    const { columns, rows } = await engine.query(disturbPaging(prepared.sql, faults), MAX_RECORDS, signal);
    const result = { columns, rows: faults.reorderedPages ? rows.toReversed() : rows };
    return ok(
      recordsBody(changedRows(result, behavior), behavior.nulls === 'null' ? 'withNulls' : 'leftOut'),
    );
  } catch (error) {
    if (error instanceof EngineError) return failure(STATUS[error.fault], error.message);
    // Our own fault, and no reason to leave the caller without an answer or the trail without an event.
    return failure(500, `the vault failed: ${errorText(error)}`);
  }
}
