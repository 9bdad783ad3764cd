/** The two operations of the service (S1), for requests that the gate accepted. */

import { errorText } from '../../core/messages/thrownErrors.ts';
import type { AuditLog } from '../audit/log.ts';
import { parseAuditQuery } from '../audit/query.ts';
import { MAX_RECORDS, VAULT_ID } from '../data/schema.ts';
import { type Engine, EngineError, type EngineErrorKind } from '../engine/engine.ts';
import { checkAndTranslateStatement } from '../sql/statement.ts';
import {
  applyResultSwitches,
  createPagingRules,
  createSimulatedPage,
  createStatementRules,
  needsSimulatedPage,
  removeIgnoredParameters,
} from './applyBehavior.ts';
import type { Behavior } from './behavior.ts';
import { applyPagingFaults, type Faults } from './faults.ts';
import { createErrorResponse, createOkResponse, type HttpResponse } from './httpAnswer.ts';
import type { BodyResult } from './httpBody.ts';
import { formatRecords } from './records.ts';

/** Returns the response to “list data audit events” (S23–S27). `search` is the query string without its `?`. */
export function listAuditEvents(log: AuditLog, search: string, behavior: Behavior): HttpResponse {
  if (!isPercentEncodedUtf8(search))
    return createErrorResponse(400, 'the parameters are not percent-encoded UTF-8');
  const parameters = new URLSearchParams(search);
  removeIgnoredParameters(parameters, behavior);
  const read = parseAuditQuery(parameters, createPagingRules(behavior));
  if (!read.ok) return createErrorResponse(read.status, read.message);
  const { matches, cursor, limit } = read.query;
  const page = needsSimulatedPage(behavior)
    ? createSimulatedPage(log.events, read.query, behavior)
    : log.readPage(matches, cursor, limit);
  return createOkResponse(JSON.stringify(page));
}

/** Whether a query string is valid percent-encoded UTF-8. URLSearchParams does not report invalid encoding. */
function isPercentEncodedUtf8(search: string): boolean {
  try {
    decodeURIComponent(search);
    return true;
  } catch {
    return false;
  }
}

export function parseQueryBody(body: BodyResult): { readonly query: string } | HttpResponse {
  if (!body.ok) {
    if (body.reason === 'tooLarge')
      return createErrorResponse(413, 'the body is larger than 1 MiB', { connection: 'close' });
    if (body.reason === 'notJson')
      return createErrorResponse(415, 'the body must be application/json', { accept: 'application/json' });
    return createErrorResponse(
      400,
      body.reason === 'notUtf8' ? 'the body is not UTF-8' : 'the body ended early',
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(body.text);
  } catch {
    return createErrorResponse(400, 'the body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return createErrorResponse(400, 'the body must be a JSON object');
  if (!('query' in value) || value.query === undefined) return createErrorResponse(400, 'query is required');
  if (typeof value.query !== 'string') return createErrorResponse(400, 'query must be a string');
  return { query: value.query };
}

const STATUS: Readonly<Record<EngineErrorKind, number>> = {
  sql: 400,
  timeout: 500,
  crashed: 500,
  unavailable: 500,
  cancelled: 499,
};

/** Handles “execute query” (S32–S36): runs `query` and returns its result as a response, or an error response. */
export async function executeQuery(
  engine: Engine,
  vaultID: string,
  query: string,
  faults: Faults,
  behavior: Behavior,
  signal: AbortSignal,
): Promise<HttpResponse> {
  if (vaultID !== VAULT_ID) return createErrorResponse(404, 'no such vault');
  if (signal.aborted) return createErrorResponse(STATUS.cancelled, 'the client disconnected');
  try {
    const prepared = checkAndTranslateStatement(query, createStatementRules(behavior));
    if (!prepared.ok) return createErrorResponse(400, prepared.message);
    const { columns, rows } = await engine.query(
      applyPagingFaults(prepared.sql, faults),
      MAX_RECORDS,
      signal,
    );
    const result = { columns, rows: faults.reorderedPages ? rows.toReversed() : rows };
    return createOkResponse(
      formatRecords(
        applyResultSwitches(result, behavior),
        behavior.nulls === 'null' ? 'withNulls' : 'leftOut',
      ),
    );
  } catch (error) {
    if (error instanceof EngineError) return createErrorResponse(STATUS[error.fault], error.message);
    // After a defect of the vault, too, the client needs a response, and the audit trail an event.
    return createErrorResponse(500, `the vault failed: ${errorText(error)}`);
  }
}
