/** One audit event in the service's shape (S10–S20). */
import { randomBytes } from 'node:crypto';
import type { AuditContext } from '../../core/service/types.ts';
import { ACCOUNT_ID, PARENT_ACCOUNT_ID, TABLES, VAULT_ID, WORKSPACE_ID } from '../data/schema.ts';
import { formatInstant } from './clock.ts';

/** What one request has to itself. */
interface OwnContext {
  readonly changeID: string;
  readonly requestID: string;
  readonly traceID: string;
}

/** Who called, and how: the part of `context` that many events of one caller share. No `actor` where it is not known. */
export interface Caller extends Omit<AuditContext, keyof OwnContext> {
  readonly accessType: string;
  readonly ipAddress: string;
}

/** `none` is a request that was refused and meant neither of the two. */
type Operation = 'query' | 'audit' | 'none';

/** What happened. Instants in nanoseconds since 1970. */
export interface Call {
  readonly operation: Operation;
  readonly requestID: string;
  readonly caller: Caller;
  /** The operation's own where it is not given. */
  readonly method?: string;
  /** The path as it was requested, without its query. */
  readonly uri: string;
  /** As addressed, which may be a vault that does not exist; none for operation A. */
  readonly vaultID?: string;
  /** The query text; for operation A the query parameters; empty where it was refused unread. */
  readonly content: string;
  readonly startedAt: bigint;
  readonly endedAt: bigint;
  readonly status: number;
  readonly message: string;
}

export interface Event {
  readonly context: Caller & OwnContext;
  readonly response: {
    readonly code: number;
    readonly message: string;
    readonly timestamp: string;
    readonly data: Record<string, never>;
  };
  readonly accountID: string;
  readonly parentAccountID: string;
  readonly request: {
    readonly actionType: string;
    readonly apiName: string;
    readonly data: { readonly content: string };
    readonly httpInfo: { readonly URI: string; readonly method: string };
    readonly resourceType: string;
    readonly tags: readonly string[];
    readonly timestamp: string;
    readonly vaultID?: string;
    readonly workspaceID: string;
  };
  readonly resourceIDs: readonly string[];
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

/** A new request ID; the answer's `x-request-id` and the event's `context.requestID`. */
export const newRequestID = (): string => hex(16);

const kinds = {
  query: {
    actionType: 'READ',
    apiName: 'QueryService.ExecuteQuery',
    method: 'POST',
    resourceType: 'RECORD',
    tags: ['DML'],
  },
  audit: {
    actionType: 'LIST',
    apiName: 'AuditService.ListDataAuditEvents',
    method: 'GET',
    resourceType: 'AUDIT_EVENT',
    tags: ['AUDIT'],
  },
  none: {
    actionType: 'ACCESS',
    apiName: 'Gateway.RefuseRequest',
    method: '',
    resourceType: 'REQUEST',
    tags: ['REFUSED'],
  },
} as const satisfies Record<Operation, object>;

/** The event of `call`; `changeID` and `traceID` are random unless given. */
export function auditEvent(call: Call, changeID: string = hex(16), traceID: string = hex(16)): Event {
  const { actionType, apiName, method, resourceType, tags } = kinds[call.operation];
  return {
    context: { changeID, requestID: call.requestID, traceID, ...call.caller },
    response: {
      code: call.status,
      message: call.message,
      timestamp: formatInstant(call.endedAt),
      data: {},
    },
    accountID: ACCOUNT_ID,
    parentAccountID: PARENT_ACCOUNT_ID,
    request: {
      actionType,
      apiName,
      data: { content: call.content },
      httpInfo: { URI: call.uri, method: call.method ?? method },
      resourceType,
      tags,
      timestamp: formatInstant(call.startedAt),
      ...(call.vaultID === undefined ? {} : { vaultID: call.vaultID }),
      workspaceID: WORKSPACE_ID,
    },
    resourceIDs: resourceIDs(call),
  };
}

/** Account, then vault, then the tables that the query text names. */
function resourceIDs({ operation, content, vaultID }: Call): readonly string[] {
  const ids = [`ACCOUNT/${ACCOUNT_ID}`];
  if (vaultID !== undefined) ids.push(`VAULT/${vaultID}`);
  if (operation !== 'query' || vaultID !== VAULT_ID) return ids;
  for (const [id, pattern] of TABLE_PATTERNS) if (pattern.test(content)) ids.push(id);
  return ids;
}

const TABLE_PATTERNS = TABLES.map(({ name }) => [`TABLE/${name}`, new RegExp(`\\b${name}\\b`, 'i')] as const);
